import assert from "node:assert/strict";
import { uuid } from "../../support/builders.ts";
import { Checkout } from "./checkout.ts";
import { PAYMENT_RESULT, STEPS } from "./operations.ts";
import { ADDRESS, aForeignKey, HOUR_MS, withShop } from "./shop.ts";
import { aCode, fixed } from "../../support/shop.ts";

for (const [call, data] of STEPS) {
  const [method = "", suffix = ""] = call.split(" ");

  Deno.test(`${method} ${suffix} answers alike for unknown, malformed and foreign sessions`, () =>
    withShop(async (world) => {
      const checkout = await Checkout.open(world);
      const before = await checkout.stored();
      const foreign = await aForeignKey(world);
      const init = data === undefined ? {} : { body: { data } };
      const rows: [string, string][] = [
        [uuid(998), world.secret],
        ["nonsense", world.secret],
        [checkout.id.replace("-", "%2d"), world.secret],
        [checkout.id, foreign],
      ];
      for (const [id, secret] of rows) {
        const answer = await world.send(method, `/session/${id}${suffix}`, { ...init, secret });
        assert.equal(answer.status, 404);
        assert.deepEqual(answer.json.error, {
          code: "error.session-not-found",
          message: `No session has this id: ${id}`,
        });
      }
      assert.deepEqual(await checkout.stored(), before);
    }));

  Deno.test(`${method} ${suffix} needs a key and finds no expired session`, () =>
    withShop(async (world) => {
      const checkout = await Checkout.open(world);
      const init = data === undefined ? {} : { body: { data } };
      const path = `${checkout.path}${suffix}`;
      assert.equal((await world.send(method, path, { ...init, secret: null })).status, 401);
      world.clock.advance(HOUR_MS);
      // Only a payment's result is taken after the end, and there is no such payment.
      const code = call === PAYMENT_RESULT ? "error.payment-not-found" : "error.session-not-found";
      await checkout.refused(call, data, code);
      assert.equal((await world.send("GET", checkout.path)).status, 404, "it stays ended");
      assert.equal((await checkout.stored()).version, 1);
    }));
}

/** The steps that each state does not allow; what it allows has tests of its own. */
const FROZEN = STEPS.filter(([call]) => call !== PAYMENT_RESULT);
const STATES: readonly [string, (checkout: Checkout) => Promise<unknown>, string, string[]][] = [
  [
    "while a payment is pending",
    (checkout) => checkout.step("POST /payment"),
    "A payment is pending: wait for its result or cancel it",
    ["POST /abandon"],
  ],
  [
    "once it is completed",
    (checkout) => checkout.pay(),
    "The order is complete and cannot be changed",
    ["POST /cancel"],
  ],
  [
    "once it is abandoned",
    (checkout) => checkout.step("POST /abandon"),
    "The session was abandoned and cannot be changed",
    [],
  ],
];

for (const [when, reach, message, allowed] of STATES) {
  Deno.test(`a session refuses every step and changes nothing ${when}`, () =>
    withShop(async (world) => {
      const checkout = await Checkout.open(world);
      await checkout.step("POST /coupons", { code: "FLAT50" });
      await checkout.step("PUT /address", ADDRESS);
      await reach(checkout);
      for (const [call, data] of FROZEN) {
        if (allowed.includes(call)) continue;
        assert.equal(
          await checkout.refused(call, data, "error.invalid-state"),
          message,
          call,
        );
      }
    }));
}

const ONCE = aCode(70, "ONCE", { usageLimitPerCustomer: 1, discount: fixed(3_000) });
const WITH_ONCE = { more: [{ kind: "coupon.put", coupon: ONCE } as const] };

async function requires(checkout: Checkout): Promise<string[]> {
  return (await checkout.world.send("GET", checkout.path)).json.data.requires;
}

Deno.test("requires lists what is missing now, and payment says the same", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    assert.deepEqual(await requires(checkout), ["address"]);
    const { requires: both } = await checkout.step("POST /coupons", { code: "ONCE" });
    assert.deepEqual(both, ["phone", "address"]);
    await checkout.refused("POST /payment", undefined, "error.address-required");
    await checkout.step("PUT /address", ADDRESS);
    assert.deepEqual(await requires(checkout), ["phone"]);
    assert.equal(
      await checkout.refused("POST /payment", undefined, "error.phone-required"),
      "Verify your phone number to use ONCE",
    );
    const verified = await checkout.verify();
    assert.deepEqual(verified.requires, []);
    const order = await checkout.pay();
    assert.deepEqual([order.session_state, order.requires], ["COMPLETED", []]);
  }, WITH_ONCE));

Deno.test("a phone is required for cash on delivery too, and no longer once the code is gone", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /address", ADDRESS);
    await checkout.step("POST /coupons", { code: "ONCE" });
    const chosen = await checkout.step("PUT /payment-method", { method: "COD" });
    assert.deepEqual(chosen.requires, ["phone"]);
    await checkout.refused("POST /complete", undefined, "error.phone-required");
    const without = await checkout.step("DELETE /coupons/ONCE");
    assert.deepEqual(without.requires, []);
    assert.equal((await checkout.step("POST /complete")).session_state, "COMPLETED");
  }, WITH_ONCE));

Deno.test("a shop without shipping rules requires no address", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    assert.deepEqual(await requires(checkout), []);
    assert.equal((await checkout.pay()).session_state, "COMPLETED");
  }, { rules: { shipping: [] } }));

Deno.test("a shop may require a verified phone for cash on delivery", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /address", ADDRESS);
    const prepaid = await checkout.step("PUT /payment-method", { method: "PREPAID" });
    assert.deepEqual(prepaid.requires, []);
    const byCod = await checkout.step("PUT /payment-method", { method: "COD" });
    assert.deepEqual(byCod.requires, ["phone"]);
    assert.equal(
      await checkout.refused("POST /complete", undefined, "error.phone-required"),
      "Verify a phone number before payment",
    );
    assert.deepEqual((await checkout.verify()).requires, []);
    assert.equal((await checkout.step("POST /complete")).session_state, "COMPLETED");
  }, { rules: { verifyPhone: "cod" } }));
