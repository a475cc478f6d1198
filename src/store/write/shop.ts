import { sql } from "../sql/sql.ts";
import { key, merchant, rows } from "./locks.ts";
import { fromExcluded, insertInto, write } from "./write.ts";

/** Columns of a merchant besides its id. */
export const MERCHANT_DATA = [
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
  "last_used_from",
  "expires_at",
  "revoked_at",
  "scopes",
  "allowed_from",
  "successor_id",
  "livemode",
] as const;

/** Columns of what the merchant decided about a coupon. */
export const COUPON_DATA = [
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
  "kind",
  "url",
  "secret",
  "templates",
  "events",
  "include",
  "allow_insecure",
  "disabled_at",
  "created_at",
  "livemode",
  "lanes",
  "batch",
] as const;

/** Shops, their keys, coupons and webhook endpoints. */
export const SHOP_WRITES = {
  "merchant.put": write(
    sql`${insertInto("merchants", ["id", ...MERCHANT_DATA])}
       ON CONFLICT (id) DO UPDATE SET ${fromExcluded(MERCHANT_DATA)}`,
    rows("merchants", "id"),
  ),
  "domains.delete": write(
    "DELETE FROM merchant_domains WHERE merchant_id = :merchant_id",
    merchant,
  ),
  "domain.add": write(
    insertInto("merchant_domains", ["domain", "merchant_id", "position"]),
  ),
  "key.add": write(
    insertInto("api_keys", KEY),
  ),
  "key.revoke": write(
    "UPDATE api_keys SET revoked_at = :at WHERE id = :id AND revoked_at IS NULL",
    rows("api_keys", "id"),
  ),
  "key.rotate": write(
    `UPDATE api_keys SET successor_id = :successor_id, expires_at = :ends_at
       WHERE id = :id AND successor_id IS NULL AND revoked_at IS NULL`,
    rows("api_keys", "id"),
  ),
  "key.update": write(
    `UPDATE api_keys SET name = :name, expires_at = :expires_at, allowed_from = :allowed_from
       WHERE id = :id AND revoked_at IS NULL AND name = :was_name
         AND allowed_from = :was_allowed_from
         AND coalesce(expires_at, -1) = coalesce(:was_expires_at, -1)
         AND coalesce(successor_id, '') = coalesce(:successor_id, '')`,
    rows("api_keys", "id"),
  ),
  "key.used": write(
    `UPDATE api_keys SET last_used_at = :at, last_used_from = :used_from
       WHERE id = :id AND (last_used_at IS NULL OR last_used_at < :at)`,
    rows("api_keys", "id"),
  ),
  "coupon.put": write(
    sql`${insertInto("coupons", ["id", "merchant_id", ...COUPON_DATA])}
       ON CONFLICT (id) DO UPDATE SET ${fromExcluded(COUPON_DATA)}
       WHERE coupons.merchant_id = excluded.merchant_id`,
    rows("coupons", "id"),
  ),
  // Its uses refer to it.
  "coupon.delete": write(
    "DELETE FROM coupons WHERE id = :id",
    rows("coupons", "id"),
  ),
  "webhook.add": write(
    insertInto("webhook_endpoints", ["id", "merchant_id", ...ENDPOINT_DATA]),
  ),
  // A rotation alone replaces the secret of a webhook: what was read before it must not undo it.
  "webhook.put": write(
    sql`${insertInto("webhook_endpoints", ["id", "merchant_id", ...ENDPOINT_DATA])}
       ON CONFLICT (id) DO UPDATE SET ${
      fromExcluded(ENDPOINT_DATA.filter((name) => name !== "secret"))
    }, secret = CASE excluded.kind
         WHEN 'webhook' THEN webhook_endpoints.secret ELSE excluded.secret END
       WHERE webhook_endpoints.merchant_id = excluded.merchant_id`,
    rows("endpoints", "id"),
  ),
  "webhook.rotate": write(
    `UPDATE webhook_endpoints SET secret = :secret, previous_secret = :previous_secret,
       previous_ends_at = :previous_ends_at
       WHERE id = :id AND secret = :was_secret`,
    rows("endpoints", "id"),
  ),
  "secret.add": write(
    insertInto("secrets", ["name", "value", "created_at"]),
    key("secret", "name"),
  ),
  "webhook.deleteDeliveries": write(
    "DELETE FROM deliveries WHERE endpoint_id = :id",
    rows("endpoints", "id"),
  ),
  "webhook.delete": write(
    "DELETE FROM webhook_endpoints WHERE id = :id",
    rows("endpoints", "id"),
  ),
} as const;
