import assert from "node:assert/strict";
import { Ending } from "../../../src/process/lifetime/ending.ts";
import { Parts, type PartsDeps } from "../../../src/process/lifetime/parts.ts";

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

Deno.test("Parts does not close a part whose start failed, and says nothing without any", async () => {
  const { parts, done, part } = someParts(9000);
  const broken = { start: () => Promise.reject(new Error("odd")), close: never };
  await assert.rejects(parts.start(broken), /odd/);
  await parts.close();
  assert.deepEqual(done, []);
  await parts.start(part("database"));
  await assert.rejects(parts.start(broken), /odd/);
  await parts.close();
  assert.deepEqual(done, ["database starts", "database closes", "stopped", "log"]);
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
