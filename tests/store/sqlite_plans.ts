/** Query plans of SQLite. */
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import type { Reader } from "../../src/store/read/query.ts";
import { openDatabase } from "../../src/store/sqlite/file/open.ts";
import { sqliteReader } from "../../src/store/sqlite/read/reader.ts";

function openInMemory(): Promise<DatabaseSync> {
  const delay = () => Promise.resolve();
  return openDatabase(":memory:", { busyTimeoutMs: 0, retryForMs: 0, delay });
}

/** The statements that are prepared, each with its query plan. */
export async function plansOf(
  prepareAll: (reader: Reader, db: DatabaseSync) => unknown,
): Promise<{ sql: string; plan: string[] }[]> {
  const db = await openInMemory();
  const statements: string[] = [];
  const prepare = db.prepare.bind(db);
  db.prepare = (sql: string) => {
    statements.push(sql);
    return prepare(sql);
  };
  prepareAll(sqliteReader(db), db);
  const plans = statements.map((sql) => ({
    sql,
    plan: prepare(`EXPLAIN QUERY PLAN ${sql}`).all()
      .map((row) => z.object({ detail: z.string() }).parse(row).detail),
  }));
  db.close();
  return plans;
}
