import type { ApiKey } from "../../../domain/api_key.ts";

/** The columns of `api_keys`. */
export function keyToRow(key: ApiKey) {
  return {
    id: key.id,
    merchant_id: key.merchantId,
    name: key.name,
    hash: key.hash,
    prefix: key.prefix,
    rate_limit: key.rateLimit,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
  };
}
