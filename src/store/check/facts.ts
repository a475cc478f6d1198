import { z } from "zod";
import { FAILED_LATELY_MS } from "../../domain/shop/attention.ts";
import { PAY_WAYS } from "../../domain/shop/pay_ways.ts";
import { PROVIDER_KINDS } from "../../domain/shop/provider.ts";
import { VERIFY_PHONE } from "../../domain/shop/merchant.ts";
import type {
  DatabaseFacts,
  EndpointFacts,
  ExamineOptions,
  KeyFacts,
  ShopFacts,
} from "../maintenance.ts";
import type { Reader } from "../read/query.ts";
import { limitFacts } from "./limit_facts.ts";

/** Facts that the rows of a database show. */
export type RowFacts = Pick<
  DatabaseFacts,
  | "shops"
  | "unusual"
  | "stopped"
  | "keys"
  | "endpoints"
  | "unexpected"
  | "providers"
  | "atProviders"
  | "latest"
>;

/** Limit of the keys that are listed. */
const MAX_KEYS = 10_000;

/** Selects keys that are neither revoked nor replaced. */
const EXAMINED_KEYS = `
  SELECT k.id, k.name, m.name AS shop, k.created_at AS "createdAt",
    k.last_used_at AS "lastUsedAt", k.expires_at AS "expiresAt"
  FROM api_keys AS k JOIN merchants AS m ON m.id = k.merchant_id
  WHERE k.revoked_at IS NULL AND k.successor_id IS NULL
  ORDER BY m.name, k.created_at LIMIT ${MAX_KEYS}`;

