/** Holds of a pending payment and their release. */
import assert from "node:assert/strict";
import { Checkout, left, paid, uses } from "./checkout.ts";
import { HELD, held, LAST, lastEvent, MORE, NOTHING, started, TTL_MS } from "./paying.ts";
import { ADDRESS, HOUR_MS, KNOWN_PHONE, MUG, mugs, withShop } from "./shop.ts";

Deno.test("a payment holds what it needs for half an hour from its start, however often it is read", () =>
  withShop(async (world) => {
    const { checkout } = await started(world);
    const { services: { housekeeping }, clock } = world;
    for (let minute = 0; minute < 29; minute++) {
      clock.advance(60_000);
      await world.send("GET", checkout.path);
      assert.equal(await housekeeping.releaseAll(), 0);
    }
    clock.advance(59_999);
    assert.equal(await housekeeping.releaseAll(), 0);
    assert.deepEqual(await held(world, checkout), HELD);
    clock.advance(1);
    assert.equal(await housekeeping.releaseAll(), 1);
    assert.equal(await housekeeping.releaseAll(), 0, "once");
    assert.deepEqual(await held(world, checkout), NOTHING);

    const { json } = await world.send("GET", checkout.path);
    const { payment, payment_state, session_state, order } = json.data;
    assert.deepEqual(
      [payment.holds, payment.status, payment_state, session_state, order],
      ["released", "PENDING", "PENDING", "IN_PROGRESS", null],
    );
    const { type, step } = await lastEvent(world, checkout);
    assert.deepEqual([type, step], ["session.updated", "payment-released"]);
    await checkout.refused("PUT /items", { items: mugs(1) }, "error.invalid-state");
  }, { more: MORE }));

Deno.test("a release is no activity: the session expires as if it had not been", () =>
  withShop(async (world) => {
    const { checkout } = await started(world);
    world.clock.advance(TTL_MS);
    assert.equal(await world.services.housekeeping.releaseAll(), 1);
    world.clock.advance(HOUR_MS - TTL_MS);
    assert.equal((await world.send("GET", checkout.path)).status, 404);
    assert.equal(await world.services.housekeeping.sweepAll(), 1);
    assert.deepEqual((await checkout.stored()).state, { session: "ABANDONED", payment: "PENDING" });
  }, { more: MORE }));

Deno.test("releaseAll() goes on until more than a batch is done", () =>
  withShop(async (world) => {
    for (let i = 0; i < 120; i++) {
      const checkout = await Checkout.open(world, {
        items: [{ product_id: 3, variant_id: 31, quantity: 1, price: 10 }],
      });
      await checkout.send("PUT /address", ADDRESS);
      await checkout.send("POST /payment");
    }
    world.clock.advance(TTL_MS);
    assert.equal(await world.services.housekeeping.releaseAll(), 120);
  }));

Deno.test("PAID after the release is a late order that takes what is free", () =>
  withShop(async (world) => {
    const { checkout, payment } = await started(world);
    world.clock.advance(TTL_MS);
    await world.services.housekeeping.releaseAll();
    const session = await checkout.step(...paid(payment));
    assert.equal(session.session_state, "COMPLETED");
    const placed_at = new Date(world.clock.at).toISOString();
    const { order: shown } = session;
    assert.deepEqual([shown.placed_at, shown.late, shown.shortfall], [placed_at, true, null]);
    assert.deepEqual([session.payment.holds, session.coin.coin_used], [null, 100]);
    assert.equal(await left(world), 18);
    assert.equal(await uses(world, LAST.id), 1);
    const { type, order } = await lastEvent(world, checkout);
    assert.deepEqual([type, order], ["session.completed", shown]);
    assert.equal(
      world.told.at(-1)?.["message"],
      "A late payment placed an order after its holds were released",
    );
  }, { more: MORE }));

