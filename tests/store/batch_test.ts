import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import type { Change } from "../../src/domain/changes.ts";
import { planCommit } from "../../src/store/commit/plan/plan.ts";
import type { StatementData } from "../../src/store/commit/plan/statement.ts";
import { DurabilityLost } from "../../src/store/errors.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { Batches } from "../../src/store/sqlite/write/batches.ts";
import { Executor } from "../../src/store/sqlite/write/executor.ts";
import { prepareTransactions } from "../../src/store/sqlite/write/transactions.ts";
import { CommitRefused } from "../../src/store/store.ts";
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
import { aWriter, sessionsIn } from "./writer.ts";

/** An SQLite error as node:sqlite throws it. */
function sqliteError(errcode: number): Error {
  return Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", errcode });
}

/**
 * Transactions in the write-ahead log: each ends in one frame that names the size of the
 * database (sqlite.org/fileformat2.html, section 4). SQLite locks the database and the
 * -shm file but never the log, so reading the log releases no lock.
 */
async function transactionsInLog(path: string): Promise<number> {
  const bytes = await Deno.readFile(`${path}-wal`);
  const log = new DataView(bytes.buffer);
  const frameBytes = 24 + log.getUint32(8);
  let transactions = 0;
  for (let at = 32; at + frameBytes <= bytes.length; at += frameBytes) {
    const isCurrent = log.getUint32(at + 8) === log.getUint32(16);
    if (isCurrent && log.getUint32(at + 4) > 0) transactions += 1;
  }
  return transactions;
}

Deno.test("commit() makes one transaction of all commits of a turn", () =>
  withPath(async (path) => {
    const store = await openSqliteStore(path);
    await store.commit([putMerchant]);
    const before = await transactionsInLog(path);
    // Not in one go, but as requests that were read at different speeds.
    const commitLater = async (n: number) => {
      for (let microtask = 0; microtask < 5 * n; microtask++) await null;
      await store.commit([addSession(aSession(n))]);
    };
    await Promise.all(Array.from({ length: 40 }, (_, n) => commitLater(n)));
    assert.equal(await transactionsInLog(path), before + 1);
    await store.commit([addSession(aSession(40))]);
    assert.equal(await transactionsInLog(path), before + 2);
    assert.equal((await store.sessions.counts(M1))[0]?.count, 41);
    await store.close();
  }));

