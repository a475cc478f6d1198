import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { uuid } from "../support/builders.ts";
import { check } from "./maintenance/support.ts";
import { withPath } from "./support.ts";
import { fill, requireFound, requireHolds, requireOwnChanges, TAMPERED } from "./trail_cases.ts";

Deno.test("a chain of hashes seals the audit trail, also after an erasure and a deletion", () =>
  withPath(async (path) => {
    const store = await openSqliteStore(path);
    await requireOwnChanges(store);
    await store.close();
    assert.deepEqual((await check(path)).findings, []);
  }));

Deno.test("entries are not changed or deleted, but for erased names", () =>
  withPath(async (path) => {
    const store = await openSqliteStore(path);
    await fill(store);
    const db = new DatabaseSync(path);
    const refused = /audit entries are never (?:changed|deleted|replaced)/;
    for (
      const sql of [
        "UPDATE audit_entries SET at = 1",
        "UPDATE audit_entries SET subject_label = 'mallory'",
        "UPDATE audit_entries SET object_label = 'mallory'",
        "UPDATE audit_entries SET before = '{}'",
        "UPDATE audit_entries SET after = '{}'",
        "DELETE FROM audit_entries",
        `INSERT OR REPLACE INTO audit_entries SELECT * FROM audit_entries WHERE id = '${uuid(1)}'`,
      ]
    ) assert.throws(() => db.exec(sql), refused, sql);
    db.exec("UPDATE audit_entries SET subject_label = '(erased)', after = NULL");
    db.close();
    await store.close();
  }));

for (const [name, sql, problem, needsHead] of TAMPERED) {
  Deno.test(`audit verify finds ${name}`, () =>
    withPath(async (path) => {
      const store = await openSqliteStore(path);
      await fill(store);
      const head = await requireHolds(store, 5);
      const db = new DatabaseSync(path);
      db.exec("DROP TRIGGER audit_entries_update; DROP TRIGGER audit_entries_delete");
      for (const one of sql) db.exec(one);
      db.close();
      await requireFound(store, problem, needsHead === undefined ? [] : [head]);
      await store.close();
    }));
}
