import { z } from "zod";
import type { DatabaseFacts, EndpointFacts, KeyFacts } from "../maintenance.ts";

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
export const UNREAD_FACTS: Pick<DatabaseFacts, "keys" | "endpoints" | "unexpected" | "latest"> = {
  keys: [],
  endpoints: [],
  unexpected: { open: 0, oldestAt: null, mostUnknown: 0 },
  latest: [],
};
