import assert from "node:assert/strict";
import type { CouponId } from "../../../src/domain/ids.ts";
import type { World } from "../../support/app.ts";
import { uuid } from "../../support/builders.ts";
import { dispute } from "../../support/disputes.ts";
import { aCode, fixed } from "../../support/shop.ts";
import { balances, BETWEEN_CODES_MS, books, DOOR } from "./books.ts";
import { Checkout, left, paid, uses } from "./checkout.ts";
import {
  ADDRESS,
  GIFT,
  HOUR_MS,
  KNOWN_PHONE,
  mugs,
  POSTER,
  PREPAID_COD,
  withShop,
} from "./shop.ts";
import { OPERATOR } from "../../support/operator.ts";

const PLUS5 = uuid<CouponId>(22);

/** Two mugs of the known customer, with PLUS5, a gift and 100 coins, about to be paid. */
async function ready(world: World): Promise<Checkout> {
  const checkout = await Checkout.open(world, { items: mugs(2) });
  world.clock.advance(BETWEEN_CODES_MS);
  await checkout.verify();
  await checkout.step("POST /coupons", { code: "PLUS5" });
  await checkout.step("PUT /add-ons", {
    add_ons: [{ coupon_id: GIFT, variant_id: Number(POSTER), quantity: 1 }],
  });
  await checkout.step("PUT /address", ADDRESS);
  await checkout.step("PUT /coins", { coins: 100 });
  return checkout;
}

Deno.test("POST /cancel gives back all that the order took, in one commit", () =>
  withShop(async (world) => {
    const before = await books(world);
    const checkout = await ready(world);
    const { order } = await checkout.pay();
    assert.deepEqual((await books(world)).stock, [18, 4]);
    assert.deepEqual([await uses(world, PLUS5), await uses(world, GIFT)], [1, 1]);
    // 698.00 less 5.00 and 10.00 is 683.00, of which 5 % are 34.15.
    assert.equal((await balances(world)).AVAILABLE, 500 - 100 + 341);
    world.clock.advance(HOUR_MS);
    const session = await checkout.step("POST /cancel", DOOR);
    assert.deepEqual(session.order, {
      ...order,
      cancelled_at: new Date(world.clock.at).toISOString(),
      cancel_reason: "Refused at the door",
    });
    const { session_state, payment_state, pricing, coin, expires_at } = session;
    assert.deepEqual([session_state, payment_state, expires_at], ["COMPLETED", "PAID", null]);
    assert.deepEqual([pricing.amount_paid, pricing.total_payable], [743, 743]);
    assert.deepEqual([coin.coin_available, coin.coin_used], [500, 100]);
    assert.deepEqual(await books(world), before);
    assert.deepEqual((await checkout.events()).at(-1), "order.cancelled");
    const told = (await world.store.sessions.events(checkout.id)).at(-1)!;
    const { amount_paid, payment_amount, coins_returned, coins_taken_back } = told.data;
    assert.deepEqual([amount_paid, payment_amount], ["743.00", "743.00"]);
    assert.deepEqual([coins_returned, coins_taken_back], [100, 341]);
  }));

Deno.test("POST /cancel is done once; under an Idempotency-Key it is answered again", () =>
  withShop(async (world) => {
    const checkout = await ready(world);
    await checkout.pay();
    const headers = { "idempotency-key": "cancel-1" };
    const first = await checkout.send("POST /cancel", DOOR, headers);
    assert.equal(first.status, 200);
    const after = await books(world);
    const again = await checkout.send("POST /cancel", DOOR, headers);
    assert.deepEqual([again.status, again.text], [200, first.text]);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
    const at = first.json.data.order.cancelled_at;
    assert.equal(
      await checkout.refused("POST /cancel", DOOR, "error.conflict"),
      `The order was already cancelled: ${at}`,
    );
    assert.equal(
      await checkout.refused("POST /complete", undefined, "error.invalid-state"),
      "The order was cancelled and cannot be changed",
    );
    assert.deepEqual(await books(world), after);
  }));

Deno.test("of two cancellations at once one is done", () =>
  withShop(async (world) => {
    const before = await books(world);
    const checkout = await ready(world);
    await checkout.pay();
    const both = await Promise.all([1, 2].map(() => checkout.send("POST /cancel", DOOR)));
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    assert.deepEqual(await books(world), before);
  }));

Deno.test("POST /cancel of a COD order with a prepaid part says what was paid; no cash is due", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world, { items: mugs(2) });
    await checkout.step("PUT /address", ADDRESS);
    await checkout.step("PUT /payment-method", { method: "COD" });
    await checkout.pay();
    const { pricing, order } = await checkout.step("POST /cancel", {});
    assert.deepEqual([pricing.amount_paid, order.cancel_reason], [79.8, null]);
    assert.equal(await left(world), 20);
    await assert.rejects(world.services.orderAdmin.collect(checkout.id, () => 71_820, OPERATOR), {
      code: "error.invalid-state",
      message: "The order was cancelled: nothing is due",
    });
    // A second charge for it is money without an order, as before.
    const payment = (await checkout.stored()).payment!;
    const [call, result] = paid({ payment_id: payment.id, amount: 79.8 });
    const again = await checkout.send(call, { ...result, reference: "pay_again" });
    assert.equal(again.json.error.code, "error.payment-mismatch");
    assert.equal((await checkout.send(call, result)).status, 200);
  }, { rules: PREPAID_COD }));

