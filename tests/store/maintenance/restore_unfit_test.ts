import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import type { RestoreStage } from "../../../src/store/sqlite/maintenance/restore.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open_store.ts";
import { refused } from "../../support/refused.ts";
import { loadDump } from "../upgrade/dump.ts";
import v3 from "../upgrade/v3.sql" with { type: "text" };
import { epochOf, OPTIONS, withBackup } from "./restore_support.ts";
import { check, look, maintenance, QUIET, tamper, withPopulated } from "./support.ts";
import { LOCK } from "../../support/tasks.ts";
import { NOW } from "../../support/builders.ts";

/** Defects of a backup file, and the message of each. */
const UNFIT: readonly (readonly [what: string, spoil: (file: string) => void, RegExp])[] = [
  ["is missing", (file) => Deno.removeSync(file), /^The backup does not exist: /],
  [
    "is no database",
    (file) => Deno.writeTextFileSync(file, "notes\n".repeat(1000)),
    /^Not a SQLite database: .*backup\.db$/,
  ],
  ["is empty", (file) => Deno.writeTextFileSync(file, ""), /has no tables: .*backup\.db$/],
  [
    "is another program's",
    (file) => tamper(file, "PRAGMA application_id = 7"),
    /belongs to another program: .*backup\.db$/,
  ],
  [
    "is of a newer version",
    (file) => tamper(file, "PRAGMA user_version = 99"),
    /has schema version 99, this program supports up to/,
  ],
  [
    "is cut off",
    (file) => Deno.truncateSync(file, 80 * 1024),
    /(damaged|malformed).*: .*backup\.db$/,
  ],
  [
    "has rows that refer to nothing",
    (file) => tamper(file, "INSERT INTO coupon_uses VALUES ('gone', 'none', NULL)"),
    /fails the check, \d+ findings?; the first is foreign-keys, coupon_uses, Rows that refer to a missing row/,
  ],
  [
    "has a strange trigger",
    (file) =>
      tamper(
        file,
        "CREATE TRIGGER theirs AFTER DELETE ON otp_sends BEGIN DELETE FROM customers; END",
      ),
    /has a trigger theirs that does not belong to this program's schema: .*backup\.db$/,
  ],
  [
    "has a strange view",
    (file) => tamper(file, "CREATE VIEW theirs AS SELECT * FROM customers"),
    /has a view theirs that does not belong to this program's/,
  ],
  [
    "has a strange table",
    (file) => tamper(file, "CREATE TABLE theirs (a)"),
    /has a table theirs that does not belong to this program's/,
  ],
  [
    "has a strange view under a name of SQLite's own kind",
    (file) => {
      tamper(file, "CREATE VIEW zqlite_theirs AS SELECT 1");
      const text = Buffer.from(Deno.readFileSync(file)).toString("latin1");
      const bytes = Buffer.from(text.replaceAll("zqlite_theirs", "sqlite_theirs"), "latin1");
      Deno.writeFileSync(file, bytes);
    },
    /has a view sqlite_theirs that does not belong to this program's/,
  ],
  [
    "lacks an index",
    (file) => tamper(file, "DROP INDEX events_by_session"),
    /lacks index events_by_session/,
  ],
  [
    "hides a condition of its own in a comment",
    (file) =>
      tamper(
        file,
        `DROP INDEX sessions_open;
         CREATE INDEX sessions_open ON sessions (last_active_at)
         WHERE session_state IN ('INITIATED--', '\n', 'IN_PROGRESS')`,
      ),
    /index sessions_open differs from this program's schema/,
  ],
  [
    "has balances that are not the ledger's",
    (file) => tamper(file, "UPDATE customers SET available = available + 1"),
    /fails the check, \d+ findings?; the first is ledger, customers /,
  ],
  [
    "has a log beside it",
    (file) => Deno.writeTextFileSync(`${file}-wal`, "x"),
    /has a log beside it, so it is a live database/,
  ],
];

for (const [what, spoil, message] of UNFIT) {
  Deno.test(`restore() refuses a backup that ${what}, and changes nothing`, () =>
    withBackup(async (path, backup, folder) => {
      spoil(backup);
      const before = await Deno.readFile(path);
      await refused(
        maintenance.restore(path, backup, OPTIONS),
        "error.invalid-request",
        message,
      );
      assert.deepEqual(await Deno.readFile(path), before);
      const names = Array.from(Deno.readDirSync(folder), ({ name }) => name);
      assert.deepEqual(names.filter((name) => name.includes("restor")), []);
    }));
}

Deno.test("restore() refuses a strange trigger before a migration can run it", () =>
  withBackup(async (path, _, folder) => {
    const old = `${folder}/old.db`;
    loadDump(old, v3);
    tamper(old, "CREATE TRIGGER theirs AFTER UPDATE ON sessions BEGIN DELETE FROM customers; END");
    await refused(
      maintenance.restore(path, old, OPTIONS),
      "error.invalid-request",
      /has a trigger theirs that does not belong to this program's/,
    );
    assert.equal(epochOf(path), 2);
  }));

Deno.test("restore() leaves out the tables of Litestream, and of no other table of that name", () =>
  withBackup(async (path, backup) => {
    tamper(backup, "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)");
    await maintenance.restore(path, backup, OPTIONS);
    assert.equal(
      look(path, "SELECT 1 FROM sqlite_schema WHERE name LIKE '@_l%' ESCAPE '@'"),
      undefined,
    );
    tamper(backup, "CREATE VIEW _litestream_lock AS SELECT 1");
    await refused(maintenance.restore(path, backup, OPTIONS), "error.invalid-request", /a view _l/);
  }));

/** A process that is killed at one stage of a restore. */
const KILLED = fileURLToPath(new URL("./killed_restore.ts", import.meta.url));

const OLD = 2;
const NEW = 1;

/** Database that a kill at each stage must leave. */
const STAGES: readonly (readonly [RestoreStage, number])[] = [
  ["copied", OLD],
  ["ready", OLD],
  ["settled", OLD],
  ["kept", OLD],
  ["cleared", OLD],
  ["replaced", NEW],
];

for (const [stage, epoch] of STAGES) {
  const which = epoch === OLD ? "old" : "new";
  Deno.test(`restore() killed when ${stage} leaves the ${which} database, and can be done again`, () =>
    withPopulated(async (original, folder) => {
      const [backup, path] = [`${folder}/backup.db`, `${folder}/crashed.db`];
      tamper(original, `UPDATE epoch SET value = ${NEW}`);
      await maintenance.backup(original, backup, QUIET);
      // As after a crash: the last commits are in the log only.
      const writer = new DatabaseSync(original);
      writer.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
      writer.exec(`UPDATE epoch SET value = ${OLD}`);
      for (const suffix of ["", "-wal"]) await Deno.copyFile(original + suffix, path + suffix);
      writer.close();

      const { signal } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "--quiet", LOCK, "--allow-all", KILLED, path, backup, stage],
        stdout: "null",
        stderr: "null",
      }).output();
      assert.equal(signal, "SIGKILL", "it was killed on its way");

      assert.equal(epochOf(path), epoch);
      assert.equal((await check(path)).found, 0);
      const store = await openSqliteStore(path);
      assert.equal((await store.merchants.all()).length, 2);
      await store.close();

      await maintenance.restore(path, backup, { ...OPTIONS, now: NOW + 60_000 });
      assert.equal(epochOf(path), NEW);
      for await (const { name } of Deno.readDir(folder)) {
        const { nlink } = await Deno.stat(`${folder}/${name}`);
        assert.equal(nlink, 1, `${name} has no second name`);
      }
      assert.equal((await check(path)).found, 0);
    }));
}
