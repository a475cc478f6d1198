import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { makeSchema } from "../../src/store/sqlite/file/migrate.ts";
import { execScript, SLICE_ROWS } from "../../src/store/sqlite/file/slices.ts";
import { readRoot } from "../support/root.ts";

const ROWS = 2 * SLICE_ROWS + 7;

/** A database of schema version 11 with sessions, every third completed, and gaps between rowids. */
function old(): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  makeSchema(db, 11);
  db.exec(`PRAGMA foreign_keys = OFF;
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
    INSERT INTO sessions (rowid, id, merchant_id, session_state, payment_state, version, created_at,
      updated_at, last_active_at, doc)
    SELECT i * 1000, 's' || i, 'm', iif(i % 3, 'ABANDONED', 'COMPLETED'), 'DRAFT', 1, 1, i, 1, '{}'
    FROM n`);
  return db;
}

Deno.test("execScript() changes sessions by slices, and all that one statement changes", async () => {
  const script = await readRoot("src/store/sqlite/migrations/0012_days.sql");
  const [whole, sliced] = [old(), old()];
  whole.exec(script);
  const changed: number[] = [];
  execScript({
    exec: (sql) => sliced.exec(sql),
    prepare: (sql) => {
      const statement = sliced.prepare(sql);
      if (!sql.startsWith("UPDATE")) return statement;
      const run = statement.run.bind(statement);
      statement.run = (...given: never[]) => {
        const done = run(...given);
        changed.push(Number(done.changes));
        return done;
      };
      return statement;
    },
  }, script);
  const rows = (db: DatabaseSync) =>
    db.prepare("SELECT id, placed_at FROM sessions ORDER BY id").all();
  assert.deepEqual(rows(sliced), rows(whole));
  assert.equal(changed.length, 3);
  assert.equal(changed.reduce((sum, n) => sum + n), Math.floor(ROWS / 3));
  assert.ok(Math.max(...changed) <= SLICE_ROWS);
  whole.close();
  sliced.close();
});

Deno.test("every migration that changes stored sessions is one that execScript() slices", async () => {
  for await (const { name } of Deno.readDir("src/store/sqlite/migrations")) {
    const text = (await readRoot(`src/store/sqlite/migrations/${name}`)).replaceAll(/--.*/g, "");
    const all = text.match(/\b(?:UPDATE|REPLACE INTO)\s+sessions\b/gi) ?? [];
    const sliced = text.match(/^UPDATE sessions SET\b[^;]*;/gm) ?? [];
    assert.equal(sliced.length, all.length, name);
  }
});
