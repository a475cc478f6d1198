import assert from "node:assert/strict";
import type { OpenDatabase } from "../../src/cli/io.ts";
import { EFFECTS } from "../../src/process/machine/effects.ts";
import { createOperatorServices } from "../../src/service/services.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { look, tamper } from "../store/maintenance/support.ts";
import { noCalls } from "../support/payments/no_calls.ts";
import { plainSecrets } from "../support/secrets.ts";
import { sealsOf } from "../store/trail_cases.ts";
import { type DbShell, withDb } from "./db_support.ts";

/** A shell whose commands open the store too. */
function withStore(test: (shell: DbShell) => Promise<void>): Promise<void> {
  return withDb(async (shell) => {
    shell.open = async (path) => {
      const store = await openSqliteStore(path);
      const services = createOperatorServices({
        ...EFFECTS,
        store,
        now: shell.now,
        secrets: plainSecrets(store),
        callProvider: noCalls,
      });
      const close = () => store.close();
      return { services, close, lost: new Promise(() => {}) } as unknown as OpenDatabase;
    };
    await test(shell);
  });
}

/** Seals what waits, as a server does. */
async function seal({ path, now }: DbShell): Promise<void> {
  const store = await openSqliteStore(path);
  await sealsOf(store, now()).sealAll();
  await store.close();
}

const UNTRIGGER = "DROP TRIGGER audit_entries_update;";

Deno.test("audit verify says from when to when the trail holds, and exits 1 on a break", () =>
  withStore(async (shell) => {
    const none = await shell.run("audit", "verify");
    assert.deepEqual([none.code, none.out.split(":")[0]], [0, "Nothing is sealed yet"]);
    await seal(shell);
    const { code, out } = await shell.run("audit", "verify");
    assert.equal(code, 0);
    assert.match(
      out,
      /^The audit trail holds from \S+ \S+ to \S+ \S+: \d+ entr(?:y|ies) in 1 seal; 0 entries not sealed yet\nHead: 1:[0-9a-f]{64}\n$/,
    );
    const head = out.trim().split("Head: ")[1]!;
    assert.equal((await shell.run("audit", "verify", "--head", head)).code, 0);
    const other = await shell.run("audit", "verify", "--head", `1:${"0".repeat(64)}`);
    assert.equal(other.code, 1);
    assert.match(other.out, /Seal 1 is another one than was kept elsewhere/);
    assert.equal((await shell.run("audit", "verify", "--head", "1:2")).code, 2);
    const id = look(shell.path, "SELECT id FROM audit_entries LIMIT 1")?.["id"];
    tamper(shell.path, `${UNTRIGGER} UPDATE audit_entries SET at = at + 1 WHERE id = '${id}'`);
    const broken = await shell.run("audit", "verify", "--json");
    assert.equal(broken.code, 1);
    const { holds, problems } = JSON.parse(broken.out);
    assert.deepEqual([holds, problems], [false, [`Entry ${id} was changed`]]);
  }));

Deno.test("a backup has the head, with which verify and restore compare", () =>
  withStore(async (shell) => {
    await seal(shell);
    const backup = `${shell.folder}/backup.db`;
    const made = await shell.run("db", "backup", backup);
    assert.match(made.out, /\nHead of its audit trail: 1:[0-9a-f]{64}\n$/);
    assert.equal((await shell.run("audit", "verify", "--backup", backup)).code, 0);
    const same = await shell.run("db", "restore", backup, "--yes", "--json");
    assert.equal(JSON.parse(same.out).other_audit_trail, false);
    // A chain made anew, as by somebody who can write the file.
    tamper(shell.path, "UPDATE audit_seals SET hash = printf('%064d', 7) WHERE seal = 1");
    const verified = await shell.run("audit", "verify", "--backup", backup);
    assert.equal(verified.code, 1);
    assert.match(verified.out, /Seal 1 is another one than was kept elsewhere/);
    const restored = await shell.run("db", "restore", backup, "--yes");
    assert.match(restored.err, /The audit trail of the backup is no earlier part/);
  }));

Deno.test("audit erase takes a name from the trail, of nobody who has access", () =>
  withStore(async (shell) => {
    const user = ["dashboard", "user"];
    await shell.run(...user, "add", "zelda", "--role", "owner", "--all-merchants");
    await seal(shell);
    const refused = await shell.run("audit", "erase", "zelda", "--yes");
    assert.deepEqual([refused.code, refused.err], [
      1,
      "error: Remove the user first: zelda (error.conflict)\n",
    ]);
    await shell.run(...user, "remove", "zelda", "--yes");
    assert.equal((await shell.run("audit", "erase", "zelda", "--yes")).code, 0);
    const list = await shell.run("audit", "list", "--json", "--limit", "100");
    assert.doesNotMatch(list.out, /zelda/);
    await seal(shell);
    const { code, out } = await shell.run("audit", "verify");
    assert.equal(code, 0, out);
    assert.match(out, /entries in 3 seals, 2 entries with an erased name;/);
  }));

Deno.test("entries from before the chain hold, however many; one that is added later does not", () =>
  withStore(async (shell) => {
    const add = (from: number, to: number) =>
      tamper(
        shell.path,
        `WITH RECURSIVE n (n) AS (VALUES (${from}) UNION ALL SELECT n + 1 FROM n WHERE n < ${to})
         INSERT INTO audit_entries (id, at, subject_kind, subject_id, subject_label, merchant_id,
           action, object_kind, object_id, object_label, before, after)
         SELECT printf('00000000-0000-4000-8000-%012d', n), 1600000000000 + n * 60000, 'operator',
           NULL, 'cli', NULL, 'demo', 'database', NULL, NULL, NULL, NULL FROM n`,
      );
    const began = shell.now();
    add(1, 450);
    await seal(shell);
    const { code, out } = await shell.run("audit", "verify");
    assert.equal(code, 0, out);
    assert.match(out, /45\d entries in 3 seals/);
    shell.now = () => began + 86_400_000;
    const id = "00000000-0000-4000-8000-000000000451";
    for (let n = 451; n < 453; n++) {
      add(n, n);
      await seal(shell);
    }
    const later = await shell.run("audit", "verify");
    assert.equal(later.code, 1);
    assert.match(later.out, /Entry \S+452 was added later than it says/);
    assert.ok(!later.out.includes(id));
  }));
