import assert from "node:assert/strict";
import fc from "fast-check";
import {
  NO_ORDER_FILTER,
  NO_PREFIX_FILTER,
  NO_PRODUCT_FILTER,
  NO_SESSION_FILTER,
  NO_UNEXPECTED_FILTER,
} from "../../../src/domain/filters.ts";
import { withShop } from "../../web/api/shop.ts";
import type { Answer, World } from "../../support/app.ts";
import { runs } from "../../support/arbitraries.ts";
import { aMug, aPoster } from "../../support/shop.ts";
import { IS_WHOLE, requireReached } from "../../support/few.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { alterAll } from "./altered.ts";
import { type Known, type RandomCheckout, randomCheckouts } from "./same_answers.ts";
import { startServer } from "./support.ts";

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer();

const NOTHING = "00000000-0000-7000-8000-000000000999";
/** Without, with two and with three decimals. */
const CURRENCIES = ["JPY", "INR", "KWD"];
const CHECKOUTS = IS_WHOLE ? 1002 : 72;
/** Shops of each currency. At once: PostgreSQL flushes the commits of several databases together. */
const SHOPS = 4;
/** After so many checkouts a migration changes the tables of PostgreSQL under its store. */
const MIGRATED_AFTER = 3;
/** After so many checkouts the shop is stocked again. */
const RESTOCK_EVERY = 2;

Deno.test({
  name: "random checkouts get the same answers on both engines, and leave the same data",
  ignore: isMissing,
  fn: async () => {
    const all = fc.sample(randomCheckouts, runs(CHECKOUTS));
    const shops = Array.from({ length: SHOPS }, () => CURRENCIES).flat();
    const statuses = await Promise.all(shops.map(async (currencyCode, i) => {
      const checkouts = all.filter((_, n) => n % shops.length === i);
      return await compare(currencyCode, checkouts);
    }));
    for (const status of [200, 201, 400, 404, 409, 422]) {
      requireReached(statuses.flat().includes(status), `an answer with status ${status}`);
    }
  },
});

const restock = ({ store, merchant }: World) =>
  store.commit(
    [aMug(), aPoster()].flatMap(({ variants }) =>
      variants.map(({ variantId, inventoryQuantity: units }) => ({
        kind: "stock.set",
        merchantId: merchant.id,
        variantId,
        units,
      } as const))
    ),
  );

/** Two worlds that are told the same. */
class Both {
  readonly #worlds: readonly [World, World];
  readonly #statuses: number[];

  constructor(sqlite: World, postgres: World, statuses: number[]) {
    this.#worlds = [sqlite, postgres];
    this.#statuses = statuses;
  }

  async each<T>(run: (world: World) => Promise<T>): Promise<[T, T]> {
    const [sqlite, postgres] = this.#worlds;
    return await Promise.all([run(sqlite), run(postgres)]);
  }

  /** Asserts that both give the same. */
  async same(read: (world: World) => Promise<unknown>): Promise<void> {
    const [expected, actual] = await this.each(read);
    assert.deepEqual(actual, expected);
  }

  async play({ cart, steps }: RandomCheckout): Promise<void> {
    const created = await this.#send("POST", "/session", cart, null);
    const known: Known = {
      id: created.json.data?.session_id ?? NOTHING,
      payment: { id: NOTHING, amount: 1 },
      otp: "000000",
    };
    for (const { ask, idempotencyKey } of steps) {
      const [method, path, data] = ask(known);
      this.#learn(known, await this.#send(method, path, data, idempotencyKey));
      await this.each(({ clock }) => Promise.resolve(clock.advance(10_000)));
    }
    // Until it is written, the time of the last use may be behind by another time on each engine.
    await this.each(({ services: { housekeeping } }) => housekeeping.flush(true));
    const read = async ({ services }: World) => await services.sessionAdmin.show(known.id);
    if (known.id !== NOTHING) await this.same(read);
  }

