/** Manual payments: their holds, their sessions and their results, over days. */
import assert from "node:assert/strict";
import type { World } from "../../support/app.ts";
import { Checkout, left, uses } from "./checkout.ts";
import { HELD, held, LAST, lastEvent, MORE, NOTHING, started, startManual } from "./paying.ts";
import { ADDRESS, HOUR_MS, KNOWN_PHONE, mugs, withShop } from "./shop.ts";
import { OPERATOR } from "../../support/operator.ts";

const DAYS = 3;
const DAYS_MS = DAYS * 24 * HOUR_MS;

/** The jobs of a server that concern sessions. */
async function jobs({ services: { housekeeping } }: World): Promise<number[]> {
  return [
    await housekeeping.releaseAll(),
    await housekeeping.sweepAll(),
    await housekeeping.reportIdle(),
    await housekeeping.purgeAll(),
  ];
}

Deno.test("a manual payment holds what it needs until it is due, and its session does not expire", () =>
  withShop(async (world) => {
    const { checkout, payment } = await started(world, 2, DAYS);
    const { clock } = world;
    const due = new Date(clock.at + DAYS_MS).toISOString();
    assert.equal(payment.due_at, due);
    for (let hour = 1; hour < DAYS * 24; hour++) {
      clock.advance(HOUR_MS);
      // From the database and, from the second time on, from the cache.
      if (hour % 9 < 3) {
        const { status, json } = await world.send("GET", checkout.path);
        assert.deepEqual([status, json.data.expires_at], [200, due], `hour ${hour}`);
      }
      assert.deepEqual(await jobs(world), [0, 0, 0, 0], `hour ${hour}`);
      assert.deepEqual(await held(world, checkout), HELD);
    }
    clock.advance(HOUR_MS - 1);
    assert.deepEqual(await jobs(world), [0, 0, 0, 0]);
    clock.advance(1);
    assert.deepEqual((await jobs(world)).slice(0, 2), [1, 1]);
    assert.deepEqual(await held(world, checkout), NOTHING);
    assert.deepEqual(await jobs(world), [0, 0, 0, 0], "once");
    assert.deepEqual((await checkout.events()).slice(-2), ["session.updated", "session.abandoned"]);
    assert.equal((await world.send("GET", checkout.path)).status, 404);
  }, { more: MORE }));

Deno.test("a session in use is released when its manual payment is due, and goes on", () =>
  withShop(async (world) => {
    const { checkout } = await started(world, 2, DAYS);
    world.clock.advance(DAYS_MS - 1);
    const expiresAt = async () => (await world.send("GET", checkout.path)).json.data.expires_at;
    assert.equal(await expiresAt(), new Date(world.clock.at + HOUR_MS).toISOString());
    world.clock.advance(1);
    assert.deepEqual((await jobs(world)).slice(0, 2), [1, 0]);
    const { status, json } = await world.send("GET", checkout.path);
    const { payment_state, payment } = json.data;
    assert.deepEqual([status, payment_state, payment.holds], [200, "PENDING", "released"]);
    await checkout.step("POST /payment");
    assert.deepEqual(await held(world, checkout), HELD);
  }, { more: MORE }));

Deno.test("a server that was off when a manual payment was due gives back once", () =>
  withShop(async (world) => {
    const { checkout } = await started(world, 2, DAYS);
    world.clock.advance(DAYS_MS + HOUR_MS);
    const { housekeeping } = world.services;
    assert.equal((await world.send("GET", checkout.path)).status, 404);
    assert.deepEqual([await housekeeping.sweepAll(), await housekeeping.releaseAll()], [1, 0]);
    assert.deepEqual(await held(world, checkout), NOTHING);
    assert.deepEqual((await checkout.stored()).state, { session: "ABANDONED", payment: "PENDING" });
  }, { more: MORE }));

