import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { APPLICATION_ID } from "../../src/store/sql/application_id.ts";
import { makeSchema, SCHEMA_VERSION } from "../../src/store/sqlite/file/migrate.ts";
import { openDatabase } from "../../src/store/sqlite/file/open.ts";
import { schemaOf } from "../../src/store/sqlite/file/schema.ts";
import init from "../../src/store/sqlite/migrations/0001_init.sql" with { type: "text" };
import schema from "../../src/store/sqlite/migrations/schema.sql" with { type: "text" };
import { TABLES as LISTED } from "../../src/store/tables.ts";
import { ROOT } from "../support/root.ts";

const MIGRATIONS = `${ROOT}src/store/sqlite/migrations/`;

/** Opens a new database in memory. */
function openNew(): Promise<DatabaseSync> {
  const delay = () => Promise.resolve();
  return openDatabase(":memory:", { busyTimeoutMs: 0, retryForMs: 0, delay });
}

/** First values of the rows of a query. */
function column(db: DatabaseSync, sql: string): SQLOutputValue[] {
  return db.prepare(sql).all().map((row) => Object.values(row)[0] ?? null);
}

const TABLES =
  "SELECT name FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";

/** Rows of every table. */
function contents(db: DatabaseSync): [SQLOutputValue, unknown[]][] {
  return column(db, TABLES).map((table) => [
    table,
    db.prepare(`SELECT * FROM ${table}`).all().map((row) => ({ ...row })),
  ]);
}

Deno.test("schema.sql makes what the migrations make, with their first rows", async () => {
  const made = await openNew();
  const migrated = new DatabaseSync(":memory:");
  makeSchema(migrated, SCHEMA_VERSION);
  assert.deepEqual(Object.fromEntries(schemaOf(made)), Object.fromEntries(schemaOf(migrated)));
  assert.deepEqual(contents(made), contents(migrated));
  // Of two indexes that serve a query equally SQLite takes the later one, and triggers run in order.
  const order = "SELECT tbl_name || '.' || name FROM sqlite_schema ORDER BY tbl_name, rowid";
  assert.deepEqual(column(made, order), column(migrated, order));
  for (const pragma of ["encoding", "page_size", "auto_vacuum"]) {
    assert.deepEqual(column(made, `PRAGMA ${pragma}`), column(migrated, `PRAGMA ${pragma}`));
  }
  assert.deepEqual(column(made, "PRAGMA user_version"), [SCHEMA_VERSION]);
  assert.deepEqual(column(made, "PRAGMA application_id"), [APPLICATION_ID]);
  made.close();
  migrated.close();
});

/** Columns of a table whose definition does not follow a comment of its own. */
function uncommented(sql: string, columns: readonly SQLOutputValue[]): SQLOutputValue[] {
  const lines = sql.split("\n").map((line) => line.trim());
  return columns.filter((column) => {
    const at = lines.findIndex((line) => line.startsWith(`${column} `));
    return at < 1 || !/^-- \S.*\.$/.test(lines[at - 1] ?? "");
  });
}

Deno.test("uncommented() finds a column without a comment", () => {
  const sql = "CREATE TABLE t (\n  -- Said.\n  a TEXT,\n  b TEXT\n)";
  assert.deepEqual(uncommented(sql, ["a", "b", "c"]), ["b", "c"]);
});

/** Statements on a table: its creation and later columns. */
function definition(table: string, sql: string): string {
  const statement = new RegExp(`^(?:CREATE TABLE|ALTER TABLE) ${table} [^]*?;$`, "gm");
  return (sql.match(statement) ?? []).join("\n");
}

Deno.test("every column of every table has a comment, in schema.sql and in the migrations", async () => {
  const migrations = [...Deno.readDirSync(MIGRATIONS)].map(({ name }) => name)
    .filter((name) => /^\d/.test(name)).toSorted()
    .map((name) => Deno.readTextFileSync(MIGRATIONS + name)).join("\n");
  const db = await openNew();
  const tables = column(db, TABLES).map(String);
  assert.ok(tables.length >= 17, String(tables));
  for (const table of tables) {
    const columns = column(db, `SELECT name FROM pragma_table_info('${table}')`);
    assert.deepEqual(uncommented(definition(table, migrations), columns), [], table);
    assert.deepEqual(uncommented(definition(table, schema), columns), [], table);
  }
  db.close();
});

Deno.test("the list of tables has every table but the numbers of sessions", async () => {
  const db = await openNew();
  assert.deepEqual([...LISTED, "session_counts"].toSorted(), column(db, TABLES));
  db.close();
});

Deno.test("every table is STRICT", async () => {
  const db = await openNew();
  assert.deepEqual(column(db, TABLES.replace("WHERE", "WHERE NOT strict AND")), []);
  db.close();
});

Deno.test("0001_init.sql is as it was released", () => {
  assert.equal(
    hash("sha256", init, "hex"),
    "8bcc2b4b6eeada3daa3767ff726bccb248f4e0c5a8c24624d15f92a38bcab22c",
  );
});
