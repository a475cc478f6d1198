/** Invariants of the stored data after every command. */
import { deepEqual, equal, fail, ok } from "node:assert/strict";
import { NO_PREFIX_FILTER } from "../../../../src/domain/filters.ts";
import type { CouponId, SessionId } from "../../../../src/domain/ids.ts";
import type { Customer } from "../../../../src/domain/shop/customer.ts";
import type { World } from "../../../support/app.ts";
import { int64 } from "../../../support/builders.ts";
import { CELLS, type Model, type ModelSession } from "./model.ts";
import { LIMITS, STOCK } from "./shop.ts";

/** Comparisons between two that read every session, and not only those that have changed. */
const WHOLE_EVERY = 8;

/** A session as it was last found to agree with its model. */
const agreed = new WeakMap<ModelSession, { readonly state: string; readonly payable: number }>();

/** Compares what is stored with the model. */
export async function checkAll(model: Model, world: World): Promise<void> {
  const isWhole = model.checks++ % WHOLE_EVERY === 0;
  const changed = model.sessions.filter((session) =>
    isWhole || agreed.get(session)?.state !== stateOf(session)
  );
  // At once: each read is a round trip on PostgreSQL.
  await Promise.all([
    ...changed.map((session) => checkSession(session, world)),
    checkStock(model, world),
    checkCoupons(model, world),
    checkCoins(model, world),
  ]);
  await checkRevenue(model, world);
}

/** Compares every session. */
export async function checkSessions(model: Model, world: World): Promise<void> {
  await Promise.all(model.sessions.map((session) => checkSession(session, world)));
}

/** The part of a session's model that its row agrees with. */
function stateOf({ version, cell, idleAt, isReturned, reopenedAs, fate }: ModelSession): string {
  return JSON.stringify([version, cell, idleAt, isReturned, reopenedAs, fate]);
}

async function checkSession(session: ModelSession, { store }: World): Promise<void> {
  const id = session.id as SessionId;
  const [stored, events, held] = await Promise.all([
    store.sessions.find(id),
    store.sessions.events(id),
    store.sessions.holds(id),
  ]);
  if (stored === null) fail(`The session is gone: ${session.id}`);
  deepEqual([stored.state.session, stored.state.payment], CELLS[session.cell]);
  equal(stored.version, session.version, "the version grows by one with each change");
  const told = events.filter(({ type }) => type === "session.idle");
  deepEqual(told.map(({ at }) => at), session.idleAt === null ? [] : [session.idleAt]);
  const { recovery: { returned, reopenedAs }, priced } = stored.load();
  deepEqual([returned !== null, reopenedAs], [session.isReturned, session.reopenedAs]);
  const { fate, needs } = session;
  deepEqual([...held.coupons].sort(), fate === "NONE" ? [] : [...needs.coupons].sort());
  const units = held.stock.map((one): [string, number] => [one.variantId, one.units]);
  deepEqual(new Map(units), fate === "HELD" ? needs.units : new Map());
  agreed.set(session, { state: stateOf(session), payable: priced.totals.totalPayable });
}

async function checkStock(model: Model, { store, merchant }: World): Promise<void> {
  const variants = Object.keys(STOCK);
  const catalog = await store.catalog.variants(
    merchant.id,
    variants.map((one) => int64(Number(one))),
  );
  for (const variant of variants) {
    const left = catalog.get(int64(Number(variant)))?.variant.inventoryQuantity;
    if (STOCK[variant] === null) {
      equal(left, null);
      continue;
    }
    equal(left, model.left(variant), `what is left of ${variant} is what nobody has`);
  }
}

async function checkCoupons(model: Model, { store, merchant }: World): Promise<void> {
  const [{ rows: coupons }, { rows: customers }] = await Promise.all([
    store.coupons.of(merchant.id, NO_PREFIX_FILTER, { limit: 1000 }),
    store.customers.of(merchant.id, NO_PREFIX_FILTER, { limit: 1000 }),
  ]);
  const ids = coupons.map(({ id }): CouponId => id);
  await Promise.all(customers.map(async ({ customer }) => {
    const usage = await store.coupons.usage(ids, customer.id);
    for (const { id, code } of coupons) {
      const { used = 0, usedByCustomer = 0 } = usage.get(id) ?? {};
      deepEqual([used, usedByCustomer], [model.uses(code), model.uses(code, customer.phone)], code);
      const { all, each } = LIMITS[code]!;
      ok(used <= (all ?? Infinity), `${code} was used too often`);
      ok(usedByCustomer <= (each ?? Infinity), `${code} was used too often by one`);
    }
  }));
}

async function checkCoins(model: Model, { store, merchant }: World): Promise<void> {
  const customers = (await store.customers.of(merchant.id, NO_PREFIX_FILTER, { limit: 1000 })).rows;
  deepEqual(customers.map(({ customer }) => customer.phone), [...model.coins.keys()].sort());
  await Promise.all(customers.map(async ({ customer, balances, debt }) => {
    const { ISSUED, AVAILABLE, PROCESSING, USED } = balances;
    const net = AVAILABLE - debt;
    equal(ISSUED + net + PROCESSING + USED, 0, "no coin is made or lost");
    ok(debt === 0 || (debt > 0 && AVAILABLE === 0));
    ok(AVAILABLE >= 0 && PROCESSING >= 0 && USED >= 0);
    const { issued, available, processing, used } = model.coins.get(customer.phone)!;
    deepEqual([ISSUED, net, PROCESSING, USED], [issued, available, processing, used]);
    deepEqual(
      await ledger(customer, { store }),
      { ...balances, AVAILABLE: net },
      "the ledger adds up to the balances",
    );
  }));
}

async function checkRevenue(model: Model, { store, merchant }: World): Promise<void> {
  const revenue = await store.statistics.revenue({ merchantId: merchant.id, bounds: [0, 2 ** 52] });
  const orders = model.sessions
    .filter(({ cell, cancelled }) => CELLS[cell][0] === "COMPLETED" && !cancelled);
  const payable = orders.reduce((sum, order) => sum + BigInt(agreed.get(order)!.payable), 0n);
  deepEqual(
    revenue.map((one) => [one.orders, one.payable]),
    orders.length === 0 ? [] : [[orders.length, payable]],
    "revenue is the sum of the orders that were not cancelled",
  );
}

async function ledger(
  { id }: Customer,
  { store }: Pick<World, "store">,
): Promise<Record<string, number>> {
  const sums: Record<string, number> = { ISSUED: 0, AVAILABLE: 0, PROCESSING: 0, USED: 0 };
  for (const { from, to, coins } of await store.customers.movements(id)) {
    sums[from]! -= coins;
    sums[to]! += coins;
  }
  return sums;
}
