import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { lockDatabase } from "../../../src/process/database/lock.ts";
import { SCHEMA_VERSION } from "../../../src/store/sqlite/file/migrate.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open_store.ts";
import { refused } from "../../support/refused.ts";
import { loadDump } from "../upgrade/dump.ts";
import v3 from "../upgrade/v3.sql" with { type: "text" };
import { check, look, maintenance, QUIET, tamper, withPopulated } from "./support.ts";
import { epochOf, OPTIONS, setEpoch, withBackup } from "./restore_support.ts";

/** Suffix under which a restore keeps the old database. */
const KEPT = ".before-restore-20260102T030405Z";

Deno.test("restore() puts the backup in place, keeps what was there, and leaves the backup", () =>
  withBackup(async (path, backup, folder) => {
    await Deno.chmod(path, 0o640);
    const before = await Deno.readFile(backup);
    const report = await maintenance.restore(path, backup, OPTIONS);
    const { size, mode } = await Deno.stat(path);
    assert.deepEqual(report, {
      bytes: size,
      backupVersion: SCHEMA_VERSION,
      schemaVersion: SCHEMA_VERSION,
      keptAs: [`${path}${KEPT}`],
    });
    assert.equal((mode ?? 0) & 0o777, 0o640, "whoever could read it still can");
    assert.deepEqual([epochOf(path), epochOf(path + KEPT)], [1, 2]);
    assert.equal((await check(path)).found, 0);
    assert.deepEqual(await Deno.readFile(backup), before);
    const names = Array.from(Deno.readDirSync(folder), ({ name }) => name).sort();
    assert.deepEqual(names, [
      "backup.db",
      "checkout.db",
      `checkout.db${KEPT}`,
      "checkout.db.lock",
    ]);
  }));

Deno.test("restore() keeps what is in the log of a server that was killed", () =>
  withBackup(async (path, backup) => {
    const writer = new DatabaseSync(path);
    writer.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
    writer.exec("UPDATE epoch SET value = 3");
    // A copy of the files of a running server is what a crash leaves.
    const crashed = `${path}.crashed`;
    for (const suffix of ["", "-wal"]) await Deno.copyFile(path + suffix, crashed + suffix);
    writer.close();
    const { keptAs } = await maintenance.restore(crashed, backup, OPTIONS);
    assert.equal(keptAs.length, 1);
    assert.deepEqual([epochOf(crashed), epochOf(keptAs[0] ?? "")], [1, 3]);
  }));

Deno.test("restore() never overwrites what an earlier one has kept", () =>
  withBackup(async (path, backup) => {
    await maintenance.restore(path, backup, OPTIONS);
    setEpoch(path, 3);
    const { keptAs } = await maintenance.restore(path, backup, OPTIONS);
    assert.deepEqual(keptAs, [`${path}${KEPT}-2`]);
    assert.deepEqual([epochOf(path + KEPT), epochOf(`${path}${KEPT}-2`)], [2, 3]);
  }));

