import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { DurabilityLost } from "../../src/store/errors.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { planCommit } from "../../src/store/commit/plan/plan.ts";
import { CommitQueue } from "../../src/store/commit/queue.ts";
import { type FromWriter, WriterThread } from "../../src/store/sqlite/write/writer_thread.ts";
import type { Store } from "../../src/store/store.ts";
import { storeContract } from "./contract.ts";
import {
  addSession,
  aSession,
  isDurabilityLost,
  isUnavailable,
  M1,
  putMerchant,
  sid,
  withPath,
} from "./support.ts";

const folders: string[] = [];
storeContract("sqlite with a writer's thread", async (): Promise<Store> => {
  const folder = await Deno.makeTempDir({ prefix: "checkoutd-store-" });
  folders.push(folder);
  return openSqliteStore(join(folder, "checkout.db"), { writer: "thread" });
});
Deno.test.afterAll(async () => {
  for (const folder of folders) await Deno.remove(folder, { recursive: true });
});

const IN_THREAD = { busyTimeoutMs: 0, retryForMs: 0 };

Deno.test("commit() on a thread is seen by the very next read", () =>
  withPath(async (path) => {
    const store = await openSqliteStore(path, { writer: "thread" });
    await store.commit([putMerchant]);
    for (let n = 0; n < 50; n++) {
      await store.commit([addSession(aSession(n))]);
      assert.equal((await store.sessions.find(sid(n)))?.version, 1);
    }
    await store.close();
  }));

Deno.test("commit() on a thread leaves the event loop free while another process has the lock", () =>
  withPath(async (path) => {
    const store = await openSqliteStore(path, { writer: "thread" });
    await store.commit([putMerchant]);
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    let isDone = false;
    const commit = store.commit([addSession(aSession(1))]).then(() => isDone = true);
    // Turns of the event loop, each with a read: a loop that stood still would not get to them.
    for (let turn = 0; turn < 100; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      assert.equal((await store.merchants.all()).length, 1);
    }
    assert.equal(isDone, false);
    other.exec("COMMIT");
    await commit;
    assert.equal((await store.sessions.counts(M1))[0]?.count, 1);
    other.close();
    await store.close();
  }));

Deno.test("commit() on a thread fails as unavailable when a lock outlasts the bound", () =>
  withPath(async (path) => {
    const store = await openSqliteStore(path, { writer: "thread", retryForMs: 100 });
    await store.commit([putMerchant]);
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    await assert.rejects(store.commit([addSession(aSession(1))]), isUnavailable);
    other.exec("COMMIT");
    await store.commit([addSession(aSession(1))]);
    other.close();
    await store.close();
  }));

Deno.test("close() writes what was committed before, and leaves no log behind", () =>
  withPath(async (path) => {
    const store = await openSqliteStore(path, { writer: "thread" });
    const commits = [putMerchant, addSession(aSession(1)), addSession(aSession(2))]
      .map((change) => store.commit([change]));
    await store.close();
    await Promise.all(commits);
    await assert.rejects(store.commit([putMerchant]), isUnavailable);
    await assert.rejects(Deno.stat(`${path}-wal`), Deno.errors.NotFound);
    const again = await openSqliteStore(path);
    assert.equal((await again.sessions.counts(M1))[0]?.count, 2);
    await again.close();
  }));

Deno.test("a store whose thread cannot open the file writes nothing, and says why", () =>
  withPath(async (path) => {
    await Deno.writeTextFile(
      path,
      "This is no database, whatever its name says of it. ".repeat(99),
    );
    const thread = new WriterThread();
    await thread.open(path, IN_THREAD);
    await assert.rejects(thread.write([planCommit([putMerchant]).posted]), (error) => {
      assert.ok(isDurabilityLost(error));
      assert.ok(error instanceof Error && error.cause instanceof Error);
      assert.match(error.cause.message, /Not a SQLite database/);
      return true;
    });
    await thread.close();
  }));

/** A thread that opens whatever it is told to, and ends with the first batch. */
const DYING = `data:text/javascript,${
  encodeURIComponent(`globalThis.onmessage = ({ ports: [port] }) => {
    port.onmessage = ({ data }) => {
      if (data.kind !== "open") setTimeout(() => { throw new Error("out of memory, say"); });
      else port.postMessage({ kind: "opened" });
    };
  };`)
}`;

Deno.test("a batch whose thread ends is failed, and so is every one after it", async () => {
  const thread = new WriterThread(() => new Worker(DYING, { type: "module" }));
  await thread.open("anything", IN_THREAD);
  await assert.rejects(thread.write([]), (error) => {
    assert.ok(isDurabilityLost(error));
    assert.match(String(error instanceof Error && error.cause), /out of memory, say/);
    return true;
  });
  await assert.rejects(thread.write([]), isDurabilityLost);
  await thread.close();
});

/** A queue whose commits are written by a thread of this program, and what it says once it is lost. */
async function queueOver(
  program: string,
): Promise<{ queue: CommitQueue; lost: Promise<DurabilityLost> }> {
  const thread = new WriterThread(() => new Worker(program, { type: "module" }));
  const { promise: lost, resolve: onLost } = Promise.withResolvers<DurabilityLost>();
  const delay = () => Promise.resolve();
  const queue = new CommitQueue({ target: thread, ...IN_THREAD, delay, onLost });
  await thread.open("anything", IN_THREAD);
  return { queue, lost };
}

const LOG_NOT_COPIED: FromWriter = {
  kind: "untidy",
  failure: { kind: "lost", message: "not confirmed" },
};

/** A thread that writes nothing, says that it has, and then that the log could not be copied. */
const UNTIDY = `data:text/javascript,${
  encodeURIComponent(`globalThis.onmessage = ({ ports: [port] }) => {
    port.onmessage = ({ data }) => {
      if (data.kind === "open") return port.postMessage({ kind: "opened" });
      port.postMessage({ kind: "done", outcomes: data.batch.map(() => ({ kind: "stands" })) });
      port.postMessage(${JSON.stringify(LOG_NOT_COPIED)});
    };
  };`)
}`;

Deno.test("a batch stands whose log the disk does not let be copied, and none comes after it", async () => {
  const { queue, lost } = await queueOver(UNTIDY);
  await queue.commit([putMerchant]);
  assert.equal((await lost).message, "not confirmed");
  await assert.rejects(queue.commit([putMerchant]), isUnavailable);
  await queue.close();
});

/** A thread that opens whatever it is told to, and then ends with nobody writing. */
const IDLE_DEATH = `data:text/javascript,${
  encodeURIComponent(`globalThis.onmessage = ({ ports: [port] }) => {
    port.onmessage = () => {
      port.postMessage({ kind: "opened" });
      setTimeout(() => { throw new Error("out of memory, say"); });
    };
  };`)
}`;

Deno.test("a thread that ends between writes stops the queue and reports it", async () => {
  const { queue, lost } = await queueOver(IDLE_DEATH);
  assert.ok(isDurabilityLost(await lost));
  assert.ok(isDurabilityLost(queue.stopped));
  await assert.rejects(queue.commit([putMerchant]), isUnavailable);
  await queue.close();
});
