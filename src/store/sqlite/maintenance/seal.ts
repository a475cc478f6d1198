import type { DatabaseSync } from "node:sqlite";
import type { SealOptions, SealReport, SecretFacts } from "../../../domain/sealing.ts";
import { CLEANED, readSecretFacts, sealRows, SECRET_TABLES } from "../../seal/seal.ts";
import { inOneView, openCurrent } from "../file/connect.ts";
import { readPragma } from "../file/migrate.ts";
import { isBusy } from "../file/errors.ts";
import { openDatabase, timer } from "../file/open.ts";
import { sqliteReader } from "../read/reader.ts";

/** Longest wait for a lock, off the event loop: a server serves meanwhile. */
const RETRY_FOR_MS = 5000;
const RETRY_MS = 20;

/** Zeros written at a time to free pages: each commit blocks the thread for some milliseconds. */
const CHUNK_BYTES = 1024 * 1024;
/** Pause after each, for requests. */
const PAUSE_MS = 10;
/** Pause between attempts to empty the log. */
const LOG_PAUSE_MS = 250;
/** A table for them, which is gone afterwards. */
export const FILLER = "checkoutd_filler";

/** Reads the secrets of a database. */
export async function secretsOf(path: string): Promise<SecretFacts> {
  const db = openCurrent(path);
  try {
    return await inOneView(db, () => readSecretFacts(sqliteReader(db)));
  } finally {
    db.close();
  }
}

/**
 * Seals secrets, and with `cleaning` overwrites where their plain text was, on a connection of its
 * own. No statement waits for a lock: that would block the thread.
 */
export async function sealDatabase(
  path: string,
  options: SealOptions,
  newId: () => string,
): Promise<SealReport> {
  const db = await openDatabase(path, {
    schema: "require",
    busyTimeoutMs: 0,
    retryForMs: RETRY_FOR_MS,
    delay: timer,
  });
  try {
    // Tables are dropped and made again.
    db.exec("PRAGMA foreign_keys = OFF");
    const { mustClean, ...report } = await inTransaction(
      db,
      () =>
        sealRows(
          { reader: sqliteReader(db), run: (sql, ...v) => run(db, sql, v), newId },
          options,
        ),
    );
    const { cleaning, now } = options;
    if (!mustClean || report.problem !== null || cleaning === undefined) return report;
    await clean(db, { now, cleaning }).catch((error) => {
      // The next server begins again.
      if (!cleaning.aborted) throw error;
    });
    return report;
  } finally {
    db.close();
  }
}

function run(db: DatabaseSync, sql: string, values: readonly (string | number | null)[]): void {
  db.prepare(sql.replaceAll("$", "?")).run(...values);
}

/** Does some work again until no other connection holds a lock that it needs. */
async function whenFree<T>(work: () => T, cleaning?: AbortSignal): Promise<T> {
  for (let attempts = RETRY_FOR_MS / RETRY_MS;; attempts--) {
    cleaning?.throwIfAborted();
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || attempts <= 0) throw error;
      await timer(RETRY_MS);
    }
  }
}

async function inTransaction<T>(db: DatabaseSync, work: () => T | Promise<T>): Promise<T> {
  const begin = db.prepare("BEGIN IMMEDIATE");
  await whenFree(() => begin.run());
  try {
    const result = await work();
    db.prepare("COMMIT").run();
    return result;
  } finally {
    if (db.isTransaction) db.exec("ROLLBACK");
  }
}

/**
 * Overwrites plain text that is in no row any more: in the pages of the tables, in free pages and in
 * the log. VACUUM would do it, and needs more rights than the program has. If the process ends
 * meanwhile, the next one does it again.
 *
 * @throws the signal's reason once it is aborted
 */
async function clean(
  db: DatabaseSync,
  { now, cleaning }: { readonly now: number; readonly cleaning: AbortSignal },
): Promise<void> {
  // That of a process that ended halfway.
  await dropFiller(db, cleaning);
  cleaning.throwIfAborted();
  await inTransaction(db, () => {
    for (const table of SECRET_TABLES) rewrite(db, table);
  });
  await fillFreePages(db, cleaning);
  // Readers may need the log for long.
  while (!emptiedLog(db)) {
    await timer(LOG_PAUSE_MS);
    cleaning.throwIfAborted();
  }
  await whenFree(() => run(db, CLEANED, [now]), cleaning);
}

/** Copies a table to new pages, with its indexes and triggers; the old pages become zeros. */
function rewrite(db: DatabaseSync, table: string): void {
  const made = db.prepare(
    "SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY type = 'table' DESC",
  ).all(table).map(({ sql }) => String(sql));
  const columns = db.prepare("SELECT name FROM pragma_table_info(?)").all(table)
    .map(({ name }) => `"${name}"`);
  // Endpoints are listed in the order in which they were added.
  const hasRows = db.prepare("SELECT 1 FROM pragma_table_list(?) WHERE wr = 0").get(table);
  const list = [...hasRows === undefined ? [] : ["rowid"], ...columns].join(", ");
  const [own = "", ...others] = made;
  db.exec(
    `CREATE TABLE ${FILLER} AS SELECT ${list.replace("rowid", "rowid AS row_id")} FROM ${table}`,
  );
  db.exec(`DROP TABLE ${table}; ${own}`);
  db.exec(
    `INSERT INTO ${table} (${list}) SELECT ${list.replace("rowid", "row_id")} FROM ${FILLER}`,
  );
  for (const sql of others) db.exec(sql);
  db.exec(`DROP TABLE ${FILLER}`);
}

/** Writes zeros to all free pages, in commits of a bounded size. */
async function fillFreePages(db: DatabaseSync, cleaning: AbortSignal): Promise<void> {
  await whenFree(() => db.exec(`CREATE TABLE ${FILLER} (zeros BLOB) STRICT`), cleaning);
  const pageBytes = readPragma(db, "page_size");
  const insert = db.prepare(`INSERT INTO ${FILLER} VALUES (zeroblob(?))`);
  for (let free; (free = readPragma(db, "freelist_count")) > 0;) {
    const bytes = Math.min(free * pageBytes, CHUNK_BYTES);
    await whenFree(() => insert.run(bytes), cleaning);
    db.exec("PRAGMA wal_checkpoint(PASSIVE)");
    await timer(PAUSE_MS);
  }
  await dropFiller(db, cleaning);
}

/** Drops the table of zeros if there is one, row by row: a drop of all blocks the thread for long. */
async function dropFiller(db: DatabaseSync, cleaning: AbortSignal): Promise<void> {
  const exists = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(FILLER);
  if (exists === undefined) return;
  // Zeros need not be overwritten.
  db.exec("PRAGMA secure_delete = OFF");
  const last = `DELETE FROM ${FILLER} WHERE rowid = (SELECT max(rowid) FROM ${FILLER})`;
  const remove = db.prepare(last);
  while (Number((await whenFree(() => remove.run(), cleaning)).changes) > 0) await timer(PAUSE_MS);
  await whenFree(() => db.exec(`DROP TABLE ${FILLER}`), cleaning);
  db.exec("PRAGMA secure_delete = ON");
}

/** Empties the log; false while a reader needs it. */
function emptiedLog(db: DatabaseSync): boolean {
  const row = db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
  return row?.["busy"] === 0;
}
