import assert from "node:assert/strict";
import { look } from "../store/maintenance/support.ts";
import { withDb } from "./db_support.ts";

Deno.test("a restored database has an audit entry; reading a database adds none", () =>
  withDb(async (shell) => {
    const count = () => look(shell.path, "SELECT count(*) AS n FROM audit_entries")?.["n"];
    const before = Number(count());
    const backup = `${shell.folder}/backup.db`;
    for (const argv of [["backup", backup], ["check"]]) {
      assert.equal((await shell.run("db", ...argv)).code, 0);
      assert.equal(count(), before);
    }
    await shell.run("doctor");
    assert.equal(count(), before);
    assert.equal((await shell.run("db", "restore", backup, "--yes")).code, 0);
    assert.equal(count(), before + 1);
    const row = look(shell.path, "SELECT * FROM audit_entries WHERE action = 'db.restore'");
    assert.match(String(row?.["after"]), /^\{"backup":"backup\.db","backup_schema_version":\d+\}$/);
    const check = await shell.run("db", "check");
    assert.equal(check.code, 0, check.out);
  }));
