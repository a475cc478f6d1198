import { z } from "zod";
import {
  endpointFactsSchema,
  EXAMINED_KEYS,
  EXAMINED_PAYMENTS,
  EXAMINED_SHOPS,
  keyFactsSchema,
  paymentFactsSchema,
  shopFactsSchema,
  UNREAD_FACTS,
} from "../../check/facts.ts";
import type { DatabaseFacts, ExamineOptions } from "../../maintenance.ts";
import type { PgConnection } from "../connection/client.ts";
import { POSTGRES_SCHEMA_VERSION } from "../schema/migrations.ts";
import { readSchema, worksOn } from "../schema/version.ts";
import { inSnapshot } from "./check.ts";
import { serverFacts, type ServerQuestion } from "./server_facts.ts";

const ENDPOINTS = `
  SELECT w.id, w.url, w.disabled_at AS "disabledAt",
    count(p.next_at) AS pending, min(p.next_at) AS "oldestDueAt",
    (SELECT count(*) FROM deliveries
     WHERE endpoint_id = w.id AND state = 'FAILED' AND updated_at >= $1) AS failed
  FROM webhook_endpoints AS w LEFT JOIN deliveries AS p
    ON p.endpoint_id = w.id AND p.state = 'PENDING'
  GROUP BY w.id ORDER BY w.created_at, w.id`;

const LATEST = `
  SELECT 'session' AS what, max(created_at) AS at FROM sessions WHERE livemode = 1
  UNION ALL SELECT 'event', (SELECT at FROM events ORDER BY seq DESC LIMIT 1)
  UNION ALL SELECT 'use of a key', max(last_used_at) FROM api_keys`;

const latestSchema = z.object({ what: z.string(), at: z.number().nullable() });

/**
 * Gathers facts of a database and its server. Of a schema that this program does not work on, or of
 * an unfinished copy, only the version and the server's.
 */
export async function examinePostgres(
  connection: PgConnection,
  { failedSince }: ExamineOptions,
  of: ServerQuestion,
): Promise<DatabaseFacts> {
  const schema = await readSchema(connection);
  const facts = {
    schemaVersion: schema.version,
    knownVersion: POSTGRES_SCHEMA_VERSION,
    isUsable: worksOn(schema),
    damage: null,
    server: await serverFacts(connection, of),
  };
  if (!facts.isUsable || facts.server.isUnfinishedCopy) return { ...facts, ...UNREAD_FACTS };
  return await inSnapshot(connection, async () => {
    const rows = async <T>(schema: z.ZodType<T>, sql: string, ...values: readonly number[]) =>
      (await connection.query(sql, values)).map((row) => schema.parse(row));
    const [unexpected] = await rows(paymentFactsSchema, EXAMINED_PAYMENTS);
    return {
      ...facts,
      shops: await rows(shopFactsSchema, EXAMINED_SHOPS),
      keys: await rows(keyFactsSchema, EXAMINED_KEYS),
      endpoints: await rows(endpointFactsSchema, ENDPOINTS, failedSince),
      unexpected: unexpected ?? UNREAD_FACTS.unexpected,
      latest: (await rows(latestSchema, LATEST))
        .flatMap(({ what, at }) => at === null ? [] : [{ what, at }]),
    };
  });
}
