/** What is deleted, erased and kept when the times of retention are over. */
import assert from "node:assert/strict";
import { NO_ORDER_FILTER, NO_UNEXPECTED_FILTER } from "../../../src/domain/filters.ts";
import type { World } from "../../support/app.ts";
import { OPERATOR } from "../../support/operator.ts";
import { Checkout, paid } from "./checkout.ts";
import { ADDRESS, HOUR_MS, MUG, withShop } from "./shop.ts";

const DAY_MS = 24 * HOUR_MS;
const YEARS_MS = 730 * DAY_MS;

/** The jobs that delete and erase. */
async function jobs({ services: { housekeeping } }: World): Promise<number[]> {
  await housekeeping.sweepAll();
  return [
    await housekeeping.purgeAll(),
    await housekeeping.eraseOrders(),
    await housekeeping.eraseIdle(),
  ];
}

/** An order, paid in full or due on delivery. */
async function order(
  world: World,
  { phone, cod = false }: { readonly phone?: string; readonly cod?: boolean } = {},
): Promise<Checkout> {
  const checkout = await Checkout.open(world, {
    note: "for Asha",
    attributes: { greeting: "Asha" },
    redirect_url: "https://shop.example/thanks",
  });
  if (phone !== undefined) await checkout.verify(phone);
  await checkout.step("PUT /address", ADDRESS);
  if (!cod) {
    await checkout.pay();
    return checkout;
  }
  await checkout.step("PUT /payment-method", { method: "COD" });
  await checkout.step("POST /complete");
  return checkout;
}

const stats = ({ services, merchant }: World, from: number, to: number) =>
  services.sessionAdmin.stats({ merchantId: merchant.id, bounds: [from, from + DAY_MS, to] });

async function hasPerson(checkout: Checkout): Promise<boolean> {
  const { store } = checkout.world;
  const texts = [
    await checkout.stored(),
    (await store.sessions.shown(checkout.id))?.view,
    await store.sessions.events(checkout.id),
    (await checkout.send("GET ")).text,
  ];
  return /Asha|98765\d{5}/.test(JSON.stringify(texts));
}

Deno.test("orders are kept for ever, other sessions are deleted, and no statistics change", () =>
  withShop(async (world) => {
    const { clock, merchant, store } = world;
    const from = clock.now() - clock.now() % DAY_MS;
    const orders = [await order(world), await order(world)];
    const cart = await Checkout.open(world);
    await cart.step("PUT /address", ADDRESS);
    const untouched = await Checkout.open(world);
    clock.advance(HOUR_MS);
    await world.services.housekeeping.sweepAll();
    const before = await stats(world, from, from + 30 * DAY_MS);
    const listed = await store.sessions.orders({ ...NO_ORDER_FILTER, merchantId: merchant.id }, {
      limit: 9,
    });
    assert.equal(listed.rows.length, 2);
    clock.advance(91 * DAY_MS);
    assert.deepEqual(await jobs(world), [2, 0, 0]);
    assert.equal(await store.sessions.find(cart.id), null);
    assert.equal(await store.sessions.find(untouched.id), null);
    clock.advance(YEARS_MS);
    assert.equal((await jobs(world))[1], 2);
    for (const { id } of orders) {
      assert.equal((await store.sessions.find(id))?.state.session, "COMPLETED");
    }
    assert.deepEqual(await stats(world, from, from + 30 * DAY_MS), before);
    assert.equal(
      (await store.sessions.orders({ ...NO_ORDER_FILTER, merchantId: merchant.id }, { limit: 9 }))
        .rows.length,
      2,
    );
    const { days } = before;
    assert.deepEqual(days.map(({ session, count, begun }) => [session, count, begun]), [
      ["ABANDONED", 2, 1],
      ["COMPLETED", 2, 2],
    ]);
  }));

Deno.test("sessions that another server deletes, or a customer uses, stop no deletion", () =>
  withShop(async (world) => {
    const { clock, store, services: { housekeeping } } = world;
    for (let n = 0; n < 105; n++) await Checkout.open(world);
    clock.advance(91 * DAY_MS);
    await housekeeping.sweepAll();
    const counts: number[] = [];
    const purge = () => housekeeping.purgeAll((deleted) => counts.push(deleted));
    const both = await Promise.all([purge(), purge()]);
    assert.equal(both[0] + both[1], 105);
    assert.equal(counts.reduce((sum, count) => sum + count, 0), 105);
    assert.deepEqual(await store.sessions.old(clock.now(), 9), []);
  }));

