import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { addSession, aSession, isUnavailable, putMerchant, withPath } from "./support.ts";

Deno.test("openSqliteStore() waits off the event loop for who makes the same file", () =>
  withPath(async (path) => {
    const other = new DatabaseSync(path);
    other.exec("BEGIN EXCLUSIVE");
    let waits = 0;
    const store = await openSqliteStore(path, {
      delay: () => {
        if (++waits === 2) other.exec("COMMIT");
        return Promise.resolve();
      },
    });
    assert.equal(waits, 2);
    await store.commit([putMerchant]);
    await store.close();
    other.close();
  }));

Deno.test("commit() waits for a lock off the event loop, longer each time", () =>
  withPath(async (path) => {
    const other = new DatabaseSync(path);
    const waits: number[] = [];
    const store = await openSqliteStore(path, {
      // The lock is let go by this very thread, which a blocking wait would never reach.
      delay: (ms) => {
        if (waits.push(ms) === 9) other.exec("COMMIT");
        return Promise.resolve();
      },
    });
    other.exec("BEGIN IMMEDIATE");
    await store.commit([putMerchant]);
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 50, 50, 50]);
    assert.equal((await store.merchants.all()).length, 1);
    await store.close();
    other.close();
  }));

Deno.test("commit() fails as unavailable when a lock outlasts the bound, and works after", () =>
  withPath(async (path) => {
    let waitedMs = 0;
    const store = await openSqliteStore(path, {
      retryForMs: 20,
      delay: (ms) => {
        waitedMs += ms;
        return Promise.resolve();
      },
    });
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    await assert.rejects(store.commit([putMerchant]), isUnavailable);
    assert.equal(waitedMs, 1 + 2 + 4 + 8 + 16);
    other.exec("COMMIT");
    await store.commit([putMerchant]);
    assert.equal((await store.merchants.all()).length, 1);
    await store.close();
    other.close();
  }));

Deno.test("commit() counts the bound from when each commit came", () =>
  withPath(async (path) => {
    const other = new DatabaseSync(path);
    let late: Promise<void> | undefined;
    let waits = 0;
    const store = await openSqliteStore(path, {
      retryForMs: 20,
      delay: () => {
        waits += 1;
        // At 15 ms: the first commit fails at 31, this one is still within its 20.
        if (waits === 4) late = store.commit([putMerchant]);
        if (waits === 6) other.exec("COMMIT");
        return Promise.resolve();
      },
    });
    other.exec("BEGIN IMMEDIATE");
    await assert.rejects(store.commit([addSession(aSession(1))]), isUnavailable);
    await late;
    assert.equal((await store.merchants.all()).length, 1);
    await store.close();
    other.close();
  }));
