import assert from "node:assert/strict";
import { TEST_COINS } from "../../../src/domain/steps/test_mode.ts";
import { Checkout, paid } from "../api/checkout.ts";
import { ADDRESS, KNOWN_PHONE, mugs, withShop } from "../api/shop.ts";
import { priced, testing, withLiveRows } from "./testing.ts";

Deno.test("a test session, its order and its events say livemode false, live ones true", () =>
  withShop(async (world) => {
    for (const [caller, livemode] of [[await testing(world), false], [world, true]] as const) {
      const checkout = await Checkout.open(caller);
      await checkout.step("PUT /address", ADDRESS);
      const session = await checkout.pay();
      assert.deepEqual([session.livemode, session.order.livemode], [livemode, livemode]);
      const events = await world.store.sessions.events(checkout.id);
      assert.ok(events.length >= 3);
      for (const { data } of events) assert.equal(data["livemode"], livemode);
    }
  }));

Deno.test("an order number of a test begins with TEST-, and finds the order", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(await testing(world));
    await checkout.step("PUT /address", ADDRESS);
    const { order: { number } } = await checkout.pay();
    assert.match(number, /^TEST-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    for (const typed of [number, number.toLowerCase().replaceAll("-", " ")]) {
      assert.equal((await world.services.sessionAdmin.show(typed)).session.id, checkout.id);
    }
  }));

Deno.test("a test changes no live row: coupon, coins, stock, customer, code, payment, order", () =>
  withLiveRows(async (world, rows) => {
    const live = await Checkout.open(world);
    await live.step("PUT /address", ADDRESS);
    await live.step("POST /payment");
    const checkout = await Checkout.open(await testing(world), { items: mugs(3) });
    const before = rows();
    await checkout.step("POST /coupons", { code: "FLAT50" });
    await checkout.step("POST /otp", { phone: KNOWN_PHONE });
    await checkout.step("POST /otp/verify", { phone: KNOWN_PHONE, otp: "000000" });
    await checkout.step("PUT /coins", { coins: 100 });
    await checkout.step("PUT /address", ADDRESS);
    const session = await checkout.pay();
    assert.equal(session.session_state, "COMPLETED");
    assert.deepEqual(rows(), before);
    await checkout.step("POST /cancel", { reason: "A test" });
    assert.deepEqual(rows(), before);
    assert.deepEqual(await world.store.sessions.holds(checkout.id), { coupons: [], stock: [] });
  }));

Deno.test("the code of a test is 000000, and neither sent nor logged, however often", () =>
  withLiveRows(async (world, rows) => {
    const tests = await testing(world);
    const before = rows();
    for (let i = 0; i < 7; i++) {
      const checkout = await Checkout.open(tests);
      await checkout.step("POST /otp", { phone: KNOWN_PHONE });
      await checkout.refused("POST /otp", { phone: KNOWN_PHONE }, "error.otp-rate-limited");
      const entered = { phone: KNOWN_PHONE, otp: "000001" };
      assert.equal((await checkout.send("POST /otp/verify", entered)).status, 409);
      await checkout.step("POST /otp/verify", { phone: KNOWN_PHONE, otp: "000000" });
      assert.ok(!(await checkout.events()).includes("otp.requested"));
    }
    assert.deepEqual([rows(), world.told], [before, []]);
  }));

Deno.test("the customer of a test has 1000 coins, spends and earns them in the test alone", () =>
  withShop(async (world) => {
    const tests = await testing(world);
    for (const phone of [KNOWN_PHONE, "+919812345678"]) {
      const checkout = await Checkout.open(tests);
      await checkout.step("POST /otp", { phone });
      const verified = await checkout.step("POST /otp/verify", { phone, otp: "000000" });
      assert.equal(verified.coin.coin_available, TEST_COINS);
      assert.equal(await world.store.customers.find(verified.customer.id), null);
      await checkout.step("PUT /coins", { coins: 100 });
      await checkout.step("PUT /address", ADDRESS);
      const paying = await checkout.step("POST /payment");
      assert.deepEqual(
        [paying.coin.coin_available, paying.coin.coins_processing],
        [TEST_COINS - 100, 100],
      );
      const done = await checkout.step(...paid(paying.payment));
      // 5 % of 688.00 is 34.40, worth 344 coins.
      assert.equal(done.coin.coin_available, TEST_COINS - 100 + 344);
      const cancelled = await checkout.step("POST /cancel", { reason: "A test" });
      assert.equal(cancelled.coin.coin_available, TEST_COINS);
    }
  }));

