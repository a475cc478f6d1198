import assert from "node:assert/strict";
import type { Change } from "../../src/domain/changes.ts";
import type { KeyId, SessionId } from "../../src/domain/ids.ts";
import { Activity } from "../../src/service/activity.ts";
import { uuid } from "../support/builders.ts";

const A = uuid<SessionId>(1);
const B = uuid<SessionId>(2);
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
  const activity = new Activity(commits);
  await activity.flush();
  activity.touchSession(A, 5);
  activity.touchSession(A, 7);
  activity.touchKey(KEY, 6);
  await activity.flush();
  await activity.flush();
  assert.deepEqual(commits.taken, [[
    { kind: "key.used", keyId: KEY, at: 6 },
    { kind: "session.touch", sessionId: A, at: 7 },
  ]]);
});

Deno.test("Activity.lastActiveAt() knows a moment before, while and after it is written", async () => {
  const commits = new Commits();
  const activity = new Activity(commits);
  activity.touchSession(A, 10);
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
  const activity = new Activity(commits);
  activity.touchSession(A, 10);
  activity.touchSession(B, 10);
  const flushing = activity.flush();
  activity.touchSession(A, 12);
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
