import assert from "node:assert/strict";
import type { CouponId } from "../../../src/domain/ids.ts";
import { aCoupon, uuid } from "../../support/builders.ts";
import { Checkout } from "./checkout.ts";
import { ADDRESS, mugs, withShop } from "./shop.ts";
import { aCode, coupon, fixed } from "../../support/shop.ts";

type Applied = { code: string; cart_discount_amount: number; previous_coupon_code: string | null };

function inForce({ coupons }: { coupons: Applied[] }): [string, number, string | null][] {
  return coupons.map((one) => [one.code, one.cart_discount_amount, one.previous_coupon_code]);
}

Deno.test("POST /coupons applies a code in any case and starts the checkout", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const session = await checkout.step("POST /coupons", { code: " flat50 " });
    assert.deepEqual(inForce(session), [["FLAT50", 50, null]]);
    assert.equal(session.coupons[0].applied_from, "MANUAL");
    assert.equal(session.pricing.total_payable, 648);
    assert.equal(session.session_state, "IN_PROGRESS");
    assert.deepEqual(await checkout.events(), ["session.updated"]);
  }));

Deno.test("POST /coupons joins codes that combine; one that does not replaces and names the last", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("POST /coupons", { code: "PLUS5" });
    world.clock.advance(1);
    const both = await checkout.step("POST /coupons", { code: "PLUS7" });
    assert.deepEqual(inForce(both), [["PLUS5", 5, null], ["PLUS7", 7, null]]);
    world.clock.advance(1);
    const alone = await checkout.step("POST /coupons", { code: "FLAT50" });
    assert.deepEqual(inForce(alone), [["FLAT50", 50, "PLUS7"]]);
    world.clock.advance(1);
    const back = await checkout.step("POST /coupons", { code: "PLUS5" });
    assert.deepEqual(inForce(back), [["PLUS5", 5, "FLAT50"]]);
  }));

Deno.test("POST /coupons names the automatic coupon that a code replaces", () => {
  const coupon = aCoupon({ id: uuid<CouponId>(70), code: "AUTO20", discount: fixed(2_000) });
  return withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const session = await checkout.step("POST /coupons", { code: "FLAT50" });
    assert.deepEqual(inForce(session), [["FLAT50", 50, "AUTO20"]]);
  }, { more: [{ kind: "coupon.put", coupon }] });
});

Deno.test("POST /coupons refuses each code that cannot be used, with a message for the shopper", () =>
  withShop(async (world) => {
    const spent = aCode(71, "SPENT", { usageLimit: 0 });
    const auto = aCoupon({ id: uuid<CouponId>(72), code: "AUTO20", discount: fixed(2_000) });
    const disabled = aCode(73, "ASLEEP", { enabled: false });
    await world.store.commit(
      [spent, auto, disabled].map((coupon) => ({ kind: "coupon.put", coupon })),
    );
    const checkout = await Checkout.open(world);
    for (const code of ["NOPE", "ASLEEP", "AUTO20"]) {
      const message = await checkout.refusedAnew(
        "POST /coupons",
        { code },
        "error.coupon-not-found",
      );
      assert.equal(message, `Coupon ${code} does not exist`);
    }
    const rows = [
      ["soon", "error.coupon-not-started", "Coupon SOON is not valid yet"],
      ["old", "error.coupon-expired", "Coupon OLD has expired"],
      ["save10", "error.coupon-minimum-not-met", "Add 201.00 more to use SAVE10"],
      ["posters", "error.coupon-not-eligible", "Nothing in the cart qualifies for POSTERS"],
      ["spent", "error.coupon-limit-reached", "Coupon SPENT has been used up"],
      [
        "plus5",
        "error.coupon-not-better",
        "PLUS5 would save you 5.00, less than the 20.00 you already save",
      ],
    ] as const;
    for (const [code, error, message] of rows) {
      assert.equal(await checkout.refused("POST /coupons", { code }, error), message);
    }
    await checkout.step("POST /coupons", { code: "FLAT50" });
    assert.equal(
      await checkout.refused("POST /coupons", { code: "flat50" }, "error.coupon-already-applied"),
      "Coupon FLAT50 is already applied",
    );
  }));

Deno.test("POST /coupons says how many items are missing", () => {
  const coupon = aCode(70, "FIVE", { minQuantity: 5 });
  return withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const refuse = () =>
      checkout.refused("POST /coupons", { code: "FIVE" }, "error.coupon-minimum-not-met");
    assert.equal(await refuse(), "Add 3 more items to use FIVE");
    await checkout.step("PUT /items", { items: mugs(4) });
    assert.equal(await refuse(), "Add 1 more item to use FIVE");
  }, { more: [{ kind: "coupon.put", coupon }] });
});

