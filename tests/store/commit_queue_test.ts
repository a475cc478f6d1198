import assert from "node:assert/strict";
import type { Change } from "../../src/domain/changes.ts";
import { MAX_PENDING, MAX_PENDING_BYTES } from "../../src/store/commit/queue.ts";
import { aSession, isUnavailable, putMerchant, sid } from "./support.ts";
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
  // What is written makes room again.
  await writer.commit([long(2, 1)]);
  assert.equal(sessionsIn(db), 2);
  db.close();
});
