import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { AppError } from "../../../domain/errors.ts";
import type { DatabaseFacts, EndpointFacts, ExamineOptions, KeyFacts } from "../../maintenance.ts";
import { isBusy } from "../file/errors.ts";
import { SCHEMA_VERSION } from "../file/migrate.ts";
import { damage, inOneView, openAny } from "../file/connect.ts";

const MAX_LINES = 10;
/** Limit of the keys that are listed. */
const MAX_KEYS = 10_000;

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
      server: null,
      damage: checksFile ? damage(db, "quick_check", MAX_LINES) : null,
    };
    const isReadable = version === SCHEMA_VERSION && (facts.damage ?? []).length === 0;
    if (!isReadable) {
      return { ...facts, keys: [], endpoints: [], unexpected: NO_PAYMENTS, latest: [] };
    }
    return await inOneView(db, () => ({
      ...facts,
      keys: keys(db),
      endpoints: endpoints(db, failedSince),
      unexpected: unexpected(db),
      latest: latest(db),
    }));
  } finally {
    db.close();
  }
}

const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  shop: z.string(),
  createdAt: z.number(),
  lastUsedAt: z.number().nullable(),
  expiresAt: z.number().nullable(),
});

function keys(db: DatabaseSync): KeyFacts[] {
  const rows = db.prepare(
    `SELECT k.id, k.name, m.name AS shop, k.created_at AS createdAt,
       k.last_used_at AS lastUsedAt, k.expires_at AS expiresAt
     FROM api_keys AS k JOIN merchants AS m ON m.id = k.merchant_id
     WHERE k.revoked_at IS NULL AND k.successor_id IS NULL ORDER BY m.name, k.created_at LIMIT ?`,
  ).all(MAX_KEYS);
  return rows.map((row) => keySchema.parse(row));
}

const endpointSchema = z.object({
  id: z.string(),
  url: z.string(),
  disabledAt: z.number().nullable(),
  pending: z.number(),
  oldestDueAt: z.number().nullable(),
  failed: z.number(),
});

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
  return rows.map((row) => endpointSchema.parse(row));
}

const NO_PAYMENTS: DatabaseFacts["unexpected"] = { open: 0, oldestAt: null };

const unexpectedSchema = z.object({ open: z.number(), oldestAt: z.number().nullable() });

function unexpected(db: DatabaseSync): DatabaseFacts["unexpected"] {
  const row = db.prepare(
    `SELECT count(*) AS open, min(at) AS oldestAt FROM unexpected_payments
     WHERE livemode = 1 AND resolved_at IS NULL`,
  ).get();
  return unexpectedSchema.parse(row);
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
