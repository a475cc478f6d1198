import assert from "node:assert/strict";
import { lacksPostgres } from "../support/postgres.ts";
import { type BreakAt, startRelay } from "../support/relay.ts";
import { startServer } from "../store/postgres/support.ts";
import { report, rounds } from "./figures.ts";
import { StoreLoad } from "./postgres_load.ts";

const CUTS = rounds({ short: 40, whole: 500 });
const WHEN: readonly BreakAt[] = ["before", "half", "sent", "answered"];

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer();

Deno.test({
  name: `postgres: connections cut in a batch, ${CUTS} times: each answer is what is written`,
  ignore: isMissing,
  fn: async () => {
    const relay = startRelay(server!.port);
    const { store, name, sql } = await server!.database({}, relay.port);
    const reader = await server!.open(name);
    const load = await StoreLoad.begin(store, reader);
    let next = load.figures.acknowledged;
    await load.run(() => {
      // Another place in what is under way each time.
      if (load.figures.acknowledged >= next && relay.broken < CUTS) {
        relay.breakNext(WHEN[relay.broken % WHEN.length]!);
        next = load.figures.acknowledged + 5 + relay.broken % 31;
      }
      return relay.broken >= CUTS;
    });
    await load.check(sql);
    report("connections cut in a batch", { cuts: relay.broken, ...load.figures });
    // The server is there all the time.
    assert.equal(load.figures.unavailable, 0);
    await Promise.all([store.close(), reader.close()]);
    await relay.close();
  },
});

Deno.test({
  name: `postgres: connections cut in reads and batches, ${CUTS} times: no wrong answer`,
  ignore: isMissing,
  fn: async () => {
    const relay = startRelay(server!.port);
    const { store, sql } = await server!.database({}, relay.port);
    const load = await StoreLoad.begin(store);
    let next = 0;
    await load.run(() => {
      if (load.figures.reads >= next) {
        relay.breakNext(WHEN[relay.broken % WHEN.length]!);
        next = load.figures.reads + 1 + relay.broken % 7;
      }
      return relay.broken >= CUTS;
    });
    await load.check(sql);
    report("connections cut in reads and batches", { cuts: relay.broken, ...load.figures });
    await store.close();
    await relay.close();
  },
});
