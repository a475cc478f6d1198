import assert from "node:assert/strict";
import { uuid } from "../../support/builders.ts";
import { Checkout } from "./checkout.ts";
import { PAYMENT_RESULT, STEPS } from "./operations.ts";
import { ADDRESS, aForeignKey, HOUR_MS, withShop } from "./shop.ts";

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
    [],
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
