import assert from "node:assert/strict";
import { every, later } from "../../../src/process/lifetime/timing.ts";

Deno.test("every() runs a task again after it has ended, however it ended", async () => {
  const failures: unknown[] = [];
  const third = Promise.withResolvers<void>();
  let runs = 0;
  let isRunning = false;
  const recurring = every(0, async () => {
    assert.ok(!isRunning, "never twice at once");
    isRunning = true;
    await Promise.resolve();
    isRunning = false;
    runs += 1;
    if (runs === 1) throw new Error("once");
    if (runs === 3) third.resolve();
  }, (error) => failures.push(error));
  await third.promise;
  await recurring.stop();
  assert.deepEqual(failures.map(String), ["Error: once"]);
});

Deno.test("every() that is stopped lets the run under way end, and begins no other", async () => {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  let runs = 0;
  const recurring = every(0, async () => {
    runs += 1;
    begun.resolve();
    await end.promise;
  }, (error) => assert.fail(String(error)));
  await begun.promise;
  const stopped = recurring.stop();
  end.resolve();
  await stopped;
  await nextTimers();
  assert.equal(runs, 1);
});

Deno.test("later() runs a task once", async () => {
  let runs = 0;
  const task = later(0, () => void (runs += 1));
  await nextTimers();
  await nextTimers();
  assert.equal(runs, 1);
  await task.stop();
});

Deno.test("later() that is stopped runs nothing", async () => {
  const task = later(0, assert.fail);
  await task.stop();
  await nextTimers();
});

/** Once timers that were due before this one have run. */
function nextTimers(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
