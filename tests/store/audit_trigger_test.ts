import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { anEntry } from "./contract/audit.ts";
import { withPath } from "./support.ts";

Deno.test("the database refuses to change, delete or replace an audit entry", () =>
  withPath(async (path) => {
    const store = await openSqliteStore(path);
    await store.commit([{ kind: "audit.add", entry: anEntry(0) }]);
    const db = new DatabaseSync(path);
    const rows = () => db.prepare("SELECT * FROM audit_entries").all();
    const before = rows();
    const columns = Object.keys(before[0] ?? {});
    assert.ok(columns.length > 10);
    const refused = [
      ...columns.map((column) =>
        `UPDATE audit_entries SET ${column} = ${column === "at" ? "at + 1" : "'x'"}`
      ),
      "DELETE FROM audit_entries",
      "INSERT OR REPLACE INTO audit_entries SELECT * FROM audit_entries",
      `INSERT INTO audit_entries SELECT * FROM audit_entries WHERE true
       ON CONFLICT (id) DO UPDATE SET action = 'x'`,
    ];
    for (const sql of refused) {
      assert.throws(() => db.exec(sql), /audit entries are never (changed|deleted|replaced)/, sql);
    }
    assert.deepEqual(rows(), before);
    db.close();
    await store.close();
  }));
