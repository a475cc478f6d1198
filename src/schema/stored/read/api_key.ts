import { z } from "zod";
import type { ApiKey } from "../../../domain/api_key.ts";
import { count, keyId, merchantId, parseRow } from "./parse.ts";

const rowSchema = z.object({
  id: keyId,
  merchant_id: merchantId,
  name: z.string(),
  hash: z.string(),
  prefix: z.string(),
  rate_limit: count.nullable(),
  created_at: count,
  last_used_at: count.nullable(),
  expires_at: count.nullable(),
  revoked_at: count.nullable(),
});

/**
 * Reads an API key from a row of `api_keys`.
 *
 * @throws {RowError} when the row does not parse
 */
export function keyFromRow(row: unknown): ApiKey {
  const read = parseRow(rowSchema, row, { table: "api_keys", keyColumns: ["id"] });
  return {
    id: read.id,
    merchantId: read.merchant_id,
    name: read.name,
    hash: read.hash,
    prefix: read.prefix,
    rateLimit: read.rate_limit,
    createdAt: read.created_at,
    lastUsedAt: read.last_used_at,
    expiresAt: read.expires_at,
    revokedAt: read.revoked_at,
  };
}