/** A row of {@link EXAMINED_KEYS}. */
const keyFactsSchema: z.ZodType<KeyFacts> = z.object({
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
const EXAMINED_SHOPS = `
  SELECT m.rules, m.country_code AS "countryCode", coalesce((
    SELECT domain FROM merchant_domains WHERE merchant_id = m.id ORDER BY position LIMIT 1
  ), m.id) AS domain, EXISTS (
    SELECT 1 FROM webhook_endpoints
    WHERE merchant_id = m.id AND disabled_at IS NULL AND livemode = 1
      AND (events = '[]' OR events LIKE '%"otp.requested"%')
  ) AS "canSendCodes", EXISTS (
    SELECT 1 FROM payment_providers
    WHERE merchant_id = m.id AND removed_at IS NULL AND livemode = 1
  ) AS "hasProvider"
  FROM merchants AS m ORDER BY m.name, m.id LIMIT ${MAX_SHOPS}`;

/** Only the rules that are examined; missing ones are those of earlier versions. */
const examinedRules = z.object({
  cod: z.looseObject({}).nullable().catch(null),
  verifyPhone: z.enum(VERIFY_PHONE).catch("never"),
  shipping: z.array(z.object({ countries: z.array(z.string()) })).catch([]),
  checkout: z.object({
    cartLinks: z.boolean().catch(false),
    paymentUrl: z.string().catch(""),
    manual: z.looseObject({}).nullable().catch(null),
    payOrder: z.array(z.enum(PAY_WAYS)).catch([...PAY_WAYS]),
  }).catch({ cartLinks: false, paymentUrl: "", manual: null, payOrder: [...PAY_WAYS] }),
});

/** A row of {@link EXAMINED_SHOPS}. */
const shopFactsSchema: z.ZodType<ShopFacts> = z.object({
  domain: z.string(),
  rules: z.string(),
  countryCode: z.string(),
  canSendCodes: z.union([z.boolean(), z.number()]),
  hasProvider: z.union([z.boolean(), z.number()]),
}).transform(({ rules, canSendCodes, hasProvider, ...shop }) => {
  const { checkout, ...read } = examinedRules.parse(JSON.parse(rules));
  return {
    ...shop,
    rules: read,
    checkout,
    canSendCodes: Boolean(canSendCodes),
    hasProvider: Boolean(hasProvider),
  };
});

/** By the indexes of pending and of failed deliveries, so that no finished one is walked. */
const EXAMINED_ENDPOINTS = `
  SELECT w.id, w.url, w.disabled_at AS "disabledAt",
    count(p.next_at) AS pending, min(p.next_at) AS "oldestDueAt",
    (SELECT count(*) FROM deliveries
     WHERE endpoint_id = w.id AND state = 'FAILED' AND updated_at >= :since) AS failed
  FROM webhook_endpoints AS w LEFT JOIN (
    SELECT endpoint_id, next_at FROM deliveries WHERE state = 'PENDING' AND attempts = 0
    UNION ALL
    SELECT endpoint_id, next_at FROM deliveries WHERE state = 'PENDING' AND attempts > 0
  ) AS p ON p.endpoint_id = w.id
  GROUP BY w.id ORDER BY w.created_at, w.id`;

/** The backlog and the failures of an endpoint. */
const endpointFactsSchema: z.ZodType<EndpointFacts> = z.object({
  id: z.string(),
  url: z.string(),
  disabledAt: z.number().nullable(),
  pending: z.number(),
  oldestDueAt: z.number().nullable(),
  failed: z.number(),
});

/** Selects the number and the oldest of unresolved payment results without an order. */
const EXAMINED_PAYMENTS = `
  SELECT count(*) AS open, min(at) AS "oldestAt", coalesce((
    SELECT max(records) FROM (
      SELECT count(*) AS records FROM unexpected_payments
      WHERE livemode = 1 AND resolved_at IS NULL AND group_id IS NOT NULL GROUP BY group_id
    ) AS groups
  ), 0) AS "mostUnknown" FROM unexpected_payments
  WHERE livemode = 1 AND resolved_at IS NULL`;

/** The row of {@link EXAMINED_PAYMENTS}. */
const paymentFactsSchema: z.ZodType<DatabaseFacts["unexpected"]> = z.object({
  open: z.number(),
  oldestAt: z.number().nullable(),
  mostUnknown: z.number(),
});

/** Counts accounts at providers. */
const EXAMINED_PROVIDERS = `
  SELECT kind, count(*) AS accounts FROM payment_providers
  WHERE removed_at IS NULL GROUP BY kind ORDER BY kind`;

/** A row of {@link EXAMINED_PROVIDERS}. */
const providersSchema: z.ZodType<DatabaseFacts["providers"][number]> = z.object({
  kind: z.enum(PROVIDER_KINDS),
  accounts: z.number(),
});

/** Limit of the payments that are listed. */
const MAX_PAYMENTS = 1000;

/** Selects payments that providers are asked for, by their index. */
const EXAMINED_AT_PROVIDERS = `
  SELECT p.payment_id AS "paymentId", p.page_ends_at AS "pageEndsAt"
  FROM provider_payments AS p JOIN sessions AS s ON s.id = p.session_id
  WHERE p.next_look_at IS NOT NULL
    AND s.payment_state = 'PENDING' AND s.livemode = 1
  ORDER BY p.page_ends_at LIMIT ${MAX_PAYMENTS}`;

/** A row of {@link EXAMINED_AT_PROVIDERS}. */
const pendingSchema: z.ZodType<DatabaseFacts["atProviders"][number]> = z.object({
  paymentId: z.string(),
  pageEndsAt: z.number(),
});

/** Selects the latest times, each by an index. */
const LATEST = `
  SELECT 'session' AS what, max((
    SELECT max(created_at) FROM sessions WHERE merchant_id = m.id AND livemode = 1
  )) AS at FROM merchants AS m
  UNION ALL SELECT 'event', (SELECT at FROM events ORDER BY seq DESC LIMIT 1)
  UNION ALL SELECT 'use of a key', max(last_used_at) FROM api_keys`;

const latestSchema = z.object({ what: z.string(), at: z.number().nullable() });

/** Facts of a database of another schema version, whose rows are not read. */
export const UNREAD_FACTS: RowFacts = {
  shops: [],
  unusual: [],
  stopped: [],
  keys: [],
  endpoints: [],
  unexpected: { open: 0, oldestAt: null, mostUnknown: 0 },
  providers: [],
  atProviders: [],
  latest: [],
};

/** Reads the facts that rows show; the caller has a snapshot. */
export async function readFacts(
  reader: Reader,
  { now }: Pick<ExamineOptions, "now">,
): Promise<RowFacts> {
  const rows = async <T>(text: string, schema: z.ZodType<T>) =>
    await reader.query([], text, (row) => schema.parse(row)).all({});
  const [unexpected = UNREAD_FACTS.unexpected] = await rows(EXAMINED_PAYMENTS, paymentFactsSchema);
  const endpoints = reader.query(
    ["since"],
    EXAMINED_ENDPOINTS,
    (row) => endpointFactsSchema.parse(row),
  );
  return {
    shops: await rows(EXAMINED_SHOPS, shopFactsSchema),
    ...await limitFacts(reader, now),
    keys: await rows(EXAMINED_KEYS, keyFactsSchema),
    endpoints: await endpoints.all({ since: now - FAILED_LATELY_MS }),
    unexpected,
    providers: await rows(EXAMINED_PROVIDERS, providersSchema),
    atProviders: await rows(EXAMINED_AT_PROVIDERS, pendingSchema),
    latest: (await rows(LATEST, latestSchema))
      .flatMap(({ what, at }) => at === null ? [] : [{ what, at }]),
  };
}
