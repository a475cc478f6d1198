import { z } from "zod";
import { VERIFY_PHONE } from "../../domain/shop/merchant.ts";
import type { DatabaseFacts, EndpointFacts, KeyFacts, ShopFacts } from "../maintenance.ts";

/** Limit of the keys that are listed. */
const MAX_KEYS = 10_000;

/** Selects keys that are neither revoked nor replaced. */
export const EXAMINED_KEYS = `
  SELECT k.id, k.name, m.name AS shop, k.created_at AS "createdAt",
    k.last_used_at AS "lastUsedAt", k.expires_at AS "expiresAt"
  FROM api_keys AS k JOIN merchants AS m ON m.id = k.merchant_id
  WHERE k.revoked_at IS NULL AND k.successor_id IS NULL
  ORDER BY m.name, k.created_at LIMIT ${MAX_KEYS}`;

/** A row of {@link EXAMINED_KEYS}. */
export const keyFactsSchema: z.ZodType<KeyFacts> = z.object({
  id: z.string(),
  name: z.string(),
  shop: z.string(),
  createdAt: z.number(),
  lastUsedAt: z.number().nullable(),
  expiresAt: z.number().nullable(),
});

/** Limit of the shops that are examined. */
const MAX_SHOPS = 10_000;

/** Selects shops with their rules, and if an enabled endpoint could deliver their codes. */
export const EXAMINED_SHOPS = `
  SELECT m.rules, coalesce((
    SELECT domain FROM merchant_domains WHERE merchant_id = m.id ORDER BY position LIMIT 1
  ), m.id) AS domain, EXISTS (
    SELECT 1 FROM webhook_endpoints
    WHERE merchant_id = m.id AND disabled_at IS NULL AND livemode = 1
      AND (events = '[]' OR events LIKE '%"otp.requested"%')
  ) AS "canSendCodes"
  FROM merchants AS m ORDER BY m.name, m.id LIMIT ${MAX_SHOPS}`;

/** Only the rules that are examined; missing ones are those of earlier versions. */
const examinedRules = z.object({
  cod: z.looseObject({}).nullable().catch(null),
  verifyPhone: z.enum(VERIFY_PHONE).catch("never"),
  checkout: z.object({ cartLinks: z.boolean() }).catch({ cartLinks: false }),
});

/** A row of {@link EXAMINED_SHOPS}. */
export const shopFactsSchema: z.ZodType<ShopFacts> = z.object({
  domain: z.string(),
  rules: z.string(),
  canSendCodes: z.union([z.boolean(), z.number()]),
}).transform(({ domain, rules, canSendCodes }) => {
  const { checkout, ...read } = examinedRules.parse(JSON.parse(rules));
  return { domain, rules: read, checkout, canSendCodes: Boolean(canSendCodes) };
});

/** The backlog and the failures of an endpoint. */
export const endpointFactsSchema: z.ZodType<EndpointFacts> = z.object({
  id: z.string(),
  url: z.string(),
  disabledAt: z.number().nullable(),
  pending: z.number(),
  oldestDueAt: z.number().nullable(),
  failed: z.number(),
});

/** Selects the number and the oldest of unresolved payment results without an order. */
export const EXAMINED_PAYMENTS = `
  SELECT count(*) AS open, min(at) AS "oldestAt", coalesce((
    SELECT max(records) FROM (
      SELECT count(*) AS records FROM unexpected_payments
      WHERE livemode = 1 AND resolved_at IS NULL AND group_id IS NOT NULL GROUP BY group_id
    ) AS groups
  ), 0) AS "mostUnknown" FROM unexpected_payments
  WHERE livemode = 1 AND resolved_at IS NULL`;

/** The row of {@link EXAMINED_PAYMENTS}. */
export const paymentFactsSchema: z.ZodType<DatabaseFacts["unexpected"]> = z.object({
  open: z.number(),
  oldestAt: z.number().nullable(),
  mostUnknown: z.number(),
});

/** Facts of a database of another schema version, whose rows are not read. */
export const UNREAD_FACTS: Pick<
  DatabaseFacts,
  "shops" | "keys" | "endpoints" | "unexpected" | "latest"
> = {
  shops: [],
  keys: [],
  endpoints: [],
  unexpected: { open: 0, oldestAt: null, mostUnknown: 0 },
  latest: [],
};
