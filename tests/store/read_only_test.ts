import assert from "node:assert/strict";
import { openExisting } from "../../src/store/sqlite/file/connect.ts";
import { isUnwritable, needsLog } from "../../src/store/sqlite/file/read_only.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { addSession, aSession, isUnavailable, putMerchant, sid, withPath } from "./support.ts";

/** A database with a session, as it is beside a log: `path`, and its copy without the log. */
async function aCopy(path: string): Promise<string> {
  const store = await openSqliteStore(path);
  await store.commit([putMerchant, addSession(aSession(1))]);
  await store.close();
  await Deno.copyFile(path, `${path}.copy`);
  return `${path}.copy`;
}

async function filesBeside(path: string): Promise<string[]> {
  const folder = path.slice(0, path.lastIndexOf("/"));
  return (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort();
}

Deno.test("openSqliteStore() reads a copy that the user may not write, makes nothing beside it, and writes nothing", () =>
  withPath(async (path) => {
    const copy = await aCopy(path);
    const [bytes, files] = [await Deno.readFile(copy), await filesBeside(copy)];
    assert.equal(needsLog(copy), true);
    const store = await openSqliteStore(copy, { isUnwritable: true });
    assert.equal((await store.sessions.find(sid(1)))?.version, 1);
    await assert.rejects(store.commit([addSession(aSession(2))]), (error) => {
      assert.ok(isUnavailable(error));
      assert.match(String(error), /read-only/);
      return true;
    });
    assert.deepEqual(await filesBeside(copy), files);
    await store.close();
    assert.deepEqual(await Deno.readFile(copy), bytes);
  }));

Deno.test("openSqliteStore() refuses a copy with its log that the user may not write, and says what to do", () =>
  withPath(async (path) => {
    const copy = await aCopy(path);
    await Deno.writeTextFile(`${copy}-wal`, "frames");
    await assert.rejects(openSqliteStore(copy, { isUnwritable: true }), {
      message:
        "A copy with a log cannot be read where this user may not write: copy it to another " +
        `folder with its log, or make copies with \`db backup\`: ${copy}`,
    });
  }));

Deno.test("isUnwritable() leaves nothing in a folder that can be written, nor does openExisting()", () =>
  withPath(async (path) => {
    const copy = await aCopy(path);
    const files = await filesBeside(copy);
    assert.equal(isUnwritable(copy), false);
    openExisting(copy).db.close();
    assert.deepEqual(await filesBeside(copy), files);
  }));