Deno.test("POST /payment refuses a coupon limited per customer until the phone is verified", () => {
  const coupon = aCode(70, "ONCE", { usageLimitPerCustomer: 1, discount: fixed(3_000) });
  return withShop(async (world) => {
    const first = await Checkout.open(world);
    await first.step("PUT /address", ADDRESS);
    await first.step("POST /coupons", { code: "ONCE" });
    assert.equal(
      await first.refused("POST /payment", undefined, "error.phone-required"),
      "Verify your phone number to use ONCE",
    );
    await first.verify();
    assert.equal((await first.pay()).session_state, "COMPLETED");

    world.clock.advance(30_000);
    const second = await Checkout.open(world);
    await second.verify();
    assert.equal(
      await second.refused("POST /coupons", { code: "ONCE" }, "error.coupon-limit-reached"),
      "You have already used ONCE",
    );
  }, { more: [{ kind: "coupon.put", coupon }] });
});

Deno.test("DELETE /coupons/{code} takes a code back, percent-encoded and in any case", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const before = await checkout.step("POST /coupons", { code: "half 1/2" });
    assert.deepEqual(inForce(before), [["HALF 1/2", 10, null]]);
    const after = await checkout.step("DELETE /coupons/half%201%2F2");
    assert.deepEqual(after.coupons, []);
    assert.equal(after.pricing.total_payable, 698);
  }));

Deno.test("DELETE /coupons/{code} refuses a code that was not entered, and broken encoding", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    for (const [path, shown] of [["FLAT50", "FLAT50"], ["%zz", "%zz"], ["a%0Ab", "a?b"]]) {
      assert.equal(
        await checkout.refused(`DELETE /coupons/${path}`, undefined, "error.coupon-not-found"),
        `Coupon ${shown} does not exist`,
      );
    }
  }));

Deno.test("POST /coupons says again why a code rests; the session shows it until it applies", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /items", { items: mugs(3) });
    const applied = await checkout.step("POST /coupons", { code: "SAVE10" });
    assert.deepEqual([inForce(applied), applied.resting_coupons], [[["SAVE10", 104.7, null]], []]);
    const { coupons, resting_coupons } = await checkout.step("PUT /items", { items: mugs(2) });
    const reason = "error.coupon-minimum-not-met";
    const message = "Add 201.00 more to use SAVE10";
    assert.deepEqual([coupons, resting_coupons], [[], [
      { code: "SAVE10", reason, message, would_save: null },
    ]]);
    assert.equal(await checkout.refused("POST /coupons", { code: "save10" }, reason), message);
    const { json: { data: read } } = await world.send("GET", checkout.path);
    assert.deepEqual(read.resting_coupons, resting_coupons);
    const again = await checkout.step("PUT /items", { items: mugs(3) });
    assert.deepEqual([inForce(again), again.resting_coupons], [[["SAVE10", 104.7, null]], []]);
  }));

Deno.test("POST /coupons answers 429 after twenty wrong codes; they are stored with the session", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    for (let i = 0; i < 20; i++) {
      await checkout.refusedAnew("POST /coupons", { code: `G${i}` }, "error.coupon-not-found");
    }
    await checkout.refused("POST /coupons", { code: "FLAT50" }, "error.coupon-rate-limited");
    const { headers } = await checkout.send("POST /coupons", { code: "G20" });
    assert.equal(headers.get("retry-after"), "600");
    // This reads the row, which survives a restart.
    assert.equal((await checkout.stored()).wrongCodesAt.length, 20);
    assert.deepEqual(await checkout.events(), []);
    world.clock.advance(600_000);
    const session = await checkout.step("POST /coupons", { code: "FLAT50" });
    assert.deepEqual(inForce(session), [["FLAT50", 50, null]]);
  }));

Deno.test("resting_coupons has automatic coupons that wait for a phone, until it is verified", () =>
  withShop(async (world) => {
    const { merchant: { id: merchantId } } = world;
    const over = { merchantId, usageLimitPerCustomer: 1, minPurchase: 0 };
    const welcome = coupon("WELCOME", fixed(10_000), over);
    await world.store.commit([{ kind: "coupon.put", coupon: welcome }]);
    const checkout = await Checkout.open(world);
    const before = (await world.send("GET", checkout.path)).json.data;
    assert.deepEqual([inForce(before), before.requires.includes("phone")], [[], false]);
    assert.deepEqual(before.resting_coupons, [{
      code: "WELCOME",
      reason: "phone-unverified",
      message: "Verify your phone number to save 100.00 with WELCOME",
      would_save: 100,
    }]);
    // The price is stored with the session, and read with it by the next step.
    const named = await checkout.step("PUT /buyer", { name: "Asha Rao" });
    assert.deepEqual(named.resting_coupons, before.resting_coupons);
    const after = await checkout.verify();
    assert.deepEqual([inForce(after), after.resting_coupons], [[["WELCOME", 100, null]], []]);
    assert.equal(before.pricing.total_payable - after.pricing.total_payable, 100);
  }));