Deno.test("restore() makes a database where there is none", () =>
  withBackup(async (_, backup, folder) => {
    const path = `${folder}/new/checkout.db`;
    const { keptAs } = await maintenance.restore(path, backup, OPTIONS);
    assert.deepEqual([keptAs, epochOf(path)], [[], 1]);
    assert.equal(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
  }));

Deno.test("restore() replaces the database that a link leads to, and leaves the link", () =>
  withBackup(async (path, backup, folder) => {
    await Deno.symlink(path, `${folder}/link.db`);
    await maintenance.restore(`${folder}/link.db`, backup, OPTIONS);
    assert.ok((await Deno.lstat(`${folder}/link.db`)).isSymlink);
    assert.equal(epochOf(path), 1);
  }));

Deno.test("restore() brings a backup of an earlier schema up to date", () =>
  withBackup(async (path, _, folder) => {
    const old = `${folder}/old.db`;
    loadDump(old, v3);
    const report = await maintenance.restore(path, old, OPTIONS);
    assert.deepEqual([report.backupVersion, report.schemaVersion], [3, SCHEMA_VERSION]);
    assert.equal((await check(path)).found, 0);
    assert.equal(look(old, "PRAGMA user_version")?.["user_version"], 3);
  }));

Deno.test("restore() refuses while a process of this program has the database open", () =>
  withBackup(async (path, backup) => {
    const lock = lockDatabase(path, "shared");
    await assert.rejects(
      maintenance.restore(path, backup, OPTIONS),
      /The database is in use; stop the server/,
    );
    assert.equal(epochOf(path), 2);
    lock.release();
    await maintenance.restore(path, backup, OPTIONS);
    assert.equal(epochOf(path), 1);
  }));

Deno.test("restore() refuses while any other program has the database open", () =>
  withBackup(async (path, backup) => {
    const store = await openSqliteStore(path);
    await refused(
      maintenance.restore(path, backup, OPTIONS),
      "error.conflict",
      /^The database is in use; stop the programs that have it open first: /,
    );
    await store.merchants.all();
    assert.equal(epochOf(path), 2);
    await store.close();
  }));

Deno.test("restore() refuses the database itself, and another program's in its place", () =>
  withBackup(async (path, backup) => {
    await refused(
      maintenance.restore(path, path, OPTIONS),
      "error.invalid-request",
      /^The backup is the database itself: /,
    );
    tamper(path, "PRAGMA application_id = 7");
    await assert.rejects(
      maintenance.restore(path, backup, OPTIONS),
      /^DatabaseOpenError: The database belongs to another program: /,
    );
    assert.equal(epochOf(path), 2);
  }));

Deno.test("restore() takes the place of a damaged database and keeps all that was beside it", () =>
  withPopulated(async (path, folder) => {
    const backup = `${folder}/backup.db`;
    await maintenance.backup(path, backup, QUIET);
    const noise = new Uint8Array(8192).fill(0x5a);
    await Deno.writeFile(path, noise);
    await Deno.writeTextFile(`${path}-wal`, "its log");
    await Deno.writeTextFile(`${path}-shm`, "an index of the log");
    const { keptAs } = await maintenance.restore(path, backup, OPTIONS);
    const kept = `${path}.before-restore-20260102T030405Z`;
    assert.deepEqual(keptAs, [kept, `${kept}-wal`]);
    assert.deepEqual(await Deno.readFile(kept), noise);
    assert.equal(await Deno.readTextFile(`${kept}-wal`), "its log");
    // Beside the new one it would be written into that.
    const names = Array.from(Deno.readDirSync(folder), ({ name }) => name);
    assert.ok(!names.includes("checkout.db-wal") && !names.includes("checkout.db-shm"));
    assert.equal((await check(path)).found, 0);
  }));

Deno.test("restore() sets a log aside that has lost its database", () =>
  withPopulated(async (path, folder) => {
    const backup = `${folder}/backup.db`;
    await maintenance.backup(path, backup, QUIET);
    await Deno.remove(path);
    await Deno.writeTextFile(`${path}-wal`, "its log");
    const { keptAs } = await maintenance.restore(path, backup, OPTIONS);
    assert.deepEqual(keptAs, [`${path}.before-restore-20260102T030405Z-wal`]);
    assert.equal((await check(path)).found, 0);
  }));

const isRoot = Deno.build.os !== "windows" && Deno.uid() === 0;
if (!isRoot) console.log("Skipped: only root can give files to the server's user");

Deno.test({
  name: "restore() by root leaves the database and its lock to the user who had the database",
  ignore: !isRoot,
  fn: () =>
    withPopulated(async (path, folder) => {
      const backup = `${folder}/backup.db`;
      await maintenance.backup(path, backup, QUIET);
      await Deno.chown(path, 1234, 1235);
      await maintenance.restore(path, backup, OPTIONS);
      for (const file of [path, `${path}.lock`]) {
        const { uid, gid } = await Deno.stat(file);
        assert.deepEqual([uid, gid], [1234, 1235], file);
      }
    }),
});
