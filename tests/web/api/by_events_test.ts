/** A backend that learns everything from events. */
import assert from "node:assert/strict";
import type { CheckoutEvent } from "../../../src/domain/events.ts";
import type { Merchant } from "../../../src/domain/shop/merchant.ts";
import type { World } from "../../support/app.ts";
import { Checkout } from "./checkout.ts";
import { ADDRESS, GIFT, mugs, POSTER, PREPAID_COD, RULES, withShop } from "./shop.ts";

/** Answers one event: collects what is to be collected. */
async function react({ send }: World, { type, data }: Pick<CheckoutEvent, "type" | "data">) {
  const path = `/session/${data["session_id"]}`;
  if (type === "payment.pending") {
    const { payment_id, payment_amount: amount, currency_code: currency } = data;
    const result = { status: "PAID", amount, currency, reference: "pay_1" };
    return await send("POST", `${path}/payment/${payment_id}/result`, { body: { data: result } });
  }
  return null;
}

Deno.test("a partial cash-on-delivery order of 1026.25 goes through by nothing but its events", () =>
  withShop(async (world) => {
    const items = [{ product_id: 3, variant_id: 31, quantity: 1, price: "986.25", title: "Cup" }];
    const checkout = await Checkout.open(world, { items });
    await checkout.step("PUT /payment-method", { method: "COD" });
    await checkout.step("POST /payment");
    const pending = (await world.store.sessions.events(checkout.id)).at(-1);
    const { total_payable, payment_amount, payment_method, currency_code, payment_reference } =
      pending?.data ?? {};
    assert.deepEqual(
      [total_payable, payment_amount, payment_method, currency_code, payment_reference],
      ["1026.25", "102.63", "COD", "INR", null],
    );

    let seen = 0;
    for (;;) {
      const events = await world.store.sessions.events(checkout.id);
      if (seen === events.length) break;
      for (const event of events.slice(seen)) {
        const answer = await react(world, event);
        assert.ok(answer === null || answer.status === 200, answer?.text);
      }
      seen = events.length;
    }
    const last = (await world.store.sessions.events(checkout.id)).at(-1);
    assert.equal(last?.type, "session.completed");
    assert.deepEqual([last.data["amount_paid"], last.data["total_payable"]], ["102.63", "1026.25"]);
    assert.deepEqual((await checkout.stored()).state, { session: "COMPLETED", payment: "PAID" });
  }, { rules: { ...PREPAID_COD, shipping: [] } }));

Deno.test("payment.* events carry what was asked and by what reference it was settled", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /address", ADDRESS);
    for (const status of ["FAILED", "PAID"]) {
      const { payment: { payment_id, amount } } = await checkout.step("POST /payment");
      await checkout.step(`POST /payment/${payment_id}/result`, {
        status,
        amount,
        reference: `pay_${status}`,
      });
    }
    const events = (await world.store.sessions.events(checkout.id))
      .filter(({ type }) => type.startsWith("payment."));
    assert.deepEqual(
      events.map(({ type, data }) => [type, data["payment_reference"], data["reason"]]),
      [
        ["payment.pending", null, undefined],
        ["payment.failed", "pay_FAILED", "REPORTED"],
        ["payment.pending", null, undefined],
        ["payment.paid", "pay_PAID", undefined],
      ],
    );
    for (const { data } of events) {
      assert.deepEqual(
        [data["payment_amount"], data["payment_method"], data["currency_code"]],
        ["758.00", "PREPAID", "INR"],
      );
    }
  }));

Deno.test("session.updated carries the word of the URL that changed the session", () =>
  withShop(async (world) => {
    const change = async (merchant: Merchant) => {
      await world.store.commit([{ kind: "merchant.put", merchant }]);
      world.clock.advance(1000);
    };
    const checkout = await Checkout.open(world, { items: mugs(1) });
    await checkout.step("PUT /items", { items: mugs(3) });
    await checkout.step("POST /coupons", { code: "FLAT50" });
    await checkout.step("DELETE /coupons/FLAT50");
    const gift = { coupon_id: GIFT, variant_id: Number(POSTER), quantity: 1 };
    await checkout.step("PUT /add-ons", { add_ons: [gift] });
    await checkout.step("PUT /address", ADDRESS);
    await checkout.verify();
    await checkout.step("PUT /coins", { coins: 10 });
    await checkout.step("PUT /payment-method", { method: "COD" });
    const dearer = { ...world.merchant, rules: { ...RULES, cod: { ...RULES.cod!, fee: 5_000 } } };
    await change(dearer);
    await checkout.refusedAnew("POST /complete", undefined, "error.price-changed");
    await checkout.step("PUT /payment-method", { method: "PREPAID" });
    await change({ ...dearer, rules: { ...dearer.rules, paymentOffers: [] } });
    await checkout.refusedAnew("POST /payment", undefined, "error.price-changed");
    const updates = (await world.store.sessions.events(checkout.id))
      .filter(({ type }) => type === "session.updated");
    assert.deepEqual(updates.map(({ data }) => data["step"]), [
      "items",
      "coupons",
      "coupons",
      "add-ons",
      "address",
      "otp",
      "coins",
      "payment-method",
      "complete",
      "payment-method",
      "payment",
    ]);
  }));
