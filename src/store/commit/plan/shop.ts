import { NOT_SEALED } from "../../../domain/secret.ts";
import { keyToRow } from "../../../schema/stored/api_key.ts";
import { couponToRow } from "../../../schema/stored/coupon.ts";
import { merchantToRow } from "../../../schema/stored/merchant.ts";
import { endpointToRow } from "../../../schema/stored/endpoint.ts";
import { secretToRow } from "../../../schema/stored/secret.ts";
import { any, one, type Planners } from "./statement.ts";

/** Shops, their keys, coupons and webhook endpoints. */
export const SHOP = {
  "merchant.put": ({ merchant }) => [
    one("merchant.put", merchantToRow(merchant)),
    any("domains.delete", { merchant_id: merchant.id }),
    ...merchant.domains.map((domain, position) =>
      one("domain.add", { domain, merchant_id: merchant.id, position }, {
        onPrimaryKey: `Domain is taken: ${domain}`,
      })
    ),
  ],

  "key.add": ({ key }) => [
    one("key.add", keyToRow(key), {
      onPrimaryKey: `Key id is taken: ${key.id}`,
      onUnique: `Key secret is taken: ${key.prefix}`,
      onForeignKey: `Merchant of the key is not known: ${key.merchantId}`,
    }),
  ],

  "key.revoke": ({ keyId, at }) => [
    one("key.revoke", { id: keyId, at }, {
      onNoRow: `Key is revoked already or not known: ${keyId}`,
    }),
  ],

  "key.rotate": ({ keyId, successorId, endsAt }) => [
    one("key.rotate", { id: keyId, successor_id: successorId, ends_at: endsAt }, {
      onNoRow: `Key is rotated or revoked already, or not known: ${keyId}`,
    }),
  ],

  "key.update": ({ key, was }) => {
    const { id, name, expires_at, allowed_from, successor_id } = keyToRow(key);
    const before = keyToRow(was);
    return [
      one("key.update", {
        id,
        name,
        expires_at,
        allowed_from,
        successor_id,
        was_name: before.name,
        was_expires_at: before.expires_at,
        was_allowed_from: before.allowed_from,
      }, { onNoRow: `Key was changed or revoked meanwhile: ${id}` }),
    ];
  },

  // No row if the key was used later or is deleted.
  "key.used": ({ keyId, at, from: used_from }) => [any("key.used", { id: keyId, at, used_from })],

  "coupon.put": ({ coupon }) => [
    one("coupon.put", couponToRow(coupon), {
      onNoRow: `Coupon belongs to another merchant: ${coupon.id}`,
      onUnique: `Coupon code is taken: ${coupon.code}`,
      onForeignKey: `Merchant of the coupon is not known: ${coupon.merchantId}`,
    }),
  ],

  "coupon.remove": ({ couponId }) => [
    one("coupon.delete", { id: couponId }, {
      onNoRow: `Coupon is not known: ${couponId}`,
      onForeignKey: `Coupon has been used: ${couponId}`,
    }),
  ],

  "webhook.add": ({ endpoint }) => [
    one("webhook.add", endpointToRow(endpoint), {
      onCheck: NOT_SEALED,
      onPrimaryKey: `Webhook endpoint id is taken: ${endpoint.id}`,
      onForeignKey: `Merchant of the endpoint is not known: ${endpoint.merchantId}`,
    }),
  ],

  "webhook.put": ({ endpoint }) => [
    one("webhook.put", endpointToRow(endpoint), {
      onCheck: NOT_SEALED,
      onNoRow: `Webhook endpoint belongs to another merchant: ${endpoint.id}`,
      onForeignKey: `Merchant of the endpoint is not known: ${endpoint.merchantId}`,
      onUnique: `The shop has a channel of this kind already: ${endpoint.kind}`,
    }),
  ],

  "webhook.rotate": ({ endpoint: { id, secret, previous }, was }) => [
    one("webhook.rotate", {
      id,
      secret: secret.stored,
      previous_secret: previous?.secret.stored ?? null,
      previous_ends_at: previous?.endsAt ?? null,
      was_secret: was.stored,
    }, {
      onCheck: NOT_SEALED,
      onNoRow: `The endpoint was removed, or its secret replaced, meanwhile: ${id}`,
    }),
  ],

  "secret.add": ({ secret }) => [
    one("secret.add", secretToRow(secret), {
      onCheck: NOT_SEALED,
      onPrimaryKey: `Secret is made: ${secret.name}`,
    }),
  ],

  "webhook.remove": ({ endpointId }) => [
    any("webhook.deleteDeliveries", { id: endpointId }),
    one("webhook.delete", { id: endpointId }, {
      onNoRow: `Webhook endpoint is not known: ${endpointId}`,
    }),
  ],
} satisfies Partial<Planners>;
