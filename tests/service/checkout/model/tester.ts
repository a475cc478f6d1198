/** A developer who tries the shop with a test key meanwhile; the model knows nothing of it. */
import { equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { testing } from "../../../web/test_mode/testing.ts";
import { aCart, type World } from "../../../support/app.ts";
import { Happening } from "./happening.ts";
import { RICH } from "./shop.ts";

const ADDRESS = {
  name: "Asha Rao",
  phone: "+919876543210",
  line1: "1 Residency Road",
  city: "Bengaluru",
  postal_code: "560001",
  country_code: "IN",
};

/** Steps of a test; each may be refused. */
const STEPS: readonly (readonly [method: string, suffix: string, data?: unknown])[] = [
  ["POST", "coupons", { code: "ONCE" }],
  ["POST", "coupons", { code: "FEW" }],
  ["POST", "otp", { phone: RICH }],
  ["POST", "otp/verify", { phone: RICH, otp: "000000" }],
  ["PUT", "coins", { coins: 100 }],
  ["PUT", "address", ADDRESS],
  ["PUT", "payment-method", { method: "COD" }],
  ["POST", "payment"],
  ["POST", "complete"],
  ["POST", "cancel", { reason: "A test" }],
];

const testers = new WeakMap<World, Promise<World>>();

function testerOf(world: World): Promise<World> {
  const known = testers.get(world) ?? testing(world);
  testers.set(world, known);
  return known;
}

/** A test from its cart to its end; all that is live stays as the model has it. */
export const test: fc.Arbitrary<Happening> = fc.tuple(
  fc.integer({ min: 1, max: 13 }),
  fc.subarray(STEPS.map((_, i) => i), { minLength: 3 }),
  fc.boolean(),
).map(([quantity, taken, isPaid]) =>
  new Happening(`test(${quantity}, ${taken}, ${isPaid})`, async (_model, { world, seen }) => {
    const tester = await testerOf(world);
    const items = [{ product_id: 1, variant_id: 11, quantity }];
    const { json: { data: { session_id: id } } } = await tester.send("POST", "/session", {
      body: aCart({ items }),
    });
    const path = `/session/${id}`;
    for (const index of taken) {
      const [method, suffix, data] = STEPS[index]!;
      const body = data === undefined ? undefined : { data };
      const { status, text } = await tester.send(method, `${path}/${suffix}`, { body });
      ok(status < 500, text);
    }
    const { json: { data: { payment } } } = await tester.send("GET", path);
    if (isPaid && payment?.status === "PENDING") {
      const result = { status: "PAID", amount: payment.amount, reference: `pay_${id}` };
      await tester.send("POST", `${path}/payment/${payment.payment_id}/result`, {
        body: { data: result },
      });
    }
    // An open session would be swept, which the model counts.
    await tester.send("POST", `${path}/abandon`);
    await tester.send("POST", `${path}/complete`);
    const { data } = (await tester.send("GET", path)).json;
    equal(data.livemode, false);
    ok(["COMPLETED", "ABANDONED"].includes(data.session_state), data.session_state);
    seen.add(`a test is ${data.session_state}`);
  })
);
