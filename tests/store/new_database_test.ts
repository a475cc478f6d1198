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
import { columnComment, migrationTexts, schemaText } from "./upgrade/schema_text.ts";

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

Deno.test("schema.sql is what `deno task schema` makes of the migrations", () => {
  assert.equal(schema, schemaText());
});

Deno.test("columnComment() takes the lines before a column, and none of another", () => {
  const sql = "CREATE TABLE t (\n  -- Of\n  -- a.\n  a TEXT,\n  b TEXT\n);";
  assert.deepEqual(columnComment(sql, "t", "a"), ["-- Of", "-- a."]);
  for (const column of ["b", "c"]) assert.deepEqual(columnComment(sql, "t", column), []);
});

Deno.test("every column of every table has a comment in the migrations", async () => {
  const migrations = migrationTexts();
  const db = await openNew();
  const columns = db.prepare(
    `SELECT t.name AS "table", c.name FROM (${TABLES}) AS t, pragma_table_info(t.name) AS c`,
  ).all();
  assert.ok(columns.length >= 200, String(columns.length));
  const uncommented = columns.filter(({ table, name }) =>
    !/\S\.$/.test(columnComment(migrations, String(table), String(name)).at(-1) ?? "")
  );
  assert.deepEqual(uncommented, []);
  db.close();
});

Deno.test("the list of tables has every table but those that follow from others", async () => {
  const db = await openNew();
  const counted = [
    "audit_unsealed",
    "money_sums",
    "session_counts",
    "session_sums",
    "session_sums_progress",
  ];
  assert.deepEqual([...LISTED, ...counted].toSorted(), column(db, TABLES));
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
