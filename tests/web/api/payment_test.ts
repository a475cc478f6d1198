import assert from "node:assert/strict";
import type { CouponId } from "../../../src/domain/ids.ts";
import { aProduct, aVariant, uuid } from "../../support/builders.ts";
import { Checkout, left, paid, uses } from "./checkout.ts";
import { ADDRESS, KNOWN_PHONE, mugs, RULES, withShop } from "./shop.ts";
import { aCode, fixed, shippingAt } from "../../support/shop.ts";

const FLAT50 = uuid<CouponId>(21);

Deno.test("POST /payment names id, amount and currency, sets aside and freezes the cart", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.verify();
    await checkout.step("POST /coupons", { code: "FLAT50" });
    await checkout.step("PUT /coins", { coins: 100 });
    await checkout.step("PUT /address", ADDRESS);
    const session = await checkout.step("POST /payment");
    const { payment_id, ...payment } = session.payment;
    assert.match(payment_id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(payment, {
      method: "PREPAID",
      amount: 698,
      currency: "INR",
      status: "PENDING",
      reference: null,
      provider: null,
      url: null,
      expires_at: null,
      due_at: null,
      failure: null,
      fee: null,
      net: null,
      holds: "held",
    });
    assert.deepEqual([session.payment_state, session.session_state], ["PENDING", "IN_PROGRESS"]);
    assert.deepEqual(await world.store.sessions.holds(checkout.id), {
      coupons: ["FLAT50"],
      stock: [{ variantId: "11", units: 2 }],
    });
    assert.deepEqual([await left(world), await uses(world, FLAT50)], [18, 1]);
    assert.equal((await checkout.events()).at(-1), "payment.pending");
    await checkout.refused("PUT /items", { items: mugs(1) }, "error.invalid-state");
  }));

Deno.test("PAID completes the order: stock counts down, coins are used and earned", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.verify();
    await checkout.step("PUT /coins", { coins: 100 });
    await checkout.step("PUT /address", ADDRESS);
    const session = await checkout.pay();
    assert.deepEqual(
      [session.payment_state, session.session_state, session.pricing.amount_paid],
      ["PAID", "COMPLETED", 748],
    );
    const { payment_id, status, reference } = session.payment;
    assert.deepEqual([status, reference], ["PAID", `pay_${payment_id}`]);
    assert.deepEqual((await checkout.events()).slice(-2), ["payment.paid", "session.completed"]);
    assert.deepEqual(await world.store.sessions.holds(checkout.id), { coupons: [], stock: [] });
    assert.equal(await left(world), 18);
    const balances = (await world.store.customers.byPhone(world.merchant.id, KNOWN_PHONE))
      ?.balances;
    // 5 % of 688.00 is 34.40, worth 344 coins.
    assert.deepEqual(
      [balances?.AVAILABLE, balances?.PROCESSING, balances?.USED],
      [500 - 100 + 344, 0, 100],
    );
  }));

Deno.test("FAILED gives back what was set aside, thaws the cart and may be retried", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.verify();
    await checkout.step("POST /coupons", { code: "FLAT50" });
    await checkout.step("PUT /coins", { coins: 100 });
    await checkout.step("PUT /address", ADDRESS);
    const first = (await checkout.step("POST /payment")).payment.payment_id;
    const failed = await checkout.step(`POST /payment/${first}/result`, {
      status: "FAILED",
      reference: "declined",
    });
    assert.deepEqual([failed.payment_state, failed.session_state], ["FAILED", "IN_PROGRESS"]);
    assert.equal((await checkout.events()).at(-1), "payment.failed");
    assert.deepEqual(await world.store.sessions.holds(checkout.id), { coupons: [], stock: [] });
    assert.deepEqual([await left(world), await uses(world, FLAT50)], [20, 0]);
    const balances = (await world.store.customers.byPhone(world.merchant.id, KNOWN_PHONE))
      ?.balances;
    assert.deepEqual([balances?.AVAILABLE, balances?.PROCESSING], [500, 0]);

    await checkout.step("PUT /items", { items: mugs(1) });
    const second = await checkout.step("POST /payment");
    assert.notEqual(second.payment.payment_id, first);
    assert.equal((await checkout.step(...paid(second.payment))).session_state, "COMPLETED");
    assert.deepEqual([await left(world), await uses(world, FLAT50)], [19, 1]);
  }));

