/**
 * Webhooks of three servers. With `-- --whole`, 20,000 events, and the time of a lease is waited for:
 * in the short form the leases of a killed server are ended in the database.
 */
import assert from "node:assert/strict";
import { report, rounds } from "../faults/figures.ts";
import { readDatabaseUrl } from "../../src/store/database_url.ts";
import { openPostgresStore } from "../../src/store/postgres/open_store.ts";
import { type Cluster, withCluster } from "../support/cluster.ts";
import { IS_WHOLE } from "../support/few.ts";
import { lacksPostgres, postgresServer } from "../support/postgres.ts";
import { Inboxes, shopOf, type Target } from "./endpoints.ts";

const isMissing = await lacksPostgres();
const postgres = isMissing ? null : await postgresServer();

const QUICK = 18;
/** 20,000 in the whole form. */
const TARGETS: readonly Target[] = [
  { manner: "slow", events: rounds({ short: 3, whole: 50 }) },
  { manner: "dead", events: rounds({ short: 5, whole: 150 }) },
  ...Array<Target>(QUICK).fill({ manner: "quick", events: rounds({ short: 20, whole: 1100 }) }),
];
const LIVING = TARGETS.flatMap(({ manner }, n) => manner === "dead" ? [] : [n]);
const DUE = LIVING.reduce((sum, n) => sum + TARGETS[n]!.events, 0);

const TAKEN_UP_MS = 35_000;
const FLAGS = ["--allow-insecure-webhooks"];

/** Shops and a receiver beside a cluster, with stores that add events. */
async function withEndpoints(
  test: (cluster: Cluster, inboxes: Inboxes, addEvents: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await using inboxes = new Inboxes(TARGETS);
  await withCluster(postgres!, { flags: () => FLAGS }, async (cluster) => {
    const url = readDatabaseUrl(cluster.databaseUrl, () => undefined);
    const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore(url)));
    try {
      await inboxes.addShops(cluster.store);
      await test(cluster, inboxes, () => inboxes.addEvents(stores));
    } finally {
      await Promise.all(stores.map((store) => store.close()));
    }
  });
}

/** Asserts that each endpoint got its events in order; returns how many came again. */
async function assertInOrder({ database }: Cluster, { inboxes }: Inboxes): Promise<number> {
  let again = 0;
  for (const n of LIVING) {
    const ids = await postgres!.sql(
      database,
      `SELECT id FROM events WHERE merchant_id = '${shopOf(n)}' ORDER BY seq`,
    );
    const { got, most } = inboxes[n]!;
    const first = [...new Set(got.map(({ id }) => id))];
    assert.deepEqual(first, ids.split("\n"), `endpoint ${n}`);
    assert.equal(most, 1, `endpoint ${n}: two at a time`);
    assert.ok(got.length - first.length <= 1, `endpoint ${n}: only what was under way comes again`);
    again += got.length - first.length;
  }
  return again;
}

/** Ends the servers, and returns the number of deliveries by state and whether they were tried. */
async function endAll({ server, database }: Cluster, alive: readonly number[]): Promise<string[]> {
  const untried = `SELECT count(*) FROM deliveries WHERE attempts = 0`;
  while (await postgres!.sql(database, untried) !== "0");
  await Promise.all(alive.map((i) => server(i).end("SIGTERM")));
  const states = `SELECT state || ' ' || count(*) FROM deliveries GROUP BY state ORDER BY 1`;
  return (await postgres!.sql(database, states)).split("\n");
}

const STATES = [`DELIVERED ${DUE}`, `PENDING ${TARGETS[1]!.events}`];

Deno.test({
  name: "servers: each event once to each of 20 endpoints, in order, one at a time",
  ignore: isMissing,
  fn: () =>
    withEndpoints(async (cluster, inboxes, addEvents) => {
      const beganMs = performance.now();
      await addEvents();
      await inboxes.until(() => inboxes.count >= DUE);
      const tookMs = performance.now() - beganMs;
      assert.deepEqual(await endAll(cluster, [0, 1, 2]), STATES);
      assert.equal(await assertInOrder(cluster, inboxes), 0);
      assert.equal(await postgres!.sql(cluster.database, "SELECT count(*) FROM leases"), "0");
      report("webhooks of three servers", { deliveries: DUE, ms: Math.round(tookMs) });
    }),
});

for (const end of IS_WHOLE ? ["kill", "freeze"] as const : ["kill"] as const) {
  Deno.test({
    name: `servers: ${end} the server that delivers: no event is lost, and others take up`,
    ignore: isMissing,
    fn: () =>
      withEndpoints(async (cluster, inboxes, addEvents) => {
        const sql = (text: string) => postgres!.sql(cluster.database, text);
        // The first server gets all endpoints.
        for (const i of [1, 2]) cluster.freeze(i);
        const adding = addEvents();
        await inboxes.until(() =>
          inboxes.count > DUE / 4 && LIVING.every((n) => inboxes.inboxes[n]!.got.length > 0)
        );
        const holder = await sql("SELECT DISTINCT holder FROM leases WHERE name ~ '^endpoint:'");
        await (end === "kill" ? cluster.kill(0) : cluster.freeze(0));
        const endedMs = performance.now();
        for (const i of [1, 2]) cluster.thaw(i);
        await adding;
        await inboxes.until(() => inboxes.underWay === 0);
        if (!IS_WHOLE) await sql(`UPDATE leases SET until = now() WHERE holder = '${holder}'`);
        const before = inboxes.inboxes.map(({ got }) => got.length);
        const isTakenUp = (n: number) => {
          const { got } = inboxes.inboxes[n]!;
          return got.length > before[n]! ||
            new Set(got.map(({ id }) => id)).size === TARGETS[n]!.events;
        };
        await inboxes.until(() => LIVING.every(isTakenUp));
        if (end === "freeze") cluster.thaw(0);
        const count = () =>
          LIVING.reduce(
            (sum, n) => sum + new Set(inboxes.inboxes[n]!.got.map(({ id }) => id)).size,
            0,
          );
        await inboxes.until(() => count() >= DUE);
        assert.deepEqual(await endAll(cluster, end === "kill" ? [1, 2] : [0, 1, 2]), STATES);
        const again = await assertInOrder(cluster, inboxes);
        const waits = LIVING.flatMap((n) => {
          const next = inboxes.inboxes[n]!.got[before[n]!];
          return next === undefined ? [] : [next.beganMs - endedMs];
        });
        const longestMs = Math.max(...waits);
        report(`${end} of the server that delivers`, {
          ...{ deliveries: DUE, again, endpoints: waits.length },
          ...{ longest_wait_ms: Math.round(longestMs) },
        });
        assert.ok(waits.length >= QUICK, "in the middle");
        assert.ok(longestMs < TAKEN_UP_MS, `${longestMs} ms`);
      }),
  });
}
