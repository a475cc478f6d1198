import assert from "node:assert/strict";
import { every, inTime, later } from "../../src/process/lifetime/timing.ts";
import { Ending } from "../../src/process/lifetime/ending.ts";
import { Parts, type PartsDeps } from "../../src/process/lifetime/parts.ts";

Deno.test("Ending counts its time from when it began, and begins once", () => {
  let nowMs = 1000;
  const ending = new Ending(9000, () => nowMs);
  nowMs += 5000;
  assert.deepEqual([ending.leftMs(), ending.signal.aborted], [9000, false]);
  ending.begin();
  nowMs += 2000;
  ending.begin();
  assert.deepEqual([ending.leftMs(), ending.signal.aborted], [7000, true]);
  nowMs += 8000;
  assert.equal(ending.leftMs(), 0);
});

Deno.test("Ending is announced before it begins, and a second announcement begins it", () => {
  const ending = new Ending(9000, () => 0);
  assert.equal(ending.isLeaving, false);
  ending.announce(3_600_000);
  assert.deepEqual([ending.isLeaving, ending.signal.aborted], [true, false]);
  ending.announce(3_600_000);
  assert.equal(ending.signal.aborted, true);
  const atOnce = new Ending(9000, () => 0);
  atOnce.announce(0);
  assert.deepEqual([atOnce.isLeaving, atOnce.signal.aborted], [true, true]);
});

Deno.test("inTime() waits for work, but not for longer than it may take", async () => {
  assert.equal(await inTime(Promise.resolve(), 60_000), true);
  assert.equal(await inTime(new Promise(() => {}), 0), false);
  await assert.rejects(inTime(Promise.reject(new Error("odd")), 60_000), /odd/);
});

Deno.test("Ending has begun once it is begun, and its exit code is 1 after a failure", async () => {
  const ended = new Ending(9000, () => 0);
  const begun = ended.begun;
  ended.begin();
  await begun;
  await ended.begun;
  assert.equal(ended.exitCode, 0);
  const failed = new Ending(9000, () => 0);
  failed.fail();
  assert.deepEqual([failed.signal.aborted, failed.exitCode], [true, 1]);
});

const never = () => new Promise<never>(() => {});

/** Parts with some time for their end, and the order of what happened. */
function someParts(leftMs: number, over: Partial<PartsDeps["logger"]> = {}) {
  const done: string[] = [];
  const note = (what: string) => void done.push(what);
  const flush = () => Promise.resolve(note("log"));
  const ending = new Ending(leftMs, () => 0);
  const parts = new Parts({ ending, logger: { info: note, warn: note, flush, ...over } });
  const part = (name: string, close = (text: string) => Promise.resolve(note(text))) => ({
    start: () => {
      note(`${name} starts`);
      return `${name} closes`;
    },
    close,
  });
  return { parts, ending, done, part };
}

Deno.test("Parts closes in the reverse order of the start, and flushes the log last", async () => {
  const { parts, ending, done, part } = someParts(9000);
  assert.equal(await parts.start(part("database")), "database closes");
  await parts.start(part("listener"));
  await parts.close();
  assert.ok(ending.signal.aborted);
  assert.deepEqual(done, [
    "database starts",
    "listener starts",
    "listener closes",
    "database closes",
    "stopped",
    "log",
  ]);
});

Deno.test("Parts does not close a part whose start failed, and says no end of what never ran", async () => {
  const { parts, done, part } = someParts(9000);
  const broken = { start: () => Promise.reject(new Error("odd")), close: never };
  await assert.rejects(parts.start(broken), /odd/);
  await parts.close();
  assert.deepEqual(done, []);
  await parts.start(part("database"));
  await assert.rejects(parts.start(broken), /odd/);
  await parts.close();
  assert.deepEqual(done, ["database starts", "database closes", "log"]);
});

Deno.test("Parts does not wait longer for its parts than there is time", async () => {
  const { parts, done, part } = someParts(0);
  await parts.start(part("database", never));
  await parts.close();
  assert.deepEqual(done.slice(1), [
    "Not all pending data was written in time: stopping anyway",
    "stopped",
    "log",
  ]);
});

Deno.test("Parts does not wait for a log that takes nothing", async () => {
  const { parts, part } = someParts(0, { flush: never });
  await parts.start(part("database"));
  await parts.close();
});

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
