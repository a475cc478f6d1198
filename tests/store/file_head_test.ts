import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { DatabaseDamaged } from "../../src/store/errors.ts";
import { DatabaseOpenError } from "../../src/store/open_error.ts";
import { FileHead, isPageStart } from "../../src/store/sqlite/file/file_head.ts";
import type { LogFrames } from "../../src/store/sqlite/file/log_frames.ts";
import { openExisting } from "../../src/store/sqlite/file/connect.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { addSession, aSession, isUnavailable, putMerchant, sid, withPath } from "./support.ts";

const PAGE = 4096;
const CHANGES_AT = 24;
const APPLICATION_AT = 68;

/** Writes bytes into a file in place, as another program does. */
async function poke(path: string, at: number, bytes: readonly number[]): Promise<void> {
  using file = await Deno.open(path, { write: true });
  await file.seek(at, Deno.SeekMode.Start);
  await file.write(new Uint8Array(bytes));
}

/** Overwrites the first pages so that none of them begins as a page does. */
async function overwriteHead(path: string): Promise<void> {
  await poke(path, 0, Array.from({ length: 16 * PAGE }, () => 0xee));
}

/** A database with some pages, closed, with a watch of its head over a log of the test's own. */
async function aWatch(path: string) {
  const store = await openSqliteStore(path);
  await store.commit([putMerchant, addSession(aSession(1))]);
  await store.close();
  const log: { frames: LogFrames | null } = { frames: null };
  const head = FileHead.open(path);
  assert.ok(head);
  const watch = head.watch({ path, log: `${path}-wal`, frames: () => log.frames });
  assert.equal(watch.look(), undefined);
  return { watch, log };
}

const OVERWRITTEN = "the head of the file was overwritten";

for (
  const [what, at, bytes, found] of [
    ["the magic", 0, [0], OVERWRITTEN],
    ["the size of a page", 16, [0x20], OVERWRITTEN],
    ["the version of the format", 18, [1, 1], OVERWRITTEN],
    ["the application id", APPLICATION_AT, [1, 2, 3, 4], OVERWRITTEN],
    ["an earlier change counter", CHANGES_AT, [0, 0, 0, 0], "an earlier file was copied over it"],
    ["the beginning of page 2", PAGE, [0xee], "page 2 of the file was overwritten"],
    ["the beginning of page 16", 15 * PAGE, [0xee], "page 16 of the file was overwritten"],
  ] as const
) {
  Deno.test(`HeadWatch finds ${what}, whatever the log has`, () =>
    withPath(async (path) => {
      for (const frames of [null, { total: 9, copied: 3 }, { total: 9, copied: 9 }]) {
        const { watch, log } = await aWatch(path);
        log.frames = frames;
        await poke(path, at, bytes);
        assert.equal(watch.look(), found);
        assert.equal(watch.look(), found, "a second look finds the same");
        await Deno.remove(path);
      }
    }));
}

Deno.test("HeadWatch finds a file that is shorter than before, and takes a longer one as the new length", () =>
  withPath(async (path) => {
    const { watch } = await aWatch(path);
    const { size } = await Deno.stat(path);
    await Deno.truncate(path, size + PAGE);
    assert.equal(watch.look(), undefined);
    await Deno.truncate(path, size);
    assert.equal(watch.look(), `the file was cut from ${size + PAGE} to ${size} bytes`);
  }));

Deno.test("HeadWatch takes a later head only while there is a log to copy", () =>
  withPath(async (path) => {
    const { watch, log } = await aWatch(path);
    const later = (n: number) => poke(path, CHANGES_AT, [0, 1, 0, n]);
    await later(1);
    assert.equal(watch.look(), undefined, "not known: another process may have copied a log");
    log.frames = { total: 9, copied: 3 };
    await later(2);
    assert.equal(watch.look(), undefined);
    log.frames = { total: 9, copied: 9 };
    await later(3);
    assert.equal(watch.look(), undefined, "copied since the last look");
    assert.equal(watch.look(), undefined);
    await later(4);
    assert.equal(watch.look(), "another file was copied over it");
    log.frames = { total: 10, copied: 10 };
    assert.equal(watch.look(), undefined, "a commit was copied since");
  }));

Deno.test("a server goes on while another process writes and empties the log, again and again", () =>
  withPath(async (path) => {
    const [server, other] = [await openSqliteStore(path), await openSqliteStore(path)];
    await server.commit([putMerchant, ...[1, 2, 3].map((n) => addSession(aSession(n)))]);
    for (const n of [1, 2, 3]) {
      const erased = { sessionId: sid(n), lastActiveBefore: Number.MAX_SAFE_INTEGER };
      await other.commit([{ kind: "session.delete", ...erased }]);
      assert.equal((await Deno.stat(`${path}-wal`)).size, 0);
      await server.file?.checkInPlace();
      assert.equal(server.writes.failing(), null);
    }
    await server.commit([addSession(aSession(4))]);
    await other.close();
    await server.close();
  }));

Deno.test("HeadWatch takes the application id that the first copy of the log writes", () =>
  withPath(async (path) => {
    const { watch } = await aWatch(path);
    const { read } = bytesOf(path);
    const own = await read(APPLICATION_AT, 4);
    await poke(path, APPLICATION_AT, [0, 0, 0, 0]);
    assert.equal(watch.look(), OVERWRITTEN, "it never goes back");
    const fresh = FileHead.open(path)?.watch({ path, log: "", frames: () => null });
    assert.equal(fresh?.look(), undefined);
    await poke(path, APPLICATION_AT, own);
    assert.equal(fresh?.look(), undefined);
  }));