Deno.test("the person of an order is erased at its time, by the session, with or without a phone", () =>
  withShop(async (world) => {
    const placed = [await order(world), await order(world, { phone: "+919876500001" })];
    const first = placed[0]!;
    const before = await first.stored();
    world.clock.advance(YEARS_MS);
    assert.deepEqual(await jobs(world), [0, 0, 0]);
    for (const checkout of placed) {
      assert.equal(await hasPerson(checkout), true);
      // It is cached then.
      assert.match((await checkout.send("GET ")).text, /Asha/);
    }
    world.clock.advance(1);
    assert.equal((await jobs(world))[1], 2);
    for (const checkout of placed) assert.equal(await hasPerson(checkout), false);
    const after = await first.stored();
    assert.deepEqual(
      [after.order, after.priced.totals, after.payment, after.lines],
      [before.order, before.priced.totals, before.payment, before.lines],
    );
    assert.deepEqual((await jobs(world))[1], 0, "once");
    assert.equal(
      (await world.services.sessionAdmin.stats({
        merchantId: world.merchant.id,
        bounds: [0, world.clock.now()],
      })).orders[0]?.orders,
      2,
    );
  }));

Deno.test("an order with cash due waits until it is recorded or the order is cancelled", () =>
  withShop(async (world) => {
    const { services: { orderAdmin } } = world;
    const [open, collected, cancelled] = [
      await order(world, { cod: true }),
      await order(world, { cod: true }),
      await order(world, { cod: true }),
    ];
    world.clock.advance(YEARS_MS + 1);
    assert.equal((await jobs(world))[1], 0);
    await orderAdmin.collect(collected.id, () => 100, OPERATOR);
    await orderAdmin.cancel(cancelled.id, { reason: "Asha refused it", refund: null }, OPERATOR);
    assert.equal((await jobs(world))[1], 2);
    assert.deepEqual(await Promise.all([open, collected, cancelled].map(hasPerson)), [
      true,
      false,
      false,
    ]);
  }));

Deno.test("the reason of a cancellation after the person was erased is erased too", () =>
  withShop(async (world) => {
    const placed = await order(world);
    world.clock.advance(YEARS_MS + 1);
    assert.equal((await jobs(world))[1], 1);
    await world.services.orderAdmin.cancel(
      placed.id,
      { reason: "Asha refused it", refund: null },
      OPERATOR,
    );
    assert.equal(await hasPerson(placed), true);
    assert.equal((await jobs(world))[1], 1);
    assert.equal(await hasPerson(placed), false);
    assert.equal((await placed.stored()).order?.cancellation?.reason, null);
    assert.equal((await jobs(world))[1], 0);
  }));

Deno.test("an order with an open record of a payment waits until that is resolved", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world, { note: "for Asha" });
    await checkout.step("PUT /address", ADDRESS);
    const { payment } = await checkout.step("POST /payment");
    const [call, data] = paid(payment);
    await checkout.step(call, data);
    const { status } = await checkout.send(call, { ...data, reference: "pay_again" });
    assert.equal(status, 409);
    const [record] = await world.store.payments.unexpected(
      { ...NO_UNEXPECTED_FILTER, open: true },
      { limit: 9 },
    );
    assert.ok(record);
    world.clock.advance(YEARS_MS + 1);
    assert.equal((await jobs(world))[1], 0);
    assert.equal(await hasPerson(checkout), true);
    await world.services.unexpectedResolutions.resolve(
      record.id,
      { note: "refunded", refund: null },
      OPERATOR,
    );
    assert.equal((await jobs(world))[1], 1);
    assert.equal(await hasPerson(checkout), false);
  }));

Deno.test("more orders than a slice are erased in slices, each counted", () =>
  withShop(async (world) => {
    const stock = { merchantId: world.merchant.id, variantId: MUG, units: null };
    await world.store.commit([{ kind: "stock.set", ...stock }]);
    for (let i = 0; i < 101; i++) await order(world);
    world.clock.advance(YEARS_MS + 1);
    const slices: number[] = [];
    assert.equal(await world.services.housekeeping.eraseOrders((n) => slices.push(n)), 101);
    assert.deepEqual(slices, [100, 1]);
  }));
