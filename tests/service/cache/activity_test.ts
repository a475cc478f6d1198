import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { KeyId, SessionId } from "../../../src/domain/ids.ts";
import { type ActiveSession, Activity } from "../../../src/service/cache/activity.ts";
import { SharedActivity } from "../../../src/service/cache/shared_activity.ts";
import { FakeClock } from "../../support/app.ts";
import { NOW, uuid } from "../../support/builders.ts";

const A = uuid<SessionId>(1);
const B = uuid<SessionId>(2);
const ALONE_TTL_MS = 300;
const COARSE_MS = ALONE_TTL_MS / 60;
const KEY = uuid<KeyId>(3);

/** An open session with its stored time. */
function used(
  id: SessionId,
  lastActiveAt: number,
  over: Partial<ActiveSession> = {},
): ActiveSession {
  const state = { session: "INITIATED", payment: "DRAFT" } as const;
  return { id, lastActiveAt, state, dueAt: null, ...over };
}

/** Takes commits and ends each when told to. */
class Commits {
  readonly taken: Change[][] = [];
  /** Resolves with the next commit. */
  #begun = Promise.withResolvers<void>();
  end: PromiseWithResolvers<void> = Promise.withResolvers();

  readonly commit = (changes: readonly Change[]): Promise<void> => {
    this.taken.push([...changes]);
    this.#begun.resolve();
    return this.end.promise;
  };

  async begun(): Promise<void> {
    await this.#begun.promise;
    this.#begun = Promise.withResolvers();
  }
}

Deno.test("Activity.flush() writes each moment once, and nothing when there is none", async () => {
  const commits = new Commits();
  commits.end.resolve();
  const activity = new Activity(commits, ALONE_TTL_MS);
  await activity.flush();
  activity.touchSession(used(A, 0), 5);
  activity.touchSession(used(A, 0), 7);
  activity.touchKey(KEY, 6, () => "203.0.113.7");
  await activity.flush();
  await activity.flush();
  assert.deepEqual(commits.taken, [
    [{ kind: "session.touch", sessionId: A, at: 7 }],
    [{ kind: "key.used", keyId: KEY, at: 6, from: "203.0.113.7" }],
  ]);
});

Deno.test("Activity.flush() lets what moved a little wait, unless it is told to write all", async () => {
  const commits = new Commits();
  commits.end.resolve();
  const activity = new Activity(commits, ALONE_TTL_MS);
  activity.touchSession(used(A, 100), 104);
  activity.touchSession(used(B, 100), 105);
  await activity.flush();
  assert.deepEqual(commits.taken, [[{ kind: "session.touch", sessionId: B, at: 105 }]]);
  assert.equal(activity.lastActiveAt(A, 100), 104, "it is known all the same");
  activity.touchSession(used(B, 105), 107);
  await activity.flush(true);
  assert.deepEqual(commits.taken.slice(1), [[
    { kind: "session.touch", sessionId: A, at: 104 },
    { kind: "session.touch", sessionId: B, at: 107 },
  ]]);
  await activity.flush(true);
  assert.equal(commits.taken.length, 2);
});

Deno.test("Activity.flush() writes many in commits of bounded size, neighbours together", async () => {
  const commits = new Commits();
  commits.end.resolve();
  const activity = new Activity(commits, ALONE_TTL_MS);
  for (let n = 449; n >= 0; n--) activity.touchSession(used(uuid<SessionId>(n), 0), 10);
  await activity.flush();
  assert.deepEqual(commits.taken.map((changes) => changes.length), [200, 200, 50]);
  for (const changes of commits.taken) {
    const ids = changes.map((change) => "sessionId" in change ? change.sessionId : "");
    assert.equal(ids.join(), ids.toSorted().join());
  }
});

Deno.test("Activity.lastActiveAt() knows a moment before, while and after it is written", async () => {
  const commits = new Commits();
  const activity = new Activity(commits, ALONE_TTL_MS);
  activity.touchSession(used(A, 0), 10);
  assert.equal(activity.lastActiveAt(A, 4), 10);
  const flushing = activity.flush();
  assert.equal(activity.lastActiveAt(A, 4), 10);
  commits.end.resolve();
  await flushing;
  assert.equal(activity.lastActiveAt(A, 10), 10);
  assert.equal(activity.lastActiveAt(B, 3), 3);
});

Deno.test("Activity.flush() lets go of sessions that are over, and of times that are written", async () => {
  const commits = new Commits();
  commits.end.resolve();
  const activity = new Activity(commits, ALONE_TTL_MS);
  activity.touchSession(used(A, 0), 4);
  activity.touchSession(used(B, 0), ALONE_TTL_MS + COARSE_MS - 1);
  await activity.flush();
  assert.equal(activity.lastActiveAt(A, 0), 4, "it is not over");
  activity.touchSession(used(B, 0), ALONE_TTL_MS + COARSE_MS);
  await activity.flush();
  assert.equal(activity.lastActiveAt(A, 0), 0);
  assert.deepEqual(commits.taken.flat().map((one) => "sessionId" in one && one.sessionId), [B]);
});

