import assert from "node:assert/strict";
import { relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DatabaseOpenError } from "../../../src/store/open_error.ts";
import { backupDatabase } from "../../../src/store/sqlite/maintenance/backup.ts";
import { copyDatabase } from "../../../src/store/sqlite/maintenance/backup_copy.ts";
import { SCHEMA_VERSION } from "../../../src/store/sqlite/file/migrate.ts";
import { copyOnThread } from "../../../src/store/sqlite/maintenance/backup_thread.ts";
import { refused } from "../../support/refused.ts";
import {
  check,
  fill,
  look,
  maintenance,
  namesIn,
  PARTS,
  QUIET,
  tamper,
  withPopulated,
} from "./support.ts";

Deno.test("backup() makes one sound file, for its owner only, and says how large it is", () =>
  withPopulated(async (path, folder) => {
    const target = `${folder}/copy.db`;
    const { bytes, pages, schemaVersion } = await maintenance.backup(path, target, QUIET);
    const { size, mode } = await Deno.stat(target);
    assert.equal(bytes, size);
    assert.equal(pages * 4096, size);
    assert.equal(schemaVersion, SCHEMA_VERSION);
    assert.equal((mode ?? 0) & 0o777, 0o600);
    assert.equal((await check(target)).found, 0);
    assert.equal(look(target, "PRAGMA journal_mode")?.["journal_mode"], "delete");
    assert.deepEqual(namesIn(folder), ["checkout.db", "copy.db"], "nothing else is left");
  }));

Deno.test("backup() holds what is in the write-ahead log", () =>
  withPopulated(async (path, folder) => {
    const writer = new DatabaseSync(path);
    writer.exec("PRAGMA wal_autocheckpoint = 0; UPDATE epoch SET value = 4711");
    await maintenance.backup(path, `${folder}/copy.db`, QUIET);
    assert.equal(look(`${folder}/copy.db`, "SELECT value FROM epoch")?.["value"], 4711);
    writer.close();
  }));

Deno.test("copyDatabase() ends and is of one moment though another writes at each of its steps", () =>
  withPopulated(async (path, folder) => {
    fill(path);
    tamper(path, "CREATE TABLE pairs (a, b)");
    const writer = new DatabaseSync(path);
    const write = writer.prepare("INSERT INTO pairs VALUES (?, ?)");
    let writes = 0;
    const onProgress = () => {
      writes += 1;
      // A copy that starts anew at each write would never come to its end.
      assert.ok(writes < 50, "the copy starts over and over");
      write.run(writes, writes);
    };
    // Within each step, as its callback is called, and not only at about the same time.
    await copyDatabase({ path, part: `${folder}/copy.db`, compact: false }, onProgress);
    writer.close();
    assert.ok(writes > 3, "others wrote meanwhile");
    assert.equal(look(`${folder}/copy.db`, "SELECT count(*) AS n FROM pairs")?.["n"], 0);
    assert.equal(look(`${folder}/copy.db`, "SELECT count(*) AS n FROM filler")?.["n"], 12000);
  }));

Deno.test("backup() replaces a file only by force, and never with less than a whole one", () =>
  withPopulated(async (path, folder) => {
    const target = `${folder}/copy.db`;
    await Deno.writeTextFile(target, "mine");
    await refused(
      maintenance.backup(path, target, QUIET),
      "error.conflict",
      /exists; add --force/,
    );
    assert.equal(await Deno.readTextFile(target), "mine");
    const broken = {
      ...QUIET,
      force: true,
      onProgress: () => {
        throw new Error("stopped");
      },
    };
    await refused(
      maintenance.backup(path, target, broken),
      "error.unavailable",
      /Cannot make the backup \(stopped\)/,
    );
    assert.equal(await Deno.readTextFile(target), "mine");
    assert.deepEqual(namesIn(folder), ["checkout.db", "copy.db"]);
    await maintenance.backup(path, target, { ...QUIET, force: true });
    assert.equal((await check(target)).found, 0);
    assert.equal(((await Deno.stat(target)).mode ?? 0) & 0o777, 0o600);
  }));

Deno.test("copyDatabase() does not make a copy anew that was taken away meanwhile", () =>
  withPopulated(async (path, folder) => {
    const part = `${folder}/copy.db.part-1`;
    const takeAway = (text: string) => {
      if (text === "Checking the copy") Deno.removeSync(part);
    };
    await refused(
      copyDatabase({ path, part, compact: false }, takeAway),
      "error.unavailable",
      /has disappeared: /,
    );
    assert.deepEqual(namesIn(folder), ["checkout.db"]);
  }));

Deno.test("backup() does not replace a file that appeared while it copied", () =>
  withPopulated(async (path, folder) => {
    const target = `${folder}/copy.db`;
    const work = backupDatabase(path, target, {
      lock: PARTS.lock,
      force: false,
      newId: () => "1",
      onProgress: () => Deno.writeTextFileSync(target, "theirs"),
    });
    await refused(work, "error.conflict", /exists/);
    assert.equal(await Deno.readTextFile(target), "theirs");
  }));

for (const suffix of ["", "-wal", "-shm", "-journal", ".lock", ".server", ".restoring"]) {
  Deno.test(`backup() takes no place of the database's own file ${suffix || "itself"}, not by force`, () =>
    withPopulated(async (path, folder) => {
      // However it is written: what is not there yet is known by its name alone.
      for (const target of [path, `${folder}/./checkout.db`, relative(Deno.cwd(), path)]) {
        const work = maintenance.backup(path, target + suffix, { ...QUIET, force: true });
        await refused(work, "error.invalid-request", /must not replace the database/);
      }
      assert.deepEqual(namesIn(folder), ["checkout.db"]);
    }));
}

