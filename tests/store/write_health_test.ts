import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { refuseLogAlone } from "../../src/store/sqlite/file/folder.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { systemError } from "../../src/store/sqlite/file/system_error.ts";
import { WriteHealth } from "../../src/store/commit/health.ts";
import { faultOf } from "../../src/store/sqlite/write/fault.ts";
import { prepareTransactions } from "../../src/store/sqlite/write/transactions.ts";
import { FilesInPlace } from "../../src/store/sqlite/write/in_place.ts";
import type { WriteOutage } from "../../src/store/store.ts";
import { addSession, aSession, isUnavailable, putMerchant, withPath } from "./support.ts";
import { aWriter, sessionsIn } from "./writer.ts";

const FULL = 13;
const DAMAGED = 11;
const IO_WRITE = 778;

Deno.test("faultOf() tells by SQLite's code, and by the system's error where that says too little", () => {
  const rows = [
    [FULL, undefined, "full"],
    [8, undefined, "read-only"],
    [1544, undefined, "read-only"],
    [DAMAGED, undefined, "damaged"],
    [26, undefined, "damaged"],
    [14, undefined, "other"],
    [undefined, undefined, "other"],
    [IO_WRITE, "EROFS", "read-only"],
    [IO_WRITE, "ENOSPC", "full"],
    [IO_WRITE, "EDQUOT", "full"],
    [IO_WRITE, "EIO", "lost"],
    [IO_WRITE, undefined, "lost"],
    // A flush that failed may have lost what was written before, whatever became of the room.
    [1034, "ENOSPC", "lost"],
  ] as const;
  for (const [errcode, system, fault] of rows) {
    assert.equal(faultOf(errcode, () => system), fault, `${errcode} ${system}`);
  }
  assert.equal(faultOf(IO_WRITE), "other", "in memory");
});

Deno.test("systemError() finds nothing wrong where files can be written, and leaves none behind", () =>
  withPath(async (path) => {
    const store = await openSqliteStore(path);
    await store.commit([putMerchant]);
    const before = await Deno.readFile(`${path}-wal`);
    assert.equal(systemError(path), undefined);
    assert.deepEqual(await Deno.readFile(`${path}-wal`), before);
    await assert.rejects(Deno.stat(`${path}.probe`), Deno.errors.NotFound);
    await store.commit([addSession(aSession(1))]);
    assert.equal(systemError(join(path, "none")), "ENOTDIR");
    await store.close();
  }));

Deno.test("WriteHealth tells once that writes fail and once that they succeed again", () => {
  let now = 1000;
  const told: [string, WriteOutage][] = [];
  const health = new WriteHealth({
    now: () => now,
    onFailing: (failing) => told.push(["failing", failing]),
    onRecovered: (failed) => told.push(["recovered", failed]),
  });
  health.succeeded();
  const refused = health.failed("full", new Error("database or disk is full"));
  assert.deepEqual([refused.code, refused.retryAfterSeconds], ["error.unavailable", 10]);
  now = 2000;
  health.failed("full", new Error("database or disk is full"));
  assert.equal(health.refusal, undefined, "the next one is tried");
  health.succeeded();
  health.succeeded();
  const state = { since: 1000, reason: "the disk is full", isForGood: false };
  assert.deepEqual(told, [["failing", state], ["recovered", state]]);
  assert.equal(health.failing, null);
});

Deno.test("WriteHealth refuses all writes once the database is damaged, whatever succeeds", () => {
  const health = new WriteHealth({ now: () => 7 });
  const refused = health.failed("damaged", new Error("malformed"));
  assert.equal(refused.retryAfterSeconds, 300);
  health.succeeded();
  assert.equal(health.refusal?.retryAfterSeconds, 300);
  assert.deepEqual(health.failing, {
    since: 7,
    reason: "the database is damaged",
    isForGood: true,
  });
});

Deno.test("commit() tries no write after one that found the database damaged", async () => {
  let commits = 0;
  const { db, writer } = await aWriter((db) => {
    const transactions = prepareTransactions(db);
    const commit = () => {
      if (++commits > 1) throw Object.assign(new Error("malformed"), { errcode: DAMAGED });
      transactions.commit();
    };
    return { transactions: { ...transactions, commit } };
  });
  await writer.commit([putMerchant]);
  await assert.rejects(writer.commit([addSession(aSession(1))]), /the database is damaged$/);
  await assert.rejects(writer.commit([addSession(aSession(2))]), isUnavailable);
  assert.equal(commits, 2);
  assert.equal(sessionsIn(db), 0);
  db.close();
});

Deno.test("a commit of no changes is written, so that it finds out whether writes succeed", () =>
  withPath(async (path) => {
    const store = await openSqliteStore(path);
    await store.commit([putMerchant]);
    const { size } = await Deno.stat(`${path}-wal`);
    await store.ping();
    assert.ok((await Deno.stat(`${path}-wal`)).size === size, "one was written a moment ago");
    await store.close();
    let now = 0;
    const later = await openSqliteStore(path, { now: () => now });
    const changes = new DatabaseSync(path);
    const version = () => changes.prepare("PRAGMA data_version").get()?.["data_version"];
    const first = version();
    await later.ping();
    const second = version();
    assert.notEqual(second, first, "nothing was known of writes");
    await later.ping();
    assert.equal(version(), second);
    now = 10_001;
    await later.ping();
    assert.notEqual(version(), second);
    changes.close();
    await later.close();
  }));

Deno.test("FilesInPlace sees each file that is moved, deleted or replaced, by whatever name it was opened", () =>
  withPath(async (path) => {
    const store = await openSqliteStore(path);
    await store.commit([putMerchant]);
    await Deno.symlink(path, `${path}.link`);
    const files = new FilesInPlace(`${path}.link`);
    assert.deepEqual([files.displaced(), files.checkDatabase()], [undefined, undefined]);
    await Deno.rename(`${path}-shm`, `${path}-shm.away`);
    assert.deepEqual([files.displaced(), files.checkDatabase()], [`${path}-shm`, undefined]);
    await Deno.rename(`${path}-shm.away`, `${path}-shm`);
    await Deno.copyFile(path, `${path}.copy`);
    assert.equal(files.isReplaced, false);
    await Deno.rename(path, `${path}.away`);
    assert.deepEqual(files.checkDatabase(), { kind: "displaced", path: `${path}.link` });
    assert.equal(files.isReplaced, false, "there is none in its place");
    await Deno.rename(`${path}.copy`, path);
    assert.equal(files.checkDatabase()?.kind, "displaced", "a copy is another file");
    assert.equal(files.isReplaced, true);
    await Deno.remove(path);
    await Deno.rename(`${path}.away`, path);
    await store.close();
  }));

Deno.test("refuseLogAlone() refuses a log without its database, or beside an empty one", () =>
  withPath(async (path) => {
    refuseLogAlone(path);
    await Deno.writeTextFile(`${path}-wal`, "");
    assert.throws(() => refuseLogAlone(path), /missing or empty.*db restore.*: .*checkout\.db$/);
    await Deno.writeTextFile(path, "");
    refuseLogAlone(path);
    await Deno.writeTextFile(`${path}-wal`, "frames");
    assert.throws(() => refuseLogAlone(path), /missing or empty/);
    await Deno.writeTextFile(path, "pages");
    refuseLogAlone(path);
  }));
