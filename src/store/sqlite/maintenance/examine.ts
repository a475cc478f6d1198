import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { AppError } from "../../../domain/errors.ts";
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
import type { DatabaseFacts, EndpointFacts, ExamineOptions, KeyFacts } from "../../maintenance.ts";
import { isBusy } from "../file/errors.ts";
import { SCHEMA_VERSION } from "../file/migrate.ts";
import { damage, inOneView, openAny } from "../file/connect.ts";

const MAX_LINES = 10;

/**
 * Gathers facts of a database without changing it. Of an older or newer schema only the version and
 * SQLite's check of the file.
 *
 * @throws {AppError} `error.conflict` while another process holds the lock
 * @throws {DatabaseOpenError} if it cannot be opened
 */
export async function examineDatabase(
  path: string,
  options: ExamineOptions,
): Promise<DatabaseFacts> {
  try {
    return await examine(path, options);
  } catch (error) {
    if (!isBusy(error) && !(error instanceof Error && isBusy(error.cause))) throw error;
    const message = `The database is locked by another process: ${path}`;
    throw new AppError("error.conflict", message, { cause: error });
  }
}

async function examine(
  path: string,
  { failedSince, checksFile }: ExamineOptions,
): Promise<DatabaseFacts> {
  const { db, version } = openAny(path);
  try {
    const facts = {
      schemaVersion: version,
      knownVersion: SCHEMA_VERSION,
      isUsable: version === SCHEMA_VERSION,
      server: null,
      damage: checksFile ? damage(db, "quick_check", MAX_LINES) : null,
    };
    const isReadable = facts.isUsable && (facts.damage ?? []).length === 0;
    if (!isReadable) return { ...facts, ...UNREAD_FACTS };
    return await inOneView(db, () => ({
      ...facts,
      shops: db.prepare(EXAMINED_SHOPS).all().map((row) => shopFactsSchema.parse(row)),
      keys: keys(db),
      endpoints: endpoints(db, failedSince),
      unexpected: unexpected(db),
      latest: latest(db),
    }));
  } finally {
    db.close();
  }
}

function keys(db: DatabaseSync): KeyFacts[] {
  return db.prepare(EXAMINED_KEYS).all().map((row) => keyFactsSchema.parse(row));
}

/** By the indexes of pending and of failed deliveries, so that no finished one is walked. */
function endpoints(db: DatabaseSync, failedSince: number): EndpointFacts[] {
  const rows = db.prepare(
    `SELECT w.id, w.url, w.disabled_at AS disabledAt,
       count(p.next_at) AS pending, min(p.next_at) AS oldestDueAt,
       (SELECT count(*) FROM deliveries
        WHERE endpoint_id = w.id AND state = 'FAILED' AND updated_at >= ?) AS failed
     FROM webhook_endpoints AS w LEFT JOIN (
       SELECT endpoint_id, next_at FROM deliveries WHERE state = 'PENDING' AND attempts = 0
       UNION ALL
       SELECT endpoint_id, next_at FROM deliveries WHERE state = 'PENDING' AND attempts > 0
     ) AS p ON p.endpoint_id = w.id
     GROUP BY w.id ORDER BY w.created_at, w.id`,
  ).all(failedSince);
  return rows.map((row) => endpointFactsSchema.parse(row));
}

function unexpected(db: DatabaseSync): DatabaseFacts["unexpected"] {
  return paymentFactsSchema.parse(db.prepare(EXAMINED_PAYMENTS).get());
}

const latestSchema = z.object({ what: z.string(), at: z.number() });

/** Latest times, each by an index. */
function latest(db: DatabaseSync): DatabaseFacts["latest"] {
  const rows = db.prepare(
    `SELECT 'session' AS what, max((
       SELECT max(created_at) FROM sessions WHERE merchant_id = m.id AND livemode = 1
     )) AS at FROM merchants AS m
     UNION ALL SELECT 'event', (SELECT at FROM events ORDER BY seq DESC LIMIT 1)
     UNION ALL SELECT 'use of a key', max(last_used_at) FROM api_keys`,
  ).all();
  return rows.filter(({ at }) => at !== null).map((row) => latestSchema.parse(row));
}