  async #send(
    method: string,
    path: string,
    data: unknown,
    idempotencyKey: string | null,
  ): Promise<Answer> {
    const [sqlite, postgres] = await this.each(({ send }) =>
      send(method, path, {
        ...(data !== undefined && { body: { data } }),
        ...(idempotencyKey !== null && { headers: { "idempotency-key": idempotencyKey } }),
      })
    );
    const shown = ({ status, text, headers }: Answer) => [status, text, ...headers];
    assert.deepEqual(shown(postgres), shown(sqlite), `${method} ${path}`);
    this.#statuses.push(sqlite.status);
    return sqlite;
  }

  #learn(known: Known, { json }: Answer): void {
    const [{ told }] = this.#worlds;
    const otp = told.at(-1)?.["otp"];
    if (typeof otp === "string") known.otp = otp;
    const payment = json?.data?.payment;
    if (payment) known.payment = { id: payment.payment_id, amount: payment.amount };
  }
}

/** Sends the same requests to a shop on each engine; the statuses of the answers. */
async function compare(
  currencyCode: string,
  checkouts: readonly RandomCheckout[],
): Promise<number[]> {
  const statuses: number[] = [];
  await withShop(async (sqlite) => {
    const name = await server!.freshDatabase(server!.template);
    await withShop(async (postgres) => {
      const both = new Both(sqlite, postgres, statuses);
      for (const [n, checkout] of checkouts.entries()) {
        if (n === MIGRATED_AFTER) await alterAll(server!, name, "later");
        if (n % RESTOCK_EVERY === 0) await both.each(restock);
        await both.play(checkout);
      }
      await both.each(({ services: { housekeeping } }) => housekeeping.flush(true));
      await both.same(overview);
    }, { currencyCode, open: () => server!.open(name) });
  }, { currencyCode });
  return statuses;
}

/** Lists and sums of a shop. */
async function overview({ store, merchant: { id: merchantId }, clock }: World): Promise<unknown> {
  const { sessions, statistics, attention, customers, coupons, catalog, payments } = store;
  const page = { merchantId, limit: 1000 };
  const bounds = [0, 1, 2].map((days) => clock.at + (days - 2) * 86_400_000);
  const period = { merchantId, bounds };
  const customersOfShop = (await customers.of(merchantId, NO_PREFIX_FILTER, page)).rows;
  const couponsOfShop = (await coupons.of(merchantId, NO_PREFIX_FILTER, page)).rows;
  const idle = { lastActiveUntil: clock.at, dueUntil: clock.at };
  return {
    sessions: (await sessions.list(NO_SESSION_FILTER, page)).rows.map(({ id }) => id),
    orders: (await sessions.orders(NO_ORDER_FILTER, { limit: 1000 })).rows.map(({ id }) => id),
    counts: await sessions.counts(null),
    idle: (await sessions.idle(idle, 1000)).map(({ id, lastActiveAt }) => `${lastActiveAt} ${id}`)
      .sort(),
    days: await statistics.days(period),
    sums: await statistics.orders(period),
    revenue: await statistics.revenue(period),
    recovery: await statistics.recovery(period),
    awaited: await attention.awaitedPayments(merchantId),
    holds: await attention.unpaidHolds(merchantId, 99),
    low: await attention.lowStock(merchantId, { units: 99, limit: 99 }),
    unexpected: await payments.unexpected({ ...NO_UNEXPECTED_FILTER, open: true }, { limit: 99 }),
    customers: customersOfShop,
    movements: await Promise.all(
      customersOfShop.map(({ customer }) => customers.movements(customer.id)),
    ),
    usage: [...await coupons.usage(couponsOfShop.map(({ id }) => id), null)].sort(),
    products: await catalog.of(merchantId, NO_PRODUCT_FILTER, page),
    data: await store.merchants.data(merchantId),
    lastEvent: await store.webhooks.lastEvent() > 0,
  };
}
