import assert from "node:assert/strict";
import { startJobs } from "../../../src/process/lifetime/jobs.ts";

type Parts = Parameters<typeof startJobs>[0];

/** Timers that are set while something runs, instead of the real ones. */
function timersOf(run: () => void): { readonly ms: number; readonly fire: () => void }[] {
  const set: { ms: number; fire: () => void }[] = [];
  const real = globalThis.setTimeout;
  const fake = (fire: () => void, ms = 0) => {
    set.push({ ms, fire });
    return 0;
  };
  Object.defineProperty(globalThis, "setTimeout", {
    value: fake,
    configurable: true,
    writable: true,
  });
  try {
    run();
  } finally {
    Object.defineProperty(globalThis, "setTimeout", {
      value: real,
      configurable: true,
      writable: true,
    });
  }
  return set;
}

Deno.test("startJobs() releases overdue payments and ends idle sessions every ten seconds", () => {
  const done: string[] = [];
  const housekeeping = new Proxy({}, {
    get: (_, name) => () => {
      done.push(String(name));
      // Runs on for as long as the test does, so that it is not run again.
      return new Promise(() => {});
    },
  });
  const parts = {
    services: { housekeeping },
    dispatcher: { wake: () => {} },
    logger: {},
    lock: {},
  } as unknown as Parts;
  const timers = timersOf(() => startJobs(parts));
  const at = (seconds: number) => {
    done.length = 0;
    for (const { ms, fire } of timers) if (ms === seconds * 1000) fire();
    return [...done];
  };
  assert.deepEqual(at(10), ["releaseAll", "sweepAll"]);
  assert.deepEqual(at(60), ["forget"]);
  assert.deepEqual(at(300), ["purgeAll", "eraseIdle"]);
});
