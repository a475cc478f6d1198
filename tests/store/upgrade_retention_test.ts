/** Orders of an earlier schema version that grow old: none is deleted, persons are erased in time. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { NO_SESSION_FILTER, NO_UNEXPECTED_FILTER } from "../../src/domain/filters.ts";
import { hasOpenPayment } from "../../src/domain/session/erasure.ts";
import type { CheckoutSession } from "../../src/domain/session/session.ts";
import { sessionViews } from "../../src/schema/api/view.ts";
import { createServices, type Services } from "../../src/service/services.ts";
import { readDatabaseUrl } from "../../src/store/database_url.ts";
import { openPostgresStore } from "../../src/store/postgres/open_store.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import type { Store } from "../../src/store/store.ts";
import { effectsOf, FakeClock, LIMITS } from "../support/app.ts";
import { lacksPostgres, postgresServer } from "../support/postgres.ts";
import { runTool } from "../support/tools.ts";
import { check } from "./maintenance/support.ts";
import { checkPostgres } from "./postgres/support.ts";
import { withPath } from "./support.ts";
import { loadDump } from "./upgrade/dump.ts";
import { plainSecrets } from "../support/secrets.ts";

const DAY_MS = 86_400_000;

const dumpOf = (name: string) => fileURLToPath(new URL(`./upgrade/${name}.sql`, import.meta.url));

function servicesOver(store: Store, clock: FakeClock): Services {
  return createServices({
    store,
    secrets: plainSecrets(store),
    ...effectsOf(clock),
    warn: () => {},
    views: sessionViews,
    onEvents: () => {},
    ...LIMITS,
  });
}

async function liveOrders(store: Store): Promise<CheckoutSession[]> {
  const { rows } = await store.sessions.list(
    { ...NO_SESSION_FILTER, state: "COMPLETED" },
    { limit: 1000 },
  );
  return rows.map((stored) => stored.load()).filter(({ livemode }) => livemode);
}

/** All that statistics of the shops count, over the years of the test. */
async function figures(store: Store): Promise<unknown> {
  const bounds = [Date.UTC(2025, 0), Date.UTC(2032, 0)];
  return await Promise.all(
    (await store.merchants.all()).map(async ({ id: merchantId }) => {
      const period = { merchantId, bounds };
      return [
        await store.statistics.days(period),
        await store.statistics.orders(period),
        await store.statistics.revenue(period),
        await store.statistics.recovery(period),
      ];
    }),
  );
}

const isErased = ({ choices }: CheckoutSession) => choices.address === null;

/** Lets the orders of an upgraded database grow old, under the limits of {@link LIMITS}. */
async function growOld(store: Store): Promise<void> {
  const clock = new FakeClock();
  const { housekeeping } = servicesOver(store, clock);
  // What was open ends first: some of it places an order.
  clock.advance(2 * DAY_MS);
  await housekeeping.releaseAll();
  await housekeeping.sweepAll();
  const before = await liveOrders(store);
  const paid = before.filter(({ amountPaid }) => amountPaid > 0);
  const persons = before.filter((order) => !isErased(order)).length;
  assert.ok(paid.length > 1 && persons > 1, "there was something to keep");
  const counted = await figures(store);
  const placed = before.map(({ order }) => order!.placedAt);

  // The last day before the first person is erased: sessions that are no orders are long gone.
  clock.at = Math.min(...placed) + LIMITS.orderRetentionMs - DAY_MS;
  assert.ok(await housekeeping.purgeAll() > 0, "other sessions are deleted");
  assert.equal(await housekeeping.eraseOrders(), 0);
  assert.deepEqual(await liveOrders(store), before);
  assert.deepEqual(await figures(store), counted);

  clock.at = Math.max(...placed) + LIMITS.orderRetentionMs + DAY_MS;
  const waiting = await waitingIn(store, before);
  assert.equal(await housekeeping.eraseOrders() + waiting.size, persons);
  assert.equal(await housekeeping.purgeAll(), 0);
  const after = await liveOrders(store);
  assert.deepEqual(after.map(({ id }) => id), before.map(({ id }) => id));
  for (const order of after) assert.equal(isErased(order), !waiting.has(order.id), order.id);
  const phones = JSON.stringify(after.filter(isErased)).match(/\+91\d{10}/g);
  assert.equal(phones, null);
  const money = (all: readonly CheckoutSession[]) =>
    all.map(({ order, amountPaid, priced }) => [order?.number, amountPaid, priced.totals]);
  assert.deepEqual(money(after), money(before));
  assert.deepEqual(await figures(store), counted);
}

/** Orders with an open payment or an open record of one: their persons are still needed. */
async function waitingIn(store: Store, orders: readonly CheckoutSession[]): Promise<Set<string>> {
  const open = await store.payments.unexpected(
    { ...NO_UNEXPECTED_FILTER, open: true },
    { limit: 1000 },
  );
  const recorded = new Set(open.map(({ sessionId }) => sessionId));
  const waiting = orders.filter((order) => hasOpenPayment(order) || recorded.has(order.id));
  return new Set(waiting.map(({ id }) => id));
}

Deno.test("orders of schema version 24 are kept for ever, and their persons for their own time", () =>
  withPath(async (path) => {
    loadDump(path, await Deno.readTextFile(dumpOf("v24")));
    const store = await openSqliteStore(path);
    await growOld(store);
    await store.close();
    assert.deepEqual((await check(path)).findings, []);
  }));

const isMissing = await lacksPostgres();
const server = isMissing ? null : await postgresServer();

Deno.test({
  name: "postgres: orders of schema version 2 are kept for ever, and their persons for their time",
  ignore: isMissing,
  fn: async () => {
    const url = server!.url(await server!.freshDatabase());
    const args = ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", url, "-f", dumpOf("postgres_v2")];
    const { code, stderr } = await runTool(`${server!.bin}/psql`, args);
    assert.equal(code, 0, stderr);
    const store = await openPostgresStore(readDatabaseUrl(url, () => undefined));
    await growOld(store);
    await store.close();
    assert.deepEqual((await checkPostgres(url)).findings, []);
  },
});