Deno.test("commit() takes back a refused one of a batch and leaves the others", () =>
  withPath(async (path) => {
    const store = await openSqliteStore(path);
    await store.commit([putMerchant]);
    const before = await transactionsInLog(path);
    const settled = await Promise.allSettled([
      store.commit([addSession(aSession(1))]),
      store.commit([addSession(aSession(2)), addSession(aSession(1))]),
      store.commit([addSession(aSession(3))]),
    ]);
    assert.deepEqual(settled.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
    assert.equal(await transactionsInLog(path), before + 1);
    assert.equal(await store.sessions.find(sid(2)), null);
    await store.close();
  }));

Deno.test("commit() writes each of a batch once, and once more where one is refused", async () => {
  const applied: number[] = [];
  const { db, writer } = await aWriter((db) => {
    const executor = new Executor(db);
    const apply = (commit: readonly StatementData[]) => {
      applied.push(commit.filter(({ name }) => /^(?:merchant.put|session.add)$/.test(name)).length);
      executor.execute(commit);
    };
    return { apply };
  });
  await writer.commit([putMerchant]);
  await Promise.all([1, 2, 3].map((n) => writer.commit([addSession(aSession(n))])));
  assert.deepEqual(applied.splice(0), [1, 1, 1, 1]);
  const twin = [addSession(aSession(4)), addSession(aSession(1))];
  const settled = await Promise.allSettled([
    writer.commit([addSession(aSession(4))]),
    writer.commit(twin),
    writer.commit([addSession(aSession(5))]),
  ]);
  assert.deepEqual(settled.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
  assert.deepEqual(applied.splice(0), [1, 2, 1, 2, 1]);
  await assert.rejects(writer.commit(twin), CommitRefused);
  assert.deepEqual(applied, [2], "a single one is not tried twice");
  assert.equal(sessionsIn(db), 5);
  db.close();
});

Deno.test("commit() acknowledges nothing when COMMIT fails, refusals included", async () => {
  const { db, writer } = await aWriter((db) => {
    const transactions = prepareTransactions(db);
    let commits = 0;
    const commit = () => {
      if (++commits === 2) throw sqliteError(13);
      transactions.commit();
    };
    return { transactions: { ...transactions, commit } };
  });
  await writer.commit([putMerchant]);
  const add = addSession(aSession(1));
  const settled = await Promise.allSettled([writer.commit([add]), writer.commit([add])]);
  for (const one of settled) {
    assert.ok(one.status === "rejected" && isUnavailable(one.reason));
    assert.equal(isDurabilityLost(one.reason), false);
  }
  assert.equal(sessionsIn(db), 0);
  await writer.commit([add]);
  assert.equal(sessionsIn(db), 1);
  db.close();
});

Deno.test("commit() says when the disk did not confirm, and then writes no more", async () => {
  const { db, writer } = await aWriter((db) => {
    const commit = () => {
      throw sqliteError(1034);
    };
    return { transactions: { ...prepareTransactions(db), commit } };
  });
  await assert.rejects(writer.commit([putMerchant]), (error) => {
    assert.ok(isUnavailable(error));
    assert.ok(isDurabilityLost(error));
    assert.ok(error.cause instanceof DurabilityLost);
    assert.match(error.cause.message, /: 1034$/);
    return true;
  });
  assert.ok(isDurabilityLost(writer.stopped));
  await assert.rejects(writer.commit([putMerchant]), isDurabilityLost);
  db.close();
});

Deno.test("commit() stands when the log cannot be copied, and stops when the disk does not confirm", async () => {
  const failures = [13, 1034];
  const { db, writer } = await aWriter((db) => {
    const checkpoint = () => {
      throw sqliteError(failures.shift() ?? 0);
    };
    return { transactions: { ...prepareTransactions(db), checkpoint } };
  });
  await writer.commit([putMerchant]);
  assert.equal(writer.stopped, null);
  await writer.commit([addSession(aSession(1))]);
  assert.equal(sessionsIn(db), 1);
  assert.ok(isDurabilityLost(writer.stopped));
  await assert.rejects(writer.commit([putMerchant]), isUnavailable);
  db.close();
});

Deno.test("Batches.write() writes nothing after a flush of the database that was not confirmed", () => {
  const db = new DatabaseSync(":memory:");
  const checkpoint = () => {
    throw sqliteError(1290);
  };
  const transactions = { ...prepareTransactions(db), checkpoint };
  let applied = 0;
  const apply = () => void (applied += 1);
  const isUpgraded = () => false;
  const batches = new Batches({ transactions, apply, isUpgraded, close: () => db.close() });
  const commit = planCommit([putMerchant]).posted;
  assert.equal(batches.write([commit]).kind, "done");
  const failure = batches.tidy();
  assert.ok(failure?.kind === "lost");
  assert.match(failure.message, /: 1290$/);
  assert.equal(batches.write([commit]).kind, "lost");
  assert.equal(applied, 1);
  batches.close();
});

Deno.test("commit() fails a whole batch when the disk is full", async () => {
  const { db, writer } = await aWriter(() => ({}));
  await writer.commit([putMerchant]);
  db.exec("PRAGMA max_page_count = 1");
  const huge: Change = {
    kind: "session.add",
    session: aSession(2),
    extra: "x".repeat(900_000),
    view: null,
  };
  const settled = await Promise.allSettled([
    writer.commit([{ kind: "session.touch", sessionId: sid(1), at: 1 }]),
    writer.commit([huge]),
  ]);
  for (const one of settled) assert.ok(one.status === "rejected" && isUnavailable(one.reason));
  db.exec("PRAGMA max_page_count = 1000000");
  await writer.commit([huge]);
  assert.equal(sessionsIn(db), 1);
  db.close();
});

Deno.test("commit() fails a whole batch when the storage fails under one of it", async () => {
  const { db, writer } = await aWriter((db) => {
    const executor = new Executor(db);
    const apply = (commit: readonly StatementData[]) => {
      executor.execute(commit);
      if (commit.length === 2) throw sqliteError(778);
    };
    return { apply };
  });
  await writer.commit([putMerchant]);
  const settled = await Promise.allSettled([
    writer.commit([addSession(aSession(1))]),
    writer.commit([addSession(aSession(2)), addSession(aSession(3))]),
  ]);
  for (const one of settled) assert.ok(one.status === "rejected" && isUnavailable(one.reason));
  assert.equal(sessionsIn(db), 0);
  await writer.commit([addSession(aSession(1))]);
  assert.equal(sessionsIn(db), 1);
  db.close();
});

Deno.test("commit() takes back only itself when a change cannot be written at all", async () => {
  const { db, writer } = await aWriter(() => ({}));
  await writer.commit([putMerchant]);
  const broken = addSession(aSession(2, { version: 0 }));
  const settled = await Promise.allSettled([
    writer.commit([addSession(aSession(1))]),
    writer.commit([addSession(aSession(3)), broken]),
  ]);
  assert.equal(settled[0].status, "fulfilled");
  assert.ok(settled[1].status === "rejected");
  assert.ok(!(settled[1].reason instanceof CommitRefused));
  assert.match(String(settled[1].reason), /CHECK constraint failed/);
  assert.equal(sessionsIn(db), 1);
  db.close();
});