for (const end of ["release", "expiry", "abandonment"] as const) {
  Deno.test(`PAID after ${end} says what others have taken meanwhile, and takes nothing from them`, () =>
    withShop(async (world) => {
      const { checkout, payment } = await started(world);
      const agreed = (await checkout.stored()).priced.totals;
      if (end === "abandonment") await checkout.step("POST /abandon");
      world.clock.advance(end === "expiry" ? HOUR_MS : TTL_MS);
      await world.services.housekeeping.releaseAll();
      await world.services.housekeeping.sweepAll();
      const other = await Checkout.open(world, { items: mugs(19) });
      await other.verify();
      await other.step("POST /coupons", { code: "LAST" });
      await other.step("PUT /coins", { coins: 430 });
      await other.step("PUT /address", ADDRESS);
      await other.step("POST /payment");

      const { order, pricing, coin } = await checkout.step(...paid(payment));
      assert.deepEqual(order.shortfall, {
        coupons: ["LAST"],
        units: [{ product_id: 1, variant_id: 11, quantity: 1 }],
        coins: 30,
        coin_debt: 0,
      });
      assert.deepEqual([order.late, coin.coin_used], [true, 70]);
      assert.deepEqual([pricing.coin_discount, pricing.total_payable], [
        agreed.coinDiscount / 100,
        agreed.totalPayable / 100,
      ]);
      const { store, merchant } = world;
      const balances = (await store.customers.byPhone(merchant.id, KNOWN_PHONE))?.balances;
      assert.deepEqual([balances?.USED, balances?.PROCESSING], [70, 430]);
      assert.equal(await uses(world, LAST.id), 1);
      assert.equal(await left(world), 0);
    }, { more: MORE }));
}

Deno.test("of 30 late orders for the last 20 mugs each has what it takes, and none is oversold", () =>
  withShop(async (world) => {
    const ready = [];
    for (let i = 0; i < 30; i++) {
      const checkout = await Checkout.open(world, { items: mugs(1) });
      await checkout.step("PUT /address", ADDRESS);
      const { payment } = await checkout.step("POST /payment");
      ready.push({ checkout, payment, n: i });
      world.clock.advance(TTL_MS);
      await world.services.housekeeping.releaseAll();
      world.clock.advance(-TTL_MS);
    }
    const answers = await Promise.all(ready.map(({ checkout, payment, n }) => {
      const [call, data] = paid(payment);
      return checkout.send(call, { ...data, reference: `pay_${n}` });
    }));
    const lacking = answers.map(({ status, json, text }) => {
      assert.equal(status, 200, text);
      return json.data.order.shortfall?.units[0].quantity ?? 0;
    });
    assert.equal(lacking.reduce((sum, units) => sum + units, 0), 10);
    assert.equal(await left(world, MUG), 0);
  }));

Deno.test("POST /payment begins a new payment in place of a released one, and refuses before", () =>
  withShop(async (world) => {
    const { checkout, payment } = await started(world);
    await checkout.refused("POST /payment", undefined, "error.invalid-state");
    world.clock.advance(TTL_MS);
    await world.services.housekeeping.releaseAll();
    const session = await checkout.step("POST /payment");
    assert.notEqual(session.payment.payment_id, payment.payment_id);
    assert.deepEqual(
      [session.payment.holds, session.payment.status, session.payment_state],
      ["held", "PENDING", "PENDING"],
    );
    assert.deepEqual(await held(world, checkout), HELD);
    assert.deepEqual((await checkout.events()).slice(-2), ["payment.failed", "payment.pending"]);
    const [call, data] = paid(payment);
    await checkout.refused(call, data, "error.payment-not-found");
    // The new payment has half an hour of its own.
    world.clock.advance(TTL_MS - 1);
    assert.equal(await world.services.housekeeping.releaseAll(), 0);
    const { order } = await checkout.step(...paid(session.payment));
    assert.equal(order.late, false);
  }, { more: MORE }));