function bytesOf(path: string) {
  return {
    read: async (
      at: number,
      length: number,
    ) => [...(await Deno.readFile(path)).subarray(at, at + length)],
  };
}

Deno.test("FileHead.open() opens a file once, and another file at its path anew", () =>
  withPath(async (path) => {
    await aWatch(path);
    const head = FileHead.open(path);
    assert.equal(FileHead.open(path), head);
    await Deno.rename(path, `${path}.away`);
    assert.equal(FileHead.open(path), undefined);
    await Deno.copyFile(`${path}.away`, path);
    assert.notEqual(FileHead.open(path), head);
  }));

Deno.test("isPageStart() holds for each page of a used database, and for 2 of 100 random bytes", () =>
  withPath(async (path) => {
    const store = await openSqliteStore(path);
    await store.commit([putMerchant]);
    for (let n = 0; n < 200; n++) {
      // Rows of one page, and rows that go on in others.
      const extra = { ...aSession(n), redirectUrl: "x".repeat(n % 5 * 3000) };
      await store.commit([addSession(extra)]);
    }
    await store.close();
    const db = new DatabaseSync(path);
    db.exec("DELETE FROM sessions WHERE rowid % 3 > 0");
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    db.close();
    const file = await Deno.readFile(path);
    const pages = file.length / PAGE;
    assert.ok(pages > 100, `${pages} pages`);
    for (let page = 1; page < pages; page++) {
      const byte = file[page * PAGE] ?? -1;
      assert.ok(isPageStart(byte, pages), `page ${page + 1} of ${pages} begins with ${byte}`);
    }
    const possible = Array.from({ length: 256 }, (_, byte) => byte)
      .filter((byte) => isPageStart(byte, pages));
    assert.deepEqual(possible, [0, 2, 5, 10, 13]);
    assert.ok(isPageStart(1, 2 ** 24), "the number of a page beyond 64 GiB");
  }));

/** Commits until the log would be copied; how many were confirmed before writes ended. */
async function commitUntilCopied(store: Awaited<ReturnType<typeof openSqliteStore>>) {
  for (let n = 10; n < 2000; n++) {
    try {
      await store.commit([addSession({ ...aSession(n), redirectUrl: "x".repeat(20_000) })]);
    } catch (error) {
      assert.ok(isUnavailable(error), String(error));
      return n - 10;
    }
  }
  return Infinity;
}

for (const writer of ["here", "thread"] as const) {
  Deno.test(`a log is not copied into a file whose head was overwritten (writer: ${writer})`, () =>
    withPath(async (path) => {
      const lost: Error[] = [];
      const store = await openSqliteStore(path, { writer, onLost: (reason) => lost.push(reason) });
      await store.commit([putMerchant]);
      await overwriteHead(path);
      const confirmed = await commitUntilCopied(store);
      assert.ok(confirmed < 1000, "writes end with the first copy of the log");
      const [reason, ...others] = lost;
      assert.ok(reason instanceof DatabaseDamaged);
      assert.equal(reason.found, OVERWRITTEN);
      await store.close();
      assert.deepEqual(others, []);
      const file = await Deno.readFile(path);
      assert.equal(file[0], 0xee, "nothing was repaired");
      assert.ok((await Deno.stat(`${path}-wal`)).size > 0, "the log stays");
    }));

  Deno.test(`close() leaves a database whose head was overwritten as it is (writer: ${writer})`, () =>
    withPath(async (path) => {
      const lost: Error[] = [];
      const store = await openSqliteStore(path, { writer, onLost: (reason) => lost.push(reason) });
      await store.commit([putMerchant]);
      await overwriteHead(path);
      await store.close();
      assert.equal(lost.length, 1);
      assert.equal((await Deno.readFile(path))[0], 0xee);
      assert.ok((await Deno.stat(`${path}-wal`)).size > 0);
    }));
}

Deno.test("a damaged head is refused before SQLite repairs it from the log", () =>
  withPath(async (path) => {
    const first = await openSqliteStore(path);
    await first.commit([putMerchant]);
    await first.close();
    const store = await openSqliteStore(path);
    await store.commit([addSession(aSession(1))]);
    const [file, log] = [await Deno.readFile(path), await Deno.readFile(`${path}-wal`)];
    await store.close();
    const both = async (at: number) => {
      await Deno.writeFile(path, file);
      await poke(path, at, Array.from({ length: 100 }, () => 0xee));
      await Deno.writeFile(`${path}-wal`, log);
    };
    const opens = { store: () => openSqliteStore(path), existing: () => openExisting(path) };
    await both(0);
    for (const open of Object.values(opens)) {
      await assert.rejects(async () => await open(), (error) => {
        assert.ok(error instanceof DatabaseOpenError);
        assert.equal(error.message, `Not a SQLite database: ${path}`);
        return true;
      });
    }
    assert.equal((await Deno.readFile(path))[0], 0xee);
    await both(2 * PAGE);
    await assert.rejects(opens.store, {
      message: `The database is damaged (page 3 was overwritten); restore a backup: ${path}`,
    });
    assert.equal((await Deno.readFile(`${path}-wal`)).length, log.length);
    opens.existing().db.close();
  }));
