import assert from "node:assert/strict";
import { type JobDeps, jobsPart } from "../../../src/process/jobs.ts";
import { ServerLeases } from "../../../src/service/leases.ts";
import { FakeClock } from "../../support/app.ts";
import { FakeLeases } from "../../support/leases.ts";

/** A timer that was set, and is fired by the test. */
interface Timer {
  readonly ms: number;
  readonly fire: () => void;
}

/** Runs a test with timers of its own; the ones that are set come last. */
async function withTimers(test: (timers: Timer[]) => Promise<void>): Promise<void> {
  const timers: Timer[] = [];
  const real = Object.getOwnPropertyDescriptor(globalThis, "setTimeout")!;
  const value = (fire: () => void, ms = 0) => timers.push({ ms, fire });
  Object.defineProperty(globalThis, "setTimeout", { value, configurable: true });
  try {
    await test(timers);
  } finally {
    Object.defineProperty(globalThis, "setTimeout", real);
  }
}

/** Fires a timer and lets all that follows from it run. */
async function fire(timer: Timer): Promise<void> {
  timer.fire();
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

Deno.test("jobsPart() runs each job on one server at a time, and gives it back at the end", () =>
  withTimers(async (timers) => {
    const clock = new FakeClock();
    const shared = new FakeLeases(clock);
    const swept: string[] = [];
    const ends: (() => void)[] = [];
    const start = (holder: string) => {
      const done = () => Promise.resolve();
      const deps = {
        housekeeping: {
          flush: done,
          sweepAll: () => {
            swept.push(holder);
            return new Promise<void>((resolve) => ends.push(resolve));
          },
        },
        dispatcher: { wake: () => {}, stop: done },
        providerHooks: { settled: done },
        leases: new ServerLeases({ leases: shared, holder, monotonicMs: clock.monotonicMs }),
        store: { writes: { failing: () => null }, checkSchema: () => {}, file: null },
        stop: new AbortController().signal,
      } as unknown as JobDeps;
      const part = jobsPart(deps);
      const from = timers.length;
      const jobs = part.start();
      const [, sweep] = timers.slice(from).filter(({ ms }) => ms === 10_000);
      return { sweep: () => fire(sweep!), close: async () => await part.close(await jobs) };
    };
    const [one, two] = [start("one"), start("two")];
    let fired = timers.length;
    await one.sweep();
    await two.sweep();
    assert.deepEqual(swept, ["one"]);
    for (let turn = 0; turn < 6; turn++) {
      clock.advance(10_000);
      // The renewal, and the other server's next tries.
      const due = timers.slice(fired).filter(({ ms }) => ms === 10_000);
      fired = timers.length;
      for (const timer of due) await fire(timer);
    }
    assert.deepEqual(swept, ["one"], "renewed while it runs");
    ends.pop()?.();
    clock.advance(10_000);
    await two.sweep();
    assert.deepEqual(swept, ["one"], "kept for the next run");
    await one.close();
    await two.sweep();
    assert.deepEqual(swept, ["one", "two"]);
    ends.pop()?.();
    await two.close();
    assert.equal(shared.held.size, 0);
  }));
