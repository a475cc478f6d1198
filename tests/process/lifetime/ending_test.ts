import assert from "node:assert/strict";
import { inTime } from "../../../src/process/lifetime/timing.ts";
import { Ending } from "../../../src/process/lifetime/ending.ts";

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
