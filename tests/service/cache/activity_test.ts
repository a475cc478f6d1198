import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { KeyId, SessionId } from "../../../src/domain/ids.ts";
import { Activity } from "../../../src/service/cache/activity.ts";
import { uuid } from "../../support/builders.ts";

const A = uuid<SessionId>(1);
const B = uuid<SessionId>(2);
const COARSE_MS = 5;
const KEY = uuid<KeyId>(3);

/** Takes commits and ends each when told to. */
class Commits {
  readonly taken: Change[][] = [];
  end: PromiseWithResolvers<void> = Promise.withResolvers();

  readonly commit = (changes: readonly Change[]): Promise<void> => {
    this.taken.push([...changes]);
    return this.end.promise;
  };
}

Deno.test("Activity.flush() writes each moment once, and nothing when there is none", async () => {
  const commits = new Commits();
  commits.end.resolve();
  const activity = new Activity(commits, COARSE_MS);
  await activity.flush();
  activity.touchSession(A, 0, 5);
  activity.touchSession(A, 0, 7);
  activity.touchKey(KEY, 6);
  await activity.flush();
  await activity.flush();
  assert.deepEqual(commits.taken, [
    [{ kind: "session.touch", sessionId: A, at: 7 }],
    [{ kind: "key.used", keyId: KEY, at: 6 }],
  ]);
});

Deno.test("Activity.flush() lets what moved a little wait, unless it is told to write all", async () => {
  const commits = new Commits();
  commits.end.resolve();
  const activity = new Activity(commits, COARSE_MS);
  activity.touchSession(A, 100, 104);
  activity.touchSession(B, 100, 105);
  await activity.flush();
  assert.deepEqual(commits.taken, [[{ kind: "session.touch", sessionId: B, at: 105 }]]);
  assert.equal(activity.lastActiveAt(A, 100), 104, "it is known all the same");
  activity.touchSession(B, 105, 107);
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
  const activity = new Activity(commits, COARSE_MS);
  for (let n = 449; n >= 0; n--) activity.touchSession(uuid<SessionId>(n), 0, 10);
  await activity.flush();
  assert.deepEqual(commits.taken.map((changes) => changes.length), [200, 200, 50]);
  for (const changes of commits.taken) {
    const ids = changes.map((change) => "sessionId" in change ? change.sessionId : "");
    assert.equal(ids.join(), ids.toSorted().join());
  }
});

Deno.test("Activity.lastActiveAt() knows a moment before, while and after it is written", async () => {
  const commits = new Commits();
  const activity = new Activity(commits, COARSE_MS);
  activity.touchSession(A, 0, 10);
  assert.equal(activity.lastActiveAt(A, 4), 10);
  const flushing = activity.flush();
  assert.equal(activity.lastActiveAt(A, 4), 10);
  commits.end.resolve();
  await flushing;
  assert.equal(activity.lastActiveAt(A, 10), 10);
  assert.equal(activity.lastActiveAt(B, 3), 3);
});

Deno.test("Activity.flush() keeps what could not be written for the next time", async () => {
  const commits = new Commits();
  const activity = new Activity(commits, COARSE_MS);
  activity.touchSession(A, 0, 10);
  activity.touchSession(B, 0, 10);
  const flushing = activity.flush();
  activity.touchSession(A, 0, 12);
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
