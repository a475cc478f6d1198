import type { DatabaseSync } from "node:sqlite";
import type { SealOptions, SealReport, SecretFacts } from "../../../domain/sealing.ts";
import { CLEANED, readSecretFacts, sealRows, SECRET_TABLES } from "../../seal/seal.ts";
import { inOneView, openCurrent } from "../file/connect.ts";
import { readPragma } from "../file/migrate.ts";
import { openDatabase, timer } from "../file/open.ts";
import { sqliteReader } from "../read/reader.ts";

/** Time that a statement waits for the server's lock. */
const BUSY_TIMEOUT_MS = 2000;
const RETRY_FOR_MS = 5000;

/** Zeros written at a time to free pages. */
const CHUNK_BYTES = 16 * 1024 * 1024;
/** A table for them, which is gone afterwards. */
const FILLER = "checkoutd_filler";

/** Reads the secrets of a database. */
export async function secretsOf(path: string): Promise<SecretFacts> {
  const db = openCurrent(path);
  try {
    return await inOneView(db, () => readSecretFacts(sqliteReader(db)));
  } finally {
    db.close();
  }
}

/** Seals secrets, and overwrites where their plain text was, on a connection of its own. */
export async function sealDatabase(
  path: string,
  options: SealOptions,
  newId: () => string,
): Promise<SealReport> {
  const db = await openDatabase(path, {
    schema: "require",
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    retryForMs: RETRY_FOR_MS,
    delay: timer,
  });
  try {
    // Tables are dropped and made again; what is deleted is overwritten.
    db.exec("PRAGMA foreign_keys = OFF; PRAGMA secure_delete = ON");
    const { mustClean, ...report } = await inTransaction(
      db,
      () =>
        sealRows(
          { reader: sqliteReader(db), run: (sql, ...v) => run(db, sql, v), newId },
          options,
        ),
    );
    if (mustClean && report.problem === null) await clean(db, options.now);
    return report;
  } finally {
    db.close();
  }
}

function run(db: DatabaseSync, sql: string, values: readonly (string | number | null)[]): void {
  db.prepare(sql.replaceAll("$", "?")).run(...values);
}

async function inTransaction<T>(db: DatabaseSync, work: () => T | Promise<T>): Promise<T> {
  db.prepare("BEGIN IMMEDIATE").run();
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
 */
async function clean(db: DatabaseSync, now: number): Promise<void> {
  await inTransaction(db, () => {
    // Left by a process that was killed meanwhile.
    db.exec(`DROP TABLE IF EXISTS ${FILLER}`);
    for (const table of SECRET_TABLES) rewrite(db, table);
  });
  await fillFreePages(db);
  // Readers that still need the log end within moments.
  for (let attempt = 0; attempt < RETRY_FOR_MS / 100 && !emptiedLog(db); attempt++) {
    await timer(100);
  }
  if (!emptiedLog(db)) return;
  run(db, CLEANED, [now]);
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
async function fillFreePages(db: DatabaseSync): Promise<void> {
  db.exec(`DROP TABLE IF EXISTS ${FILLER}; CREATE TABLE ${FILLER} (zeros BLOB) STRICT`);
  const pageBytes = readPragma(db, "page_size");
  for (let free; (free = readPragma(db, "freelist_count")) > 0;) {
    const bytes = Math.min(free * pageBytes, CHUNK_BYTES);
    db.prepare(`INSERT INTO ${FILLER} VALUES (zeroblob(?))`).run(bytes);
    db.exec("PRAGMA wal_checkpoint(PASSIVE)");
    await timer(0);
  }
  // Zeros need not be overwritten.
  db.exec(`PRAGMA secure_delete = OFF; DROP TABLE ${FILLER}`);
}

/** Empties the log; false while a reader needs it. */
function emptiedLog(db: DatabaseSync): boolean {
  const row = db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
  return row?.["busy"] === 0;
}