Deno.test("a test judges stock and the limits of coupons as they are for the live shop", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(await testing(world), { items: mugs(21) });
    await checkout.step("PUT /address", ADDRESS);
    const [line] = (await checkout.send("GET ")).json.data.items;
    assert.equal(line.out_of_stock, true);
    await checkout.refusedAnew("POST /payment", undefined, "error.out-of-stock");
    await checkout.refused("POST /coupons", { code: "OLD" }, "error.coupon-expired");
  }));

/** Prices that end the total with each digit, and the state of the payment at its start. */
const BY_DIGIT = [
  ["100.01", "PAID", "COMPLETED", ["payment.paid", "session.completed"]],
  ["0.51", "PAID", "COMPLETED", ["payment.paid", "session.completed"]],
  ["100.02", "FAILED", "IN_PROGRESS", ["payment.failed"]],
  ["99.12", "FAILED", "IN_PROGRESS", ["payment.failed"]],
  ["100.03", "PENDING", "IN_PROGRESS", ["payment.pending"]],
  ["100.00", "PENDING", "IN_PROGRESS", ["payment.pending"]],
  ["100.10", "PENDING", "IN_PROGRESS", ["payment.pending"]],
  ["21.29", "PENDING", "IN_PROGRESS", ["payment.pending"]],
] as const;

for (const [price, payment, state, events] of BY_DIGIT) {
  Deno.test(`a payment of a test for ${price} and 60.00 of delivery is ${payment}`, () =>
    withLiveRows(async (world, rows) => {
      const checkout = await Checkout.open(await testing(world), { items: priced(price) });
      await checkout.step("PUT /address", ADDRESS);
      const before = rows();
      const { version } = await checkout.stored();
      const session = await checkout.step("POST /payment");
      assert.deepEqual(
        [session.payment_state, session.session_state, session.payment.status],
        [payment, state, payment],
      );
      assert.equal((await checkout.stored()).version, version + 1);
      assert.deepEqual((await checkout.events()).slice(-events.length), events);
      for (
        const { data } of (await world.store.sessions.events(checkout.id)).slice(-events.length)
      ) {
        assert.equal(data["version"], version + 1);
      }
      const total = Number(price) + 60;
      assert.equal(session.pricing.amount_paid, payment === "PAID" ? total : 0);
      if (payment === "FAILED") {
        const again = await checkout.step("PUT /items", { items: priced("100.01") });
        assert.equal(again.payment_state, "FAILED");
        assert.equal((await checkout.step("POST /payment")).payment_state, "PAID");
      }
      if (payment === "PENDING") {
        const done = await checkout.step(...paid(session.payment));
        assert.equal(done.session_state, "COMPLETED");
      }
      assert.deepEqual(rows(), before);
    }));
}

Deno.test("a live payment waits for its result, whatever its last digit", () =>
  withShop(async (world) => {
    for (const price of ["100.01", "100.02"]) {
      const checkout = await Checkout.open(world, { items: priced(price) });
      await checkout.step("PUT /address", ADDRESS);
      assert.equal((await checkout.step("POST /payment")).payment_state, "PENDING");
    }
  }));

Deno.test("a payment of a test that fails at once is replayed under its key", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(await testing(world), { items: priced("100.02") });
    await checkout.step("PUT /address", ADDRESS);
    const headers = { "Idempotency-Key": "pay-1" };
    const first = await checkout.send("POST /payment", undefined, headers);
    const again = await checkout.send("POST /payment", undefined, headers);
    assert.deepEqual([first.status, first.json.data.payment_state], [200, "FAILED"]);
    assert.deepEqual([again.status, again.text], [200, first.text]);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
  }));
