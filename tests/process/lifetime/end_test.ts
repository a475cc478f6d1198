import assert from "node:assert/strict";
import { Ending } from "../../../src/process/lifetime/ending.ts";
import { later } from "../../../src/process/lifetime/timing.ts";
import { type EndParts, endServer } from "../../../src/process/lifetime/end.ts";

const never = () => new Promise<never>(() => {});

/** An end of which all time has passed already, and what it did. */
function anEnd(over: Partial<EndParts> = {}, leftMs = 0) {
  const done: string[] = [];
  const note = (what: string) => {
    done.push(what);
    return Promise.resolve();
  };
  const say = (text: string) => void done.push(text);
  const parts: EndParts = {
    ending: new Ending(leftMs, () => 0),
    store: { writes: { failing: () => null }, close: () => note("closed") },
    housekeeping: { flush: (all) => note(`activity ${all}`) },
    dispatcher: { stop: () => note("dispatcher") },
    jobs: [],
    logger: { info: say, warn: say, error: say, flush: () => note("log") },
    ...over,
  };
  return { parts, done };
}

Deno.test("endServer() writes activity down before it closes, and flushes the log last", async () => {
  const { parts, done } = anEnd(
    { jobs: [later(60_000, () => assert.fail("It is stopped"))] },
    9000,
  );
  await endServer(parts);
  assert.ok(parts.ending.signal.aborted);
  assert.deepEqual(done, ["dispatcher", "activity true", "closed", "stopped", "log"]);
});

Deno.test("endServer() writes activity down while a delivery or a chore takes its time", async () => {
  const { parts, done } = anEnd({ dispatcher: { stop: never }, jobs: [{ stop: never }] });
  await endServer(parts);
  assert.deepEqual(done, [
    "activity true",
    "Not all pending data was written in time: stopping anyway",
    "stopped",
    "log",
  ]);
});

Deno.test("endServer() does not wait for a log that takes nothing", async () => {
  const { parts } = anEnd();
  const logger = { ...parts.logger, flush: never };
  await endServer({ ...parts, logger });
});