Deno.test("Activity.flush() keeps what could not be written for the next time", async () => {
  const commits = new Commits();
  const activity = new Activity(commits, ALONE_TTL_MS);
  activity.touchSession(used(A, 0), 10);
  activity.touchSession(used(B, 0), 10);
  const flushing = activity.flush();
  activity.touchSession(used(A, 0), 12);
  commits.end.reject(new Error("locked"));
  await assert.rejects(flushing, /locked/);
  assert.equal(activity.lastActiveAt(A, 0), 12);
  commits.end = Promise.withResolvers();
  commits.end.resolve();
  await activity.flush();
  assert.deepEqual(commits.taken.at(-1), [
    { kind: "session.touch", sessionId: A, at: 12 },
    { kind: "session.touch", sessionId: B, at: 10 },
  ]);
});

const TTL_MS = 3_600_000;

function aSharedActivity() {
  const commits = new Commits();
  const clock = new FakeClock();
  const deps = { store: commits, now: clock.now, sessionTtlMs: TTL_MS };
  const activity = new SharedActivity(deps);
  /** Notes a use of a session now. */
  const use = (id: SessionId, lastActiveAt = NOW, over: Partial<ActiveSession> = {}) =>
    activity.touchSession(used(id, lastActiveAt, over), clock.at);
  return { commits, clock, activity, use };
}

const touch = (sessionId: SessionId, at: number): Change => ({
  kind: "session.touch",
  sessionId,
  at,
});

Deno.test("SharedActivity writes a use within 5 s, however little it moved", async () => {
  const { commits, clock, activity, use } = aSharedActivity();
  commits.end.resolve();
  clock.advance(1);
  assert.equal(use(A), undefined);
  activity.touchKey(KEY, clock.at, () => "203.0.113.7");
  clock.advance(2999);
  await activity.flush();
  assert.deepEqual(commits.taken, []);
  use(A);
  use(B);
  clock.advance(1);
  await activity.flush();
  assert.deepEqual(commits.taken, [
    [touch(A, NOW + 3000), touch(B, NOW + 3000)],
    [{ kind: "key.used", keyId: KEY, at: NOW + 1, from: "203.0.113.7" }],
  ]);
  clock.advance(10_000);
  await activity.flush(true);
  assert.equal(commits.taken.length, 2);
  assert.equal(activity.lastActiveAt(A, NOW), NOW, "the store has it now");
});

/** Stored sessions, and how long before its end a use is written before the answer. */
const ENDS:
  readonly (readonly [of: string, over: Partial<ActiveSession>, endsAt: number | null])[] = [
    ["an open session", {}, NOW + TTL_MS],
    ["an abandoned one", { state: { session: "ABANDONED", payment: "DRAFT" } }, NOW + TTL_MS],
    ["one that waits for a payment", { dueAt: NOW + 2 * TTL_MS }, NOW + 2 * TTL_MS],
    ["one whose payment was due", { dueAt: NOW + 1 }, NOW + TTL_MS],
    ["a completed one", { state: { session: "COMPLETED", payment: "PAID" } }, null],
  ];

for (const [of, over, endsAt] of ENDS) {
  Deno.test(`SharedActivity writes a use at once in the last ten seconds of ${of}`, async () => {
    const { commits, clock, use } = aSharedActivity();
    clock.at = (endsAt ?? NOW + TTL_MS) - 10_001;
    assert.equal(use(A, NOW, over), undefined);
    clock.advance(1);
    const written = use(A, NOW, over);
    assert.equal(written === undefined, endsAt === null);
    assert.deepEqual(commits.taken, endsAt === null ? [] : [[touch(A, clock.at)]]);
    if (written === undefined) return;
    commits.end.reject(new Error("locked"));
    await assert.rejects(Promise.resolve(written), /locked/);
  });
}

Deno.test("SharedActivity writes many in commits of bounded size, and all at once at the end", async () => {
  const { commits, clock, activity, use } = aSharedActivity();
  for (let n = 0; n < 1200; n++) use(uuid<SessionId>(n));
  clock.advance(3000);
  const flushing = activity.flush();
  await commits.begun();
  assert.deepEqual(commits.taken.map(({ length }) => length), [500]);
  commits.end.resolve();
  await flushing;
  assert.deepEqual(commits.taken.splice(0).map(({ length }) => length), [500, 500, 200]);
  commits.end = Promise.withResolvers();
  for (let n = 0; n < 1200; n++) use(uuid<SessionId>(n));
  const ending = activity.flush(true);
  await commits.begun();
  assert.deepEqual(commits.taken.map(({ length }) => length), [500, 500, 200]);
  commits.end.resolve();
  await ending;
});

Deno.test("SharedActivity knows a use while it is written, and keeps it after a failure", async () => {
  const { commits, clock, activity, use } = aSharedActivity();
  clock.advance(1);
  use(A);
  use(B);
  clock.advance(3000);
  const flushing = activity.flush();
  await commits.begun();
  assert.equal(activity.lastActiveAt(A, NOW), NOW + 1);
  use(A);
  commits.end.reject(new Error("locked"));
  await assert.rejects(flushing, /locked/);
  assert.equal(activity.lastActiveAt(B, NOW), NOW + 1);
  commits.end = Promise.withResolvers();
  commits.end.resolve();
  await activity.flush();
  assert.deepEqual(commits.taken.at(-1), [touch(A, NOW + 3001), touch(B, NOW + 1)]);
});

Deno.test("SharedActivity writes also after the clock was set back", async () => {
  const { commits, clock, activity, use } = aSharedActivity();
  commits.end.resolve();
  use(A);
  clock.advance(-TTL_MS);
  await activity.flush();
  assert.deepEqual(commits.taken, [[touch(A, NOW)]]);
});
