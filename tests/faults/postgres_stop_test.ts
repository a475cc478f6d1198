import assert from "node:assert/strict";
import { lacksPostgres } from "../support/postgres.ts";
import { startServer } from "../store/postgres/support.ts";
import { report, rounds } from "./figures.ts";
import { Lateness } from "./lateness.ts";
import { signalAll } from "./postgres_frozen.ts";
import { StoreLoad } from "./postgres_load.ts";

const STOPS = rounds({ short: 2, whole: 10 });
const FROZEN_MS = rounds({ short: 7000, whole: 20_000 });
/** Longest time of an answer, and a second to spare. */
const ANSWERED_WITHIN_MS = 6000 + 1000;
const RECOVERED_WITHIN_MS = 2000;
const GROWN_BY_BYTES = 64 * 1024 * 1024;

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer();

Deno.test({
  name: `postgres: stopped and started ${STOPS} times under load: no acknowledged write is lost`,
  ignore: isMissing,
  fn: async () => {
    using late = new Lateness();
    await using database = await server!.database();
    const { store, sql } = database;
    const load = await StoreLoad.begin(store);
    const { figures } = load;
    let recoveredMs = 0;
    for (let round = 0; round < STOPS; round++) {
      const [acknowledged, unavailable] = [figures.acknowledged + 100, figures.unavailable + 50];
      let stopped: Promise<void> | undefined;
      await load.run(() => {
        if (figures.acknowledged >= acknowledged) {
          stopped ??= server!.control("-m", round % 2 === 0 ? "fast" : "immediate", "stop");
        }
        return figures.unavailable >= unavailable;
      });
      await stopped;
      await assert.rejects(async () => await store.epoch(), /its server does not answer/);
      await assert.rejects(async () => await store.ping(), /server does not answer/);
      const before = figures.acknowledged;
      let startedMs: number | undefined;
      const started = server!.control("start").then(() => startedMs = performance.now());
      await load.run(() => startedMs !== undefined && figures.acknowledged > before);
      await store.ping();
      recoveredMs = Math.max(recoveredMs, Math.round(performance.now() - await started));
    }
    await load.check(sql);
    report("PostgreSQL stopped", { stops: STOPS, recovered_ms: recoveredMs, ...figures });
    assert.ok(figures.slowest_ms < late.allow(ANSWERED_WITHIN_MS));
    assert.ok(recoveredMs < late.allow(RECOVERED_WITHIN_MS));
  },
});

Deno.test({
  name: `postgres: frozen for ${FROZEN_MS} ms under load: every answer comes in time`,
  ignore: isMissing,
  fn: async () => {
    using late = new Lateness();
    await using database = await server!.database();
    const { store, sql } = database;
    const load = await StoreLoad.begin(store);
    await load.run(() => load.figures.acknowledged >= 100);
    const { heapUsed: heldBefore } = Deno.memoryUsage();
    await signalAll(server!, "STOP");
    const frozenMs = performance.now();
    try {
      await load.run(() => performance.now() - frozenMs >= FROZEN_MS);
      assert.ok(load.figures.unavailable > 0);
      assert.ok(
        load.figures.slowest_ms < late.allow(ANSWERED_WITHIN_MS),
        `${load.figures.slowest_ms} ms`,
      );
      await assert.rejects(async () => await store.ping(), /server does not answer/);
    } finally {
      await signalAll(server!, "CONT");
    }
    const thawedMs = performance.now();
    await store.writes.retry();
    await store.ping();
    const recoveredMs = Math.round(performance.now() - thawedMs);
    const enough = load.figures.acknowledged + 100;
    await load.run(() => load.figures.acknowledged >= enough);
    await load.check(sql);
    const grown = Deno.memoryUsage().heapUsed - heldBefore;
    report("PostgreSQL frozen", {
      frozen_ms: FROZEN_MS,
      recovered_ms: recoveredMs,
      ...load.figures,
    });
    assert.ok(recoveredMs < late.allow(RECOVERED_WITHIN_MS), `${recoveredMs} ms`);
    assert.ok(grown < GROWN_BY_BYTES, `${grown} bytes`);
  },
});
