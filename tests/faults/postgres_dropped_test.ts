import assert from "node:assert/strict";
import { lacksPostgres } from "../support/postgres.ts";
import { startRelay } from "../support/relay.ts";
import { addSession, aSession, M1, putMerchant } from "../store/support.ts";
import { startServer } from "../store/postgres/support.ts";
import { report, rounds } from "./figures.ts";
import { Lateness } from "./lateness.ts";
import { StoreLoad } from "./postgres_load.ts";

const DROPPED_MS = rounds({ short: 7000, whole: 20_000 });
/** Longest time of an answer, and a second for a busy machine. */
const ANSWERED_WITHIN_MS = 6000 + 1000;
const RECOVERED_WITHIN_MS = 2000;

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer();

Deno.test({
  name: `postgres: packets dropped for ${DROPPED_MS} ms under load: every answer comes in time`,
  ignore: isMissing,
  fn: async () => {
    using late = new Lateness();
    const relay = startRelay(server!.port);
    const { store, sql } = await server!.database({}, relay.port);
    const load = await StoreLoad.begin(store);
    const { figures } = load;
    await load.run(() => figures.acknowledged >= 100);
    relay.swallow();
    let flowsMs = 0;
    let next = { acknowledged: Infinity, reads: Infinity };
    const timer = setTimeout(() => {
      relay.flow();
      flowsMs = performance.now();
      next = { acknowledged: figures.acknowledged + 1, reads: figures.reads + 1 };
    }, DROPPED_MS);
    let recoveredMs = Infinity;
    await load.run(() => {
      if (figures.acknowledged < next.acknowledged || figures.reads < next.reads) return false;
      recoveredMs = Math.min(recoveredMs, Math.round(performance.now() - flowsMs));
      return true;
    });
    clearTimeout(timer);
    const enough = figures.acknowledged + 100;
    await load.run(() => figures.acknowledged >= enough);
    await load.check(sql);
    report("Packets dropped", { dropped_ms: DROPPED_MS, recovered_ms: recoveredMs, ...figures });
    await store.close();
    await relay.close();
    assert.ok(figures.unavailable > 0);
    assert.ok(figures.slowest_ms < late.allow(ANSWERED_WITHIN_MS), `${figures.slowest_ms} ms`);
    assert.ok(recoveredMs < late.allow(RECOVERED_WITHIN_MS), `${recoveredMs} ms`);
  },
});

Deno.test({
  name: "postgres: idle connections whose packets are dropped cost one request its limit, not each",
  ignore: isMissing,
  fn: async () => {
    const relay = startRelay(server!.port);
    const { store } = await server!.database({}, relay.port);
    // All connections for reads are open, and the one for writes.
    await store.commit([putMerchant]);
    await Promise.all(Array.from({ length: 16 }, () => store.merchants.find(M1)));
    relay.swallow();
    relay.flow();
    await assert.rejects(async () => await store.merchants.find(M1), { code: "error.unavailable" });
    for (let i = 0; i < 16; i++) assert.notEqual(await store.merchants.find(M1), null);
    await store.commit([addSession(aSession())]);
    await store.close();
    await relay.close();
  },
});