Deno.test("money that is recorded at the due time races the jobs, and everything moves once", () =>
  withShop(async (world) => {
    const { services: { housekeeping, sessionAdmin } } = world;
    const { checkout, payment } = await started(world, 2, DAYS);
    world.clock.advance(DAYS_MS);
    const paid = () => sessionAdmin.paid(checkout.id, null, OPERATOR);
    const [first] = await Promise.allSettled([
      paid(),
      housekeeping.releaseAll(),
      housekeeping.sweepAll(),
    ]);
    // As the operator is told: try again.
    if (first.status === "rejected") await paid();
    const { state, amountPaid, order } = await checkout.stored();
    assert.deepEqual(
      [state.session, amountPaid, order?.shortfall],
      ["COMPLETED", Math.round(payment.amount * 100), null],
    );
    assert.deepEqual([await left(world), await uses(world, LAST.id)], [18, 1]);
    const { balances } = (await world.store.customers.byPhone(world.merchant.id, KNOWN_PHONE))!;
    assert.deepEqual([balances.USED, balances.PROCESSING], [100, 0]);
    assert.deepEqual((await jobs(world)).slice(0, 2), [0, 0]);
  }, { more: MORE }));

Deno.test("SessionAdmin.paid() places the order at the amount asked for, once", () =>
  withShop(async (world) => {
    const { checkout, payment } = await started(world, 2, DAYS);
    const { services: { sessionAdmin }, clock } = world;
    clock.advance(2 * HOUR_MS);
    const session = await sessionAdmin.paid(checkout.id, "UTR1", OPERATOR);
    assert.equal(session.amountPaid, Math.round(payment.amount * 100));
    assert.deepEqual([session.order?.late, session.payment?.reference], [false, "UTR1"]);
    assert.deepEqual([await left(world), await uses(world, LAST.id)], [18, 1]);
    await assert.rejects(
      sessionAdmin.paid(checkout.id, "UTR1", OPERATOR),
      { code: "error.conflict", message: /^The payment is already recorded: .* reference UTR1$/ },
    );
    const { json } = await world.send("GET", checkout.path);
    assert.deepEqual([json.data.session_state, json.data.expires_at], ["COMPLETED", null]);
    clock.advance(DAYS_MS);
    assert.deepEqual((await jobs(world)).slice(0, 3), [0, 0, 0]);
    assert.equal(await left(world), 18);
  }, { more: MORE }));

Deno.test("SessionAdmin.paid() refuses the reference of another payment, and changes nothing", () =>
  withShop(async (world) => {
    const { sessionAdmin } = world.services;
    const [one, other] = [await started(world, 1, 1), await Checkout.open(world)];
    await sessionAdmin.paid(one.checkout.id, "UTR1", OPERATOR);
    await other.step("PUT /address", ADDRESS);
    await startManual(world, other, DAYS);
    const before = await other.stored();
    await assert.rejects(
      sessionAdmin.paid(other.id, "UTR1", OPERATOR),
      {
        code: "error.payment-reference-used",
        message: "Another payment already has this reference: UTR1",
      },
    );
    assert.deepEqual(await other.stored(), before);
  }, { more: MORE }));

Deno.test("SessionAdmin.paid() after the due time is a late order that says what is missing", () =>
  withShop(async (world) => {
    const { checkout } = await started(world, 2, DAYS);
    world.clock.advance(DAYS_MS);
    await jobs(world);
    const other = await Checkout.open(world, { items: mugs(19) });
    await other.step("PUT /address", ADDRESS);
    await other.pay();
    const { order, amountPaid, priced } = await world.services.sessionAdmin.paid(
      checkout.id,
      null,
      OPERATOR,
    );
    assert.deepEqual([order?.late, order?.shortfall?.units[0]?.quantity], [true, 1]);
    assert.equal(amountPaid, priced.totals.totalPayable);
    assert.equal(await left(world), 0);
    const { type, amount_paid } = await lastEvent(world, checkout);
    assert.deepEqual([type, amount_paid], ["session.completed", (amountPaid / 100).toFixed(2)]);
    const { balances } = (await world.store.customers.byPhone(world.merchant.id, KNOWN_PHONE))!;
    assert.deepEqual([balances.USED, balances.PROCESSING], [100, 0]);
  }, { more: MORE }));

Deno.test("a manual payment that the customer cancelled cannot be recorded as paid", () =>
  withShop(async (world) => {
    const { checkout, cancel } = await started(world, 2, DAYS);
    await checkout.step(cancel);
    assert.deepEqual(await held(world, checkout), NOTHING);
    await assert.rejects(
      world.services.sessionAdmin.paid(checkout.id, null, OPERATOR),
      { code: "error.invalid-state", message: /^The payment was cancelled and cannot be paid: / },
    );
    // It expires as any other session.
    world.clock.advance(HOUR_MS);
    assert.deepEqual((await jobs(world)).slice(0, 2), [0, 1]);
  }, { more: MORE }));
