import assert from "node:assert/strict";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { openDatabase } from "../../src/store/sqlite/open.ts";
import { CatalogReads } from "../../src/store/sqlite/read/catalog.ts";
import { SessionReads } from "../../src/store/sqlite/read/sessions.ts";
import { ShopReads } from "../../src/store/sqlite/read/shop.ts";

function openInMemory(): Promise<DatabaseSync> {
  const delay = () => Promise.resolve();
  return openDatabase(":memory:", { busyTimeoutMs: 0, retryForMs: 0, delay });
}

function names(statement: StatementSync, ...parameters: string[]): string[] {
  return statement.all(...parameters).map((row) => z.object({ name: z.string() }).parse(row).name);
}

function tables(db: DatabaseSync): string[] {
  return names(
    db.prepare(
      "SELECT name FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    ),
  );
}

/** Columns of a table whose definition does not follow a comment of its own. */
function uncommented(sql: string, columns: readonly string[]): string[] {
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

Deno.test("0001_init.sql comments every column of every table", async () => {
  const db = await openInMemory();
  const found = tables(db);
  assert.ok(found.length >= 10, String(found));
  for (const table of found) {
    const { sql } = z.object({ sql: z.string() })
      .parse(db.prepare("SELECT sql FROM sqlite_schema WHERE name = ?").get(table));
    const columns = names(db.prepare("SELECT name FROM pragma_table_info(?)"), table);
    assert.deepEqual(uncommented(sql, columns), [], table);
  }
  db.close();
});

Deno.test("0001_init.sql makes every table STRICT", async () => {
  const db = await openInMemory();
  const loose = names(db.prepare(
    "SELECT name FROM pragma_table_list WHERE type = 'table' AND NOT strict AND name NOT LIKE 'sqlite_%'",
  ));
  assert.deepEqual(loose, []);
  db.close();
});

Deno.test("reads of the store search by index and never scan a table that grows", async () => {
  const db = await openInMemory();
  const statements: string[] = [];
  const prepare = db.prepare.bind(db);
  db.prepare = (sql: string) => {
    statements.push(sql);
    return prepare(sql);
  };
  new SessionReads(db);
  new ShopReads(db);
  new CatalogReads(db);
  assert.ok(statements.length >= 15);
  for (const sql of statements) {
    const plan = prepare(`EXPLAIN QUERY PLAN ${sql}`).all()
      .map((row) => z.object({ detail: z.string() }).parse(row).detail);
    // Shops are few and listed whole; counting reads an index that holds all it needs.
    const scans = plan.filter((step) =>
      /^SCAN /.test(step) && !/^SCAN (?:m|json_each|\(subquery|\(compound)/.test(step) &&
      !/USING COVERING INDEX sessions_by_merchant/.test(step)
    );
    assert.deepEqual(scans, [], `${sql}\n${plan.join("\n")}`);
  }
  db.close();
});

Deno.test("sweep and retention each read from their partial index in order", async () => {
  const db = await openInMemory();
  const statements: string[] = [];
  const prepare = db.prepare.bind(db);
  db.prepare = (sql: string) => {
    statements.push(sql);
    return prepare(sql);
  };
  new SessionReads(db);
  const plans = statements.filter((sql) => sql.includes("last_active_at <"))
    .map((sql) =>
      prepare(`EXPLAIN QUERY PLAN ${sql}`).all().map((row) => String(row["detail"])).join("\n")
    );
  assert.equal(plans.length, 2);
  const [idle, old] = plans;
  assert.match(idle ?? "", /USING INDEX sessions_open \(last_active_at<\?\)/);
  assert.doesNotMatch(idle ?? "", /TEMP B-TREE/);
  assert.match(old ?? "", /USING INDEX sessions_open \(last_active_at<\?\)/);
  assert.match(old ?? "", /USING INDEX sessions_closed \(last_active_at<\?\)/);
  db.close();
});
