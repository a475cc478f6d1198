import assert from "node:assert/strict";
import { DatabaseLockError, lockDatabase, lockServer } from "../../../src/process/database/lock.ts";
import { withFolder } from "../../support/process.ts";

Deno.test("lockDatabase() is shared by all who have it open, and exclusive against them", () =>
  withFolder((folder) => {
    const path = `${folder}/checkout.db`;
    const [one, other] = [lockDatabase(path, "shared"), lockDatabase(path, "shared")];
    assert.throws(() => lockDatabase(path, "exclusive"), (error) => {
      assert.ok(error instanceof DatabaseLockError && error.isHeld);
      assert.match(error.message, /^The database is in use; stop the server .*: .*checkout\.db$/);
      return true;
    });
    one.release();
    assert.throws(() => lockDatabase(path, "exclusive"), DatabaseLockError);
    other.release();
    const alone = lockDatabase(path, "exclusive");
    assert.throws(
      () => lockDatabase(path, "shared"),
      /A restore of this database is running; try again when it is done: .*checkout\.db$/,
    );
    alone.release();
    lockDatabase(path, "shared").release();
    return Promise.resolve();
  }));

Deno.test("lockDatabase() makes the folder, and a lock that only they can open who can the database", () =>
  withFolder(async (folder) => {
    const path = `${folder}/new/checkout.db`;
    lockDatabase(path, "shared").release();
    assert.equal(((await Deno.stat(`${path}.lock`)).mode ?? 0) & 0o777, 0o600);
    await Deno.writeTextFile(`${folder}/other.db`, "");
    await Deno.chmod(`${folder}/other.db`, 0o660);
    lockDatabase(`${folder}/other.db`, "shared").release();
    const mode = ((await Deno.stat(`${folder}/other.db.lock`)).mode ?? 0) & 0o777;
    assert.equal(mode & ~0o660, 0, "no more than the database");
  }));

Deno.test("lockDatabase() knows a database by any of its names", () =>
  withFolder(async (folder) => {
    const path = `${folder}/checkout.db`;
    await Deno.writeTextFile(path, "");
    await Deno.symlink(path, `${folder}/link.db`);
    const lock = lockDatabase(`${folder}/link.db`, "shared");
    assert.throws(() => lockDatabase(path, "exclusive"), DatabaseLockError);
    lock.release();
  }));

Deno.test("lockDatabase() needs no lock in memory", async () => {
  lockDatabase(":memory:", "shared").release();
  await assert.rejects(Deno.stat(":memory:.lock"), Deno.errors.NotFound);
});

Deno.test("lockDatabase() names the folder that cannot be made", () =>
  withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/file`, "");
    assert.throws(
      () => lockDatabase(`${folder}/file/checkout.db`, "shared"),
      /^DatabaseLockError: Cannot create the database folder: .*\/file$/,
    );
  }));

Deno.test("lockServer() names the server that has the database, by whatever name it is asked for", () =>
  withFolder(async (folder) => {
    const path = `${folder}/checkout.db`;
    await Deno.writeTextFile(path, "");
    await Deno.symlink(path, `${folder}/link.db`);
    const first = lockServer(path, 4_194_304);
    for (const name of [path, `${folder}/link.db`, `${folder}/./x/../checkout.db`]) {
      assert.throws(() => lockServer(name, 2), (error) => {
        assert.ok(error instanceof DatabaseLockError && error.isHeld);
        const expected = `Another server is using this database (pid 4194304): ${name}`;
        assert.equal(error.message, expected);
        return true;
      });
    }
    first.release();
    const next = lockServer(`${folder}/link.db`, 7);
    assert.throws(() => lockServer(path, 2), /\(pid 7\)/);
    next.release();
  }));

Deno.test("lockServer() leaves the command line alone, and its file to those who may use the database", () =>
  withFolder(async (folder) => {
    const path = `${folder}/checkout.db`;
    const server = lockServer(path, 1);
    lockDatabase(path, "shared").release();
    assert.equal(((await Deno.stat(`${path}.server`)).mode ?? 0) & 0o777, 0o600);
    server.release();
    lockServer(":memory:", 1).release();
    await assert.rejects(Deno.stat(":memory:.server"), Deno.errors.NotFound);
  }));

Deno.test("lockServer() refuses a database with two names, and says to remove one", () =>
  withFolder(async (folder) => {
    const path = `${folder}/checkout.db`;
    await Deno.writeTextFile(path, "");
    await Deno.link(path, `${folder}/other.db`);
    assert.throws(() => lockServer(path, 1), /has 2 names \(hard links\), .*remove all but one: /);
    await Deno.remove(path);
    lockServer(`${folder}/other.db`, 1).release();
  }));

Deno.test("a link that leads nowhere is refused: the lock would not be where the database is made", () =>
  withFolder(async (folder) => {
    await Deno.symlink(`${folder}/elsewhere.db`, `${folder}/link.db`);
    const expected = /is a link to a missing file: .*link\.db$/;
    assert.throws(() => lockDatabase(`${folder}/link.db`, "shared"), expected);
    assert.throws(() => lockServer(`${folder}/link.db`, 1), expected);
  }));
