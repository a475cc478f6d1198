import { existsSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { AppError } from "../../../domain/errors.ts";
import { APPLICATION_ID } from "../../sql/application_id.ts";
import { type CopiedRow, type CopySource, type CopyTarget, rowsPerPage } from "../../copy/copy.ts";
import type { Table } from "../../tables.ts";
import { openCurrent, type openOnThread } from "../file/connect.ts";
import { makePlace } from "../file/folder.ts";
import { makeCurrentSchema, readPragma, SCHEMA_VERSION, UNFINISHED_ID } from "../file/migrate.ts";

/** The stored columns of a table. */
function columnsOf(db: DatabaseSync, table: Table): string[] {
  return db.prepare("SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0").all(table)
    .map(({ name }) => String(name));
}

/** Opens a database to copy from; the caller holds its locks. */
export function sqliteCopySource(
  path: string,
  open?: typeof openOnThread,
): CopySource & { close(): void } {
  const db = openCurrent(path, open);
  db.exec("BEGIN");
  return {
    schemaVersion: SCHEMA_VERSION,
    columns: (table) => columnsOf(db, table),
    pages: (table, columns) => pagesOf(db, table, columns),
    lastEvent: () => String(db.prepare("SELECT max(seq) AS n FROM events").get()?.["n"] ?? 0),
    finish: () => {},
    close: () => db.close(),
  };
}

async function* pagesOf(
  db: DatabaseSync,
  table: Table,
  columns: readonly string[],
): AsyncGenerator<readonly CopiedRow[]> {
  const key = keyOf(db, table);
  const list = columns.map((name) => `"${name}"`).join(", ");
  const order = key.join(", ");
  const keys = key.map((name, i) => `${name} AS key_${i}`).join(", ");
  const holes = key.map(() => "?").join(", ");
  const select = (where: string) => {
    const page = db.prepare(
      `SELECT ${keys}, ${list} FROM ${table} ${where} ORDER BY ${order} LIMIT ${
        rowsPerPage(table)
      }`,
    );
    page.setReadBigInts(true);
    return page;
  };
  const next = select(`WHERE (${order}) > (${holes})`);
  let rows = select("").all();
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    yield rows.map((row) => columns.map((name) => row[name] ?? null));
    const after = last;
    rows = next.all(...key.map((_, i) => after[`key_${i}`] ?? null));
  }
}

/** The order of addition; that of the primary key for a table without one. */
function keyOf(db: DatabaseSync, table: Table): string[] {
  const hasRows = db.prepare("SELECT 1 FROM pragma_table_list(?) WHERE wr = 0").get(table);
  if (hasRows !== undefined) return ["rowid"];
  return db.prepare("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk").all(table)
    .map(({ name }) => `"${String(name)}"`);
}

/**
 * Makes a database to copy to; the caller holds its locks.
 *
 * @throws {AppError} `error.conflict` if there is one that is not of an unfinished copy
 */
export function sqliteCopyTarget(path: string): CopyTarget & { close(): void } {
  requireUnfinished(path);
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(path + suffix, { force: true });
  makePlace(path);
  return sqliteCopyInto(path, "FULL");
}

/**
 * Makes a database to copy to in an empty file.
 *
 * @param synchronous OFF for a file that is flushed whole before anybody uses it
 */
export function sqliteCopyInto(
  path: string,
  synchronous: "FULL" | "OFF",
): CopyTarget & { close(): void } {
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA application_id = ${UNFINISHED_ID}; PRAGMA synchronous = ${synchronous}`);
  makeCurrentSchema(db);
  db.exec("DELETE FROM epoch");
  return {
    columns: (table) => columnsOf(db, table),
    add: (table, columns, rows) => {
      const holes = columns.map(() => "?").join(", ");
      const list = columns.map((name) => `"${name}"`).join(", ");
      const insert = db.prepare(`INSERT INTO ${table} (${list}) VALUES (${holes})`);
      db.exec("BEGIN IMMEDIATE");
      for (const row of rows) insert.run(...row);
      db.exec("COMMIT");
    },
    // The next event gets a number above the last row.
    finish: () => db.exec(`PRAGMA application_id = ${APPLICATION_ID}`),
    close: () => db.close(),
  };
}

function requireUnfinished(path: string): void {
  if (!existsSync(path)) return;
  let id: number | undefined;
  try {
    const db = new DatabaseSync(path, { readOnly: true });
    id = readPragma(db, "application_id");
    db.close();
  } catch {
    // Another file.
  }
  if (id === UNFINISHED_ID) return;
  throw new AppError("error.conflict", `The target of a copy must not exist: ${path}`);
}
