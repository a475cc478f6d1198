import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { Change } from "../../src/domain/changes.ts";
import type { BatchResult } from "../../src/store/commit/batch.ts";
import type { StatementData } from "../../src/store/commit/plan/statement.ts";
import { CommitQueue } from "../../src/store/commit/queue.ts";
import { claimsOf } from "../../src/store/postgres/write/locks.ts";
import { holdStock, isUnavailable, sid } from "./support.ts";

const DONE = (count: number): BatchResult => ({
  kind: "done",
  outcomes: Array.from({ length: count }, () => ({ kind: "stands" })),
});

/** A queue over a target whose batches the test ends. */
class Lanes {
  readonly queue: CommitQueue;
  /** Batches being written: sessions of their commits. */
  readonly #writing = new Map<boolean, {
    readonly sessions: readonly string[];
    readonly end: (result: BatchResult) => void;
  }>();

  constructor() {
    this.queue = new CommitQueue({
      target: {
        claims: claimsOf,
        write: (batch, isHot) => this.#write(batch, isHot),
        close: () => {},
      },
      busyTimeoutMs: 5,
      retryForMs: 5,
      delay: () => Promise.resolve(),
    });
  }

  #write(batch: readonly (readonly StatementData[])[], isHot: boolean): Promise<BatchResult> {
    assert.ok(!this.#writing.has(isHot), "one batch of a kind at a time");
    const { promise, resolve } = Promise.withResolvers<BatchResult>();
    const sessions = batch.map(([first]) => first?.params["session_id"] ?? first?.params["id"]);
    this.#writing.set(isHot, { sessions: sessions.map(numberOf), end: resolve });
    return promise;
  }

  /** Commits in order; tells their ends by name. */
  readonly ends: string[] = [];
  async commit(...changes: readonly Change[]): Promise<void> {
    for (const change of changes) {
      const name = `${change.kind} ${numberOf("sessionId" in change ? change.sessionId : null)}`;
      this.queue.commit([change]).then(
        () => this.ends.push(name),
        (error) => this.ends.push(isUnavailable(error) ? `${name} failed` : String(error)),
      );
    }
    await this.settled();
  }

  async settled(): Promise<void> {
    for (let i = 0; i < 5; i++) await setImmediate();
  }

  /** Sessions of the batches being written: of hot commits, and of others. */
  get writing() {
    return { hot: this.#writing.get(true)?.sessions, other: this.#writing.get(false)?.sessions };
  }

  async end(isHot: boolean, result?: BatchResult): Promise<void> {
    const batch = this.#writing.get(isHot)!;
    this.#writing.delete(isHot);
    batch.end(result ?? DONE(batch.sessions.length));
    await this.settled();
  }
}

const numberOf = (id: unknown) => String(Number(String(id).slice(-4)) - 1000);
const hot = (n: number) => holdStock({ sessionId: sid(n) });
const other = (n: number): Change => ({ kind: "session.touch", sessionId: sid(n), at: n });

Deno.test("CommitQueue writes what locks no common rows beside a batch that does", async () => {
  const lanes = new Lanes();
  await lanes.commit(hot(1), hot(2));
  await lanes.commit(other(3), hot(4), other(5));
  assert.deepEqual(lanes.writing, { hot: ["1", "2"], other: ["3", "5"] });
  await lanes.end(false);
  assert.deepEqual(lanes.ends, ["session.touch 3", "session.touch 5"]);
  await lanes.end(true);
  assert.deepEqual(lanes.writing, { hot: ["4"], other: undefined });
  const finished = lanes.queue.finish();
  await lanes.end(true);
  await finished;
  assert.deepEqual(lanes.ends.slice(2), ["stock.hold 1", "stock.hold 2", "stock.hold 4"]);
});

Deno.test("CommitQueue never writes two commits of one session at once, and keeps their order", async () => {
  const lanes = new Lanes();
  await lanes.commit(other(1), hot(1), other(1), hot(2), other(2), other(3));
  assert.deepEqual(lanes.writing, { hot: ["2"], other: ["1", "3"] });
  await lanes.end(false);
  assert.deepEqual(lanes.writing, { hot: ["2"], other: undefined });
  await lanes.end(true);
  assert.deepEqual(lanes.writing, { hot: ["1"], other: ["2"] });
  const finished = lanes.queue.finish();
  await lanes.end(true);
  await lanes.end(false);
  assert.deepEqual(lanes.writing, { hot: undefined, other: ["1"] });
  await lanes.end(false);
  await finished;
  assert.equal(lanes.ends.length, 6);
});

Deno.test("CommitQueue fails by a lock or an error what waited behind it, not what is being written", async () => {
  const lanes = new Lanes();
  await lanes.commit(hot(1), other(2));
  await lanes.commit(other(3));
  await lanes.end(true, { kind: "busy", message: "locked" });
  assert.deepEqual(lanes.ends, ["stock.hold 1 failed"]);
  await lanes.commit(hot(4));
  assert.deepEqual(lanes.writing, { hot: ["4"], other: ["2"] });
  await lanes.end(true, { kind: "failed", message: "gone", fault: "unreachable" });
  // The other lane has a connection of its own, which may work.
  assert.deepEqual(lanes.ends.slice(1), ["stock.hold 4 failed"]);
  await lanes.end(false);
  assert.deepEqual(lanes.ends.slice(2), ["session.touch 2"]);
});
