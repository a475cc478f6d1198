import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import type { Change } from "../../src/domain/changes.ts";
import { MAX_PENDING, MAX_PENDING_BYTES } from "../../src/store/commit/queue.ts";
import { openDatabase } from "../../src/store/sqlite/file/open.ts";
import { PENDING } from "../../src/store/read/health.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { CommitRefused } from "../../src/store/store.ts";
import { addSession, aSession, isUnavailable, putMerchant, sid, withPath } from "./support.ts";
import { aWriter, sessionsIn } from "./writer.ts";

Deno.test("commit() takes no more than so many that wait", async () => {
  const { db, writer } = await aWriter(() => ({}));
  const touch: Change = { kind: "session.touch", sessionId: sid(1), at: 1 };
  const commits = Array.from({ length: MAX_PENDING + 1 }, () => writer.commit([touch]));
  const settled = await Promise.allSettled(commits);
  const last = settled.pop();
  assert.ok(last?.status === "rejected" && isUnavailable(last.reason));
  assert.ok(settled.every(({ status }) => status === "fulfilled"));
  db.close();
});

Deno.test("commit() takes no more bytes than so many that wait, but always one", async () => {
  const { db, writer } = await aWriter(() => ({}));
  await writer.commit([putMerchant]);
  const long = (n: number, mib: number): Change => ({
    kind: "session.add",
    session: aSession(n),
    extra: "x".repeat(mib * 1024 * 1024),
    view: null,
  });
  const bound = MAX_PENDING_BYTES / 1024 / 1024;
  const settled = await Promise.allSettled([
    writer.commit([long(1, bound)]),
    writer.commit([long(2, 1)]),
  ]);
  assert.equal(settled[0].status, "fulfilled");
  assert.ok(settled[1].status === "rejected" && isUnavailable(settled[1].reason));
  // Written commits make room again.
  await writer.commit([long(2, 1)]);
  assert.equal(sessionsIn(db), 2);
  db.close();
});

Deno.test("a commit observer hears of each transaction, with its commits and how long it took", () =>
  withPath(async (path) => {
    const heard: number[][] = [];
    let clock = 0;
    const observer = {
      // 7 ms pass between any two looks at it.
      monotonicMs: () => clock += 7,
      batch: (commits: number, ms: number) => void heard.push([commits, ms]),
    };
    const store = await openSqliteStore(path, { observer });
    await store.commit([putMerchant]);
    const settled = await Promise.allSettled(
      [1, 2, 2].map((n) => store.commit([addSession(aSession(n))])),
    );
    assert.ok(settled[2]?.status === "rejected" && settled[2].reason instanceof CommitRefused);
    assert.deepEqual(heard, [[1, 7], [3, 7]]);
    await store.close();
  }));

for (const writer of ["here", "thread"] as const) {
  // The files are looked at only once the store has let go of them: before, that would undo its locks.
  Deno.test(`health.bytes() and file.logBytes() are those of the files, written ${writer}`, () =>
    withPath(async (path) => {
      const store = await openSqliteStore(path, { writer });
      await store.commit([
        putMerchant,
        ...Array.from({ length: 200 }, (_, n) => addSession(aSession(n))),
      ]);
      const bytes = await store.health.bytes();
      const logBytes = store.file?.logBytes() ?? null;
      assert.ok(logBytes !== null && logBytes > 200 * 1000, `${logBytes}`);
      await store.close();
      // Closing writes the log back, into the pages that the database has had by its own count.
      assert.equal((await stat(path)).size, bytes);
    }));
}

Deno.test("health.pendingDeliveries() walks the indexes of what is pending and nothing else", async () => {
  const delay = () => Promise.resolve();
  const db = await openDatabase(":memory:", { busyTimeoutMs: 0, retryForMs: 0, delay });
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${PENDING}`).all().map(({ detail }) =>
    String(detail)
  );
  assert.deepEqual(plan.filter((step) => /\bdeliveries\b/.test(step)), [
    "SCAN deliveries USING COVERING INDEX deliveries_first",
    "SCAN deliveries USING INDEX deliveries_again",
  ]);
  db.close();
});