Deno.test("backup() does not replace an open database, even by force", () =>
  withPopulated(async (path, folder) => {
    const target = `${folder}/other.db`;
    await Deno.copyFile(path, target);
    const other = new DatabaseSync(target);
    other.exec("PRAGMA journal_mode = WAL; UPDATE epoch SET value = 4711");
    const work = maintenance.backup(path, target, { ...QUIET, force: true });
    await refused(work, "error.conflict", /in use or was not closed/);
    other.close();
    assert.equal(look(target, "SELECT value FROM epoch")?.["value"], 4711);
  }));

for (const suffix of ["-wal", "-shm", "-journal"]) {
  Deno.test(`backup() puts no copy beside a stray ${suffix}, which would be written into it`, () =>
    withPopulated(async (path, folder) => {
      const target = `${folder}/copy.db`;
      await Deno.writeTextFile(target + suffix, "");
      for (const force of [false, true]) {
        const work = maintenance.backup(path, target, { ...QUIET, force });
        await refused(work, "error.conflict", /in use or was not closed/);
      }
      const late = backupDatabase(path, `${folder}/late.db`, {
        lock: PARTS.lock,
        force: true,
        newId: () => "1",
        onProgress: () => Deno.writeTextFileSync(`${folder}/late.db${suffix}`, ""),
      });
      await refused(late, "error.conflict", /in use or was not closed/);
      assert.deepEqual(namesIn(folder), ["checkout.db", `copy.db${suffix}`, `late.db${suffix}`]);
    }));
}

Deno.test("backup() says that it has no name, or no folder", () =>
  withPopulated(async (path, folder) => {
    await refused(maintenance.backup(path, "", QUIET), "error.invalid-request", /have a name$/);
    const nowhere = maintenance.backup(path, `${folder}/no/copy.db`, QUIET);
    await refused(
      nowhere,
      "error.unavailable",
      /^Cannot find the folder of the backup .*\/no$/,
    );
  }));

Deno.test("backup() knows the database under another name", () =>
  withPopulated(async (path, folder) => {
    await Deno.symlink(path, `${folder}/link.db`);
    const work = maintenance.backup(path, `${folder}/link.db`, { ...QUIET, force: true });
    await refused(work, "error.invalid-request", /must not replace/);
  }));

Deno.test("backup() reads an older schema as it is", () =>
  withPopulated(async (path, folder) => {
    tamper(path, "PRAGMA user_version = 1");
    const { schemaVersion } = await maintenance.backup(path, `${folder}/copy.db`, QUIET);
    assert.equal(schemaVersion, 1);
    assert.equal(look(path, "PRAGMA user_version")?.["user_version"], 1);
  }));

Deno.test("backup() makes no database where there is none, and copies no other program's", () =>
  withPopulated(async (path, folder) => {
    const none = maintenance.backup(`${folder}/none.db`, `${folder}/copy.db`, QUIET);
    await assert.rejects(none, (error) => {
      assert.ok(error instanceof DatabaseOpenError);
      assert.equal(error.message, `No database at ${folder}/none.db`);
      return true;
    });
    tamper(path, "PRAGMA application_id = 7");
    await assert.rejects(maintenance.backup(path, `${folder}/copy.db`, QUIET), DatabaseOpenError);
    assert.deepEqual(namesIn(folder), ["checkout.db"]);
  }));

Deno.test("backup() refuses a damaged database instead of keeping a damaged copy", () =>
  withPopulated(async (path, folder) => {
    const root = look(path, "SELECT rootpage FROM sqlite_schema WHERE name = 'events'");
    const file = await Deno.open(path, { write: true });
    await file.seek((Number(root?.["rootpage"]) - 1) * 4096, Deno.SeekMode.Start);
    await file.write(new Uint8Array(512).fill(0xee));
    file.close();
    const work = maintenance.backup(path, `${folder}/copy.db`, QUIET);
    await refused(work, "error.unavailable", /damaged/);
    assert.deepEqual(namesIn(folder), ["checkout.db"]);
  }));

Deno.test("backup() that is interrupted says so, and leaves neither a part nor a copy", () =>
  withPopulated(async (path, folder) => {
    fill(path);
    for (const target of [`${folder}/copy.db`, `${folder}/other.db`]) {
      const end = new AbortController();
      // Within the copying the first time, and before it the second.
      const onProgress = () => end.abort();
      if (target.endsWith("other.db")) end.abort();
      await assert.rejects(
        maintenance.backup(path, target, { ...QUIET, onProgress, signal: end.signal }),
        { code: "error.unavailable", message: "The backup was interrupted" },
      );
      assert.deepEqual(namesIn(folder).filter((name) => !name.startsWith("checkout.db")), []);
    }
  }));

Deno.test("copyOnThread() tells what cannot be opened from what cannot be written", () =>
  withPopulated(async (path, folder) => {
    const part = `${folder}/copy.part`;
    await assert.rejects(copyOnThread({ path: `${folder}/none.db`, part, compact: false }, QUIET), {
      name: "DatabaseOpenError",
      message: `No database at ${folder}/none.db`,
    });
    await assert.rejects(
      copyOnThread({ path, part: `${folder}/none/copy`, compact: false }, QUIET),
      {
        name: "Error",
      },
    );
  }));