Deno.test("POST /payment needs an address where the shop has shipping rules, and only there", async () => {
  await withShop(async (world) => {
    const checkout = await Checkout.open(world);
    assert.equal(
      await checkout.refused("POST /payment", undefined, "error.address-required"),
      "Set an address before payment",
    );
  });
  await withShop(async (world) => {
    const { payment } = await (await Checkout.open(world)).step("POST /payment");
    assert.equal(payment.amount, 698);
  }, { rules: { shipping: [] } });
});

Deno.test("POST /payment refuses an address that the shop no longer delivers to", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /address", ADDRESS);
    const shipping = [{ ...RULES.shipping[0]!, countries: ["DE"] }];
    const merchant = { ...world.merchant, rules: { ...RULES, shipping } };
    await world.store.commit([{ kind: "merchant.put", merchant }]);
    world.clock.advance(1000);
    assert.equal(
      await checkout.refused("POST /payment", undefined, "error.address-not-serviceable"),
      "The shop no longer delivers to this address",
    );
  }));

Deno.test("POST /payment refuses a coupon that ran out, and keeps the session at its new price", () =>
  withShop(async (world) => {
    const rows = [
      [{ endsAt: world.clock.at }, "error.coupon-expired", "Coupon LATE has expired"],
      [{ usageLimit: 0 }, "error.coupon-limit-reached", "Coupon LATE has been used up"],
      [
        { startsAt: world.clock.at + 1_000_000 },
        "error.coupon-not-started",
        "Coupon LATE is not valid yet",
      ],
      [{ enabled: false }, "error.coupon-not-found", "Coupon LATE does not exist"],
      [
        { minPurchase: 69_900 },
        "error.coupon-minimum-not-met",
        "Add 1.00 more to use LATE",
      ],
    ] as const;
    for (const [change, code, message] of rows) {
      const coupon = aCode(70, "LATE", { discount: fixed(1_000) });
      await world.store.commit([{ kind: "coupon.put", coupon }]);
      world.clock.advance(1000);
      const checkout = await Checkout.open(world);
      await checkout.step("PUT /address", ADDRESS);
      await checkout.step("POST /coupons", { code: "LATE" });
      await world.store.commit([{ kind: "coupon.put", coupon: { ...coupon, ...change } }]);
      world.clock.advance(1000);
      assert.equal(
        await checkout.refusedAnew("POST /payment", undefined, code),
        `${message}. The price is now 758.00 instead of 748.00`,
      );
      const { payment, coupons } = await checkout.step("POST /payment");
      assert.deepEqual([payment.amount, coupons], [758, []]);
    }
  }));

Deno.test("POST /payment refuses a price that moved, and starts at the one it then showed", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /address", ADDRESS);
    const shipping = [shippingAt(7_500)];
    const merchant = { ...world.merchant, rules: { ...RULES, shipping } };
    await world.store.commit([{ kind: "merchant.put", merchant }]);
    world.clock.advance(1000);
    assert.equal(
      await checkout.refusedAnew("POST /payment", undefined, "error.price-changed"),
      "The order has changed since it was shown. The price is now 773.00 instead of 758.00",
    );
    assert.equal((await checkout.step("POST /payment")).payment.amount, 773);
  }));

Deno.test("POST /payment refuses what is no longer in stock", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /address", ADDRESS);
    const product = aProduct({ variants: [aVariant({ inventoryQuantity: 1 })] });
    const merchantId = world.merchant.id;
    await world.store.commit([{ kind: "product.put", merchantId, product }]);
    assert.equal(
      await checkout.refusedAnew("POST /payment", undefined, "error.out-of-stock"),
      "Not enough left of Mug. The price is still 758.00",
    );
    await checkout.step("PUT /items", { items: mugs(1) });
    assert.equal((await checkout.step("POST /payment")).payment.amount, 409);
  }));

Deno.test("POST /payment places an order that costs nothing at once", () =>
  withShop(async (world) => {
    await world.store.commit([
      { kind: "coupon.put", coupon: aCode(70, "ALL", { discount: fixed(1_000_000) }) },
    ]);
    world.clock.advance(1000);
    const checkout = await Checkout.open(world);
    await checkout.step("POST /coupons", { code: "ALL" });
    const session = await checkout.step("POST /payment");
    assert.deepEqual(
      [session.session_state, session.payment_state, session.payment.amount],
      ["COMPLETED", "PAID", 0],
    );
    assert.equal(await left(world), 18);
  }, { rules: { shipping: [] } }));
