import { z } from "zod";
import type { DatabaseFacts, ExamineOptions } from "../../maintenance.ts";
import type { PgConnection } from "../connection/client.ts";
import { POSTGRES_SCHEMA_VERSION, schemaVersion } from "../migrate.ts";
import { inSnapshot } from "./check.ts";
import { serverFacts, type ServerQuestion } from "./server_facts.ts";

/** Limit of the keys that are listed. */
const MAX_KEYS = 10_000;

const KEYS = `
  SELECT k.id, k.name, m.name AS shop, k.created_at AS "createdAt",
    k.last_used_at AS "lastUsedAt", k.expires_at AS "expiresAt"
  FROM api_keys AS k JOIN merchants AS m ON m.id = k.merchant_id
  WHERE k.revoked_at IS NULL AND k.successor_id IS NULL ORDER BY m.name, k.created_at LIMIT $1`;

const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  shop: z.string(),
  createdAt: z.number(),
  lastUsedAt: z.number().nullable(),
  expiresAt: z.number().nullable(),
});

const ENDPOINTS = `
  SELECT w.id, w.url, w.disabled_at AS "disabledAt",
    count(p.next_at) AS pending, min(p.next_at) AS "oldestDueAt",
    (SELECT count(*) FROM deliveries
     WHERE endpoint_id = w.id AND state = 'FAILED' AND updated_at >= $1) AS failed
  FROM webhook_endpoints AS w LEFT JOIN deliveries AS p
    ON p.endpoint_id = w.id AND p.state = 'PENDING'
  GROUP BY w.id ORDER BY w.created_at, w.id`;

const endpointSchema = z.object({
  id: z.string(),
  url: z.string(),
  disabledAt: z.number().nullable(),
  pending: z.number(),
  oldestDueAt: z.number().nullable(),
  failed: z.number(),
});

const UNEXPECTED = `
  SELECT count(*) AS open, min(at) AS "oldestAt" FROM unexpected_payments
  WHERE livemode = 1 AND resolved_at IS NULL`;

const unexpectedSchema = z.object({ open: z.number(), oldestAt: z.number().nullable() });

const LATEST = `
  SELECT 'session' AS what, max(created_at) AS at FROM sessions WHERE livemode = 1
  UNION ALL SELECT 'event', (SELECT at FROM events ORDER BY seq DESC LIMIT 1)
  UNION ALL SELECT 'use of a key', max(last_used_at) FROM api_keys`;

const latestSchema = z.object({ what: z.string(), at: z.number().nullable() });

/**
 * Gathers facts of a database and its server. Of another schema version only these and the version.
 */
export async function examinePostgres(
  connection: PgConnection,
  { failedSince }: ExamineOptions,
  of: ServerQuestion,
): Promise<DatabaseFacts> {
  const version = await schemaVersion(connection);
  const facts = {
    schemaVersion: version,
    knownVersion: POSTGRES_SCHEMA_VERSION,
    damage: null,
    server: await serverFacts(connection, of),
  };
  if (version !== POSTGRES_SCHEMA_VERSION) {
    const unexpected = { open: 0, oldestAt: null };
    return { ...facts, keys: [], endpoints: [], unexpected, latest: [] };
  }
  return await inSnapshot(connection, async () => {
    const rows = async <T>(schema: z.ZodType<T>, sql: string, ...values: readonly number[]) =>
      (await connection.query(sql, values)).map((row) => schema.parse(row));
    const [unexpected = { open: 0, oldestAt: null }] = await rows(unexpectedSchema, UNEXPECTED);
    return {
      ...facts,
      keys: await rows(keySchema, KEYS, MAX_KEYS),
      endpoints: await rows(endpointSchema, ENDPOINTS, failedSince),
      unexpected,
      latest: (await rows(latestSchema, LATEST))
        .flatMap(({ what, at }) => at === null ? [] : [{ what, at }]),
    };
  });
}