Deno.test("POST /cancel of a late order gives back only what it got", () => {
  const last = aCode(31, "LAST", { discount: fixed(1_000), usageLimit: 1 });
  return withShop(async (world) => {
    const late = await Checkout.open(world, { items: mugs(19) });
    await late.step("PUT /address", ADDRESS);
    await late.step("POST /coupons", { code: "LAST" });
    const { payment } = await late.step("POST /payment");
    await late.step("POST /abandon");
    // Another customer takes three mugs and the only use.
    const other = await Checkout.open(world, { items: mugs(3) });
    await other.step("PUT /address", ADDRESS);
    await other.step("POST /coupons", { code: "LAST" });
    await other.pay();
    const { order } = await late.step(...paid(payment));
    assert.deepEqual([order.shortfall.coupons, order.shortfall.units[0].quantity], [["LAST"], 2]);
    assert.deepEqual([await left(world), await uses(world, last.id)], [0, 1]);
    await late.step("POST /cancel", DOOR);
    assert.deepEqual([await left(world), await uses(world, last.id)], [17, 1]);
    await other.step("POST /cancel", DOOR);
    assert.deepEqual([await left(world), await uses(world, last.id)], [20, 0]);
  }, { more: [{ kind: "coupon.put", coupon: last }] });
});

Deno.test("POST /cancel after the customer was erased still balances their ledger", () =>
  withShop(async (world) => {
    const checkout = await ready(world);
    await checkout.pay();
    const { customer } = await checkout.stored();
    await world.services.erasure.erase(KNOWN_PHONE, null, OPERATOR);
    await checkout.step("POST /cancel", {});
    const stored = await world.store.customers.find(customer!.id);
    assert.deepEqual(stored?.balances, { ISSUED: -500, AVAILABLE: 500, PROCESSING: 0, USED: 0 });
    assert.deepEqual([await left(world), await uses(world, PLUS5)], [20, 0]);
  }));

Deno.test("POST /cancel is decided again while the customer spends the earned coins", () =>
  withShop(async (world) => {
    const checkout = await ready(world);
    await checkout.pay();
    const spending = await ready(world);
    await spending.step("PUT /coins", { coins: 700 });
    const [cancelled, started] = await Promise.all([
      checkout.send("POST /cancel", DOOR),
      spending.send("POST /payment"),
    ]);
    assert.deepEqual([cancelled.status, started.status], [200, 200]);
    const { AVAILABLE, PROCESSING } = await balances(world);
    const told = (await world.store.sessions.events(checkout.id)).at(-1)!;
    // 741 coins, 100 of them returned, 700 held: the earned 341 are there only in part.
    assert.deepEqual([PROCESSING, AVAILABLE, told.data["coins_taken_back"]], [700, 0, 141]);
  }));

Deno.test("POST /cancel refuses a reason that is blank or too long", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /address", ADDRESS);
    await checkout.pay();
    for (const reason of ["", "  ", 5, "x".repeat(501)]) {
      await checkout.refused("POST /cancel", { reason }, "error.invalid-request");
    }
    const { order } = await checkout.step("POST /cancel", { reason: "x".repeat(500) });
    assert.equal(order.cancel_reason.length, 500);
  }));

Deno.test("a cancellation with a refund takes a reference, and disputed for a disputed order", () =>
  withShop(async (world) => {
    const order = async () => {
      const checkout = await Checkout.open(world);
      await checkout.step("PUT /address", ADDRESS);
      await checkout.pay();
      return checkout;
    };
    const by = { refund: true, reference: "UTR 1" };
    const paidBack = await (await order()).step("POST /cancel", by);
    assert.deepEqual(
      paidBack.refunds.map(({ state, reference }: Record<string, unknown>) => [state, reference]),
      [["DONE", "UTR 1"]],
    );
    const disputed = await order();
    const paid = (await disputed.stored()).amountPaid;
    await dispute(world, disputed.id, { amount: 100 });
    await disputed.refused("POST /cancel", { refund: true }, "error.payment-disputed");
    for (const alone of [{ disputed: true }, { reference: "UTR 1" }]) {
      await disputed.refused("POST /cancel", alone, "error.invalid-request");
    }
    const { refunds } = await disputed.step("POST /cancel", { refund: true, disputed: true });
    assert.deepEqual(
      refunds.map(({ state, amount }: { state: string; amount: number }) => [
        state,
        Math.round(amount * 100),
      ]),
      [["REQUESTED", paid - 100]],
    );
  }));
