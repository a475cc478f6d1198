import { z } from "zod";
import { type ApiKey, SCOPES } from "../../domain/shop/api_key.ts";
import type { Form } from "../form.ts";
import { count, flag, keyId, merchantId, parseJsonColumn, parseRow } from "./parse.ts";

const TABLE = "api_keys";

const rowSchema = z.object({
  id: keyId,
  merchant_id: merchantId,
  name: z.string(),
  hash: z.string(),
  prefix: z.string(),
  rate_limit: count.nullable(),
  scopes: z.string(),
  allowed_from: z.string(),
  created_at: count,
  last_used_at: count.nullable(),
  last_used_from: z.string().nullable(),
  expires_at: count.nullable(),
  revoked_at: count.nullable(),
  successor_id: keyId.nullable(),
  livemode: flag,
});

const rangesSchema = z.array(z.string());

const scopesSchema = z.array(z.enum(SCOPES)).min(1);

/**
 * Reads an API key from a row of `api_keys`.
 *
 * @throws {RowError} when the row does not parse
 */
export function keyFromRow(row: unknown): ApiKey {
  const read = parseRow(rowSchema, row, { table: TABLE, keyColumns: ["id"] });
  return {
    id: read.id,
    merchantId: read.merchant_id,
    name: read.name,
    hash: read.hash,
    prefix: read.prefix,
    rateLimit: read.rate_limit,
    scopes: new Set(
      parseJsonColumn(scopesSchema, read.scopes, { table: TABLE, key: read.id, name: "scopes" }),
    ),
    allowedFrom: parseJsonColumn(rangesSchema, read.allowed_from, {
      table: TABLE,
      key: read.id,
      name: "allowed_from",
    }),
    livemode: read.livemode === 1,
    createdAt: read.created_at,
    lastUsedAt: read.last_used_at,
    lastUsedFrom: read.last_used_from,
    expiresAt: read.expires_at,
    revokedAt: read.revoked_at,
    successorId: read.successor_id,
  };
}

/** The columns of `api_keys`. */
export function keyToRow(key: ApiKey): Form<typeof rowSchema> {
  return {
    id: key.id,
    merchant_id: key.merchantId,
    name: key.name,
    hash: key.hash,
    prefix: key.prefix,
    rate_limit: key.rateLimit,
    scopes: JSON.stringify([...key.scopes]),
    allowed_from: JSON.stringify(key.allowedFrom),
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    last_used_from: key.lastUsedFrom,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    successor_id: key.successorId,
    livemode: Number(key.livemode),
  };
}
