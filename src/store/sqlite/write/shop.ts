import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Change } from "../../../domain/changes.ts";
import { keyToRow } from "../../../schema/stored/write/api_key.ts";
import { couponToRow } from "../../../schema/stored/write/coupon.ts";
import { merchantToRow } from "../../../schema/stored/write/merchant.ts";
import { endpointToRow } from "../../../schema/stored/write/webhook.ts";
import { fromExcluded, insertInto, VIOLATED, writeOne } from "./statements.ts";

type Of<Kind extends Change["kind"]> = Extract<Change, { readonly kind: Kind }>;

const MERCHANT_DATA = [
  "name",
  "country_code",
  "currency_code",
  "cart_format",
  "catalogue",
  "redirect_url",
  "rules",
  "created_at",
  "updated_at",
] as const;

const KEY = [
  "id",
  "merchant_id",
  "name",
  "hash",
  "prefix",
  "rate_limit",
  "created_at",
  "last_used_at",
  "expires_at",
  "revoked_at",
] as const;

const COUPON_DATA = [
  "code",
  "code_key",
  "application_type",
  "enabled",
  "starts_at",
  "ends_at",
  "usage_limit",
  "created_at",
  "definition",
] as const;

const ENDPOINT_DATA = [
  "url",
  "secret",
  "events",
  "allow_insecure",
  "disabled_at",
  "created_at",
] as const;

/** Writes what a shop decides: the shop itself, its keys, coupons and webhook endpoints. */
export class ShopWrites {
  readonly #putMerchant: StatementSync;
  readonly #dropDomains: StatementSync;
  readonly #addDomain: StatementSync;
  readonly #addKey: StatementSync;
  readonly #revokeKey: StatementSync;
  readonly #useKey: StatementSync;
  readonly #putCoupon: StatementSync;
  readonly #putEndpoint: StatementSync;
  readonly #dropDeliveries: StatementSync;
  readonly #removeEndpoint: StatementSync;

  constructor(db: DatabaseSync) {
    this.#putMerchant = db.prepare(
      `${insertInto("merchants", ["id", ...MERCHANT_DATA])}
       ON CONFLICT (id) DO UPDATE SET ${fromExcluded(MERCHANT_DATA)}`,
    );
    this.#dropDomains = db.prepare("DELETE FROM merchant_domains WHERE merchant_id = :merchant_id");
    this.#addDomain = db.prepare(
      insertInto("merchant_domains", ["domain", "merchant_id", "position"]),
    );
    this.#addKey = db.prepare(insertInto("api_keys", KEY));
    this.#revokeKey = db.prepare(
      "UPDATE api_keys SET revoked_at = :at WHERE id = :id AND revoked_at IS NULL",
    );
    this.#useKey = db.prepare(
      `UPDATE api_keys SET last_used_at = :at
       WHERE id = :id AND (last_used_at IS NULL OR last_used_at < :at)`,
    );
    this.#putCoupon = db.prepare(
      `${insertInto("coupons", ["id", "merchant_id", ...COUPON_DATA])}
       ON CONFLICT (id) DO UPDATE SET ${fromExcluded(COUPON_DATA)}
       WHERE merchant_id = excluded.merchant_id`,
    );
    this.#putEndpoint = db.prepare(
      `${insertInto("webhook_endpoints", ["id", "merchant_id", ...ENDPOINT_DATA])}
       ON CONFLICT (id) DO UPDATE SET ${fromExcluded(ENDPOINT_DATA)}
       WHERE merchant_id = excluded.merchant_id`,
    );
    this.#dropDeliveries = db.prepare("DELETE FROM deliveries WHERE endpoint_id = :id");
    this.#removeEndpoint = db.prepare("DELETE FROM webhook_endpoints WHERE id = :id");
  }

  putMerchant(change: Of<"merchant.put">): void {
    const { merchant } = change;
    writeOne(change, {
      statement: this.#putMerchant,
      row: merchantToRow(merchant),
      refusals: {},
    });
    // As many as there were: the new list takes their place.
    this.#dropDomains.run({ merchant_id: merchant.id });
    for (const [position, domain] of merchant.domains.entries()) {
      writeOne(change, {
        statement: this.#addDomain,
        row: { domain, merchant_id: merchant.id, position },
        refusals: { [VIOLATED.primaryKey]: `Domain is taken: ${domain}` },
      });
    }
  }

  addKey(change: Of<"key.add">): void {
    const { key } = change;
    writeOne(change, {
      statement: this.#addKey,
      row: keyToRow(key),
      refusals: {
        [VIOLATED.primaryKey]: `Key id is taken: ${key.id}`,
        [VIOLATED.unique]: `Key secret is taken: ${key.prefix}`,
        [VIOLATED.foreignKey]: `Merchant of the key is not known: ${key.merchantId}`,
      },
    });
  }

  revokeKey(change: Of<"key.revoke">): void {
    writeOne(change, {
      statement: this.#revokeKey,
      row: { id: change.keyId, at: change.at },
      refusals: { 0: `Key is revoked already or not known: ${change.keyId}` },
    });
  }

  /** No row is right as well: the key was used later than that, or is gone. */
  useKey({ keyId, at }: Of<"key.used">): void {
    this.#useKey.run({ id: keyId, at });
  }

  putCoupon(change: Of<"coupon.put">): void {
    const { coupon } = change;
    writeOne(change, {
      statement: this.#putCoupon,
      row: couponToRow(coupon),
      refusals: {
        0: `Coupon belongs to another merchant: ${coupon.id}`,
        [VIOLATED.unique]: `Coupon code is taken: ${coupon.code}`,
        [VIOLATED.foreignKey]: `Merchant of the coupon is not known: ${coupon.merchantId}`,
      },
    });
  }

  putEndpoint(change: Of<"webhook.put">): void {
    const { endpoint } = change;
    writeOne(change, {
      statement: this.#putEndpoint,
      row: endpointToRow(endpoint),
      refusals: {
        0: `Webhook endpoint belongs to another merchant: ${endpoint.id}`,
        [VIOLATED.foreignKey]: `Merchant of the endpoint is not known: ${endpoint.merchantId}`,
      },
    });
  }

  removeEndpoint(change: Of<"webhook.remove">): void {
    // As many as there were, none included.
    this.#dropDeliveries.run({ id: change.endpointId });
    writeOne(change, {
      statement: this.#removeEndpoint,
      row: { id: change.endpointId },
      refusals: { 0: `Webhook endpoint is not known: ${change.endpointId}` },
    });
  }
}
