import assert from "node:assert/strict";
import { AppError } from "../../../src/domain/errors.ts";
import { type JobDeps, jobsPart } from "../../../src/process/jobs.ts";

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

/** Jobs whose work is noted. */
function someJobs(over: Partial<Record<keyof JobDeps, unknown>> = {}) {
  const done: string[] = [];
  const note = (what: string) => {
    done.push(what);
    return Promise.resolve();
  };
  const deps = {
    housekeeping: { flush: (all?: boolean) => note(`activity ${all}`) },
    dispatcher: { wake: () => {}, stop: () => note("dispatcher") },
    providerHooks: { settled: () => Promise.resolve() },
    logger: { error: note, warn: note },
    leases: null,
    lock: { path: null },
    store: {
      writes: { failing: () => null, retry: () => Promise.resolve() },
      checkSchema: () => {},
      file: null,
    },
    stop: new AbortController().signal,
    ...over,
  } as unknown as JobDeps;
  return { part: jobsPart(deps), done };
}

Deno.test("jobsPart() releases overdue payments, ends idle sessions and reports them every ten seconds", () => {
  const done: string[] = [];
  const housekeeping = new Proxy({}, {
    get: (_, name) => () => {
      done.push(String(name));
      // Runs on for as long as the test does, so that it is not run again.
      return new Promise(() => {});
    },
  });
  // Those of payments at providers are noted alike.
  const { part } = someJobs({
    housekeeping,
    providerPayments: housekeeping,
    providerRefunds: housekeeping,
    providerFindings: housekeeping,
    auditSeals: housekeeping,
    hourlyLimits: housekeeping,
  });
  const timers = timersOf(() => void part.start());
  const at = (seconds: number) => {
    done.length = 0;
    for (const { ms, fire } of timers) if (ms === seconds * 1000) fire();
    return [...done];
  };
  assert.deepEqual(at(10), ["releaseAll", "sweepAll", "reportIdle", "lookAtDue", "runDue"]);
  assert.deepEqual(at(60), ["listDue", "sumAll", "sealAll", "tellAll", "forget"]);
  assert.deepEqual(at(300), ["purgeAll", "eraseOrders", "eraseIdle"]);
});

Deno.test("jobsPart() logs how many sessions were deleted and persons erased, also before a failure", async () => {
  const logged: unknown[] = [];
  const batches = async (onBatch: (count: number) => void) => {
    onBatch(100);
    onBatch(7);
    return await Promise.reject(new Error("the disk is full"));
  };
  const none = () => Promise.resolve(0);
  const { part } = someJobs({
    housekeeping: { purgeAll: batches, eraseOrders: batches, eraseIdle: none },
    logger: {
      info: (message: string, fields: unknown) => logged.push([message, fields]),
      error: () => {},
    },
  });
  for (const { ms, fire } of timersOf(() => void part.start())) if (ms === 300_000) fire();
  for (let i = 0; i < 20; i++) await Promise.resolve();
  assert.deepEqual(logged, [
    ["Deleted sessions without an order, unused for --retention", { count: 107 }],
    ["Erased the persons of orders placed --order-retention ago", { count: 107 }],
  ]);
});

Deno.test("jobsPart() writes activity down as soon as the end begins, and again at it", async () => {
  const end = new AbortController();
  const { part, done } = someJobs({ stop: end.signal });
  const jobs = await part.start();
  end.abort();
  assert.deepEqual(done, ["activity true"]);
  await part.close(jobs);
  assert.deepEqual(done, ["activity true", "dispatcher", "activity true"]);
});

Deno.test("jobsPart() writes activity down while a delivery takes its time", async () => {
  const never = () => new Promise<never>(() => {});
  const { part, done } = someJobs({ dispatcher: { wake: () => {}, stop: never } });
  const jobs = await part.start();
  void part.close(jobs);
  assert.deepEqual(done, ["activity true"]);
  for (const job of jobs) await job.stop();
});

Deno.test("jobsPart() logs activity that cannot be written, unless writes are known to fail", async () => {
  const flush = () => Promise.reject(new AppError("error.unavailable", "busy"));
  for (const [failing, logged] of [[null, 1], [{}, 0]] as const) {
    const store = {
      writes: { failing: () => failing, retry: () => Promise.resolve() },
      checkSchema: () => {},
      file: null,
    };
    const { part, done } = someJobs({ housekeeping: { flush }, store });
    await part.close(await part.start());
    assert.equal(done.filter((text) => /was not written/.test(text)).length, logged);
  }
});
