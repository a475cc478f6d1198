import assert from "node:assert/strict";
import fc from "fast-check";
import { runs } from "../../support/arbitraries.ts";
import { Checkout, paid } from "../api/checkout.ts";
import { ADDRESS, GIFT, KNOWN_PHONE, mugs, POSTER, PREPAID_COD } from "../api/shop.ts";
import { priced, testing, withLiveRows } from "./testing.ts";

/** A step of a test with its data; the payment's id is filled in. */
const STEPS: readonly (readonly [call: string, data?: unknown])[] = [
  ["PUT /items", { items: mugs(3) }],
  ["PUT /items", { items: priced("100.01") }],
  ["PUT /items", { items: priced("100.02") }],
  ["POST /coupons", { code: "FLAT50" }],
  ["POST /coupons", { code: "SAVE10" }],
  ["PUT /add-ons", { add_ons: [{ coupon_id: GIFT, variant_id: Number(POSTER), quantity: 1 }] }],
  ["PUT /address", ADDRESS],
  ["POST /otp", { phone: KNOWN_PHONE }],
  ["POST /otp/verify", { phone: KNOWN_PHONE, otp: "000000" }],
  ["PUT /coins", { coins: 100 }],
  ["PUT /payment-method", { method: "PREPAID" }],
  ["PUT /payment-method", { method: "COD" }],
  ["POST /payment"],
  ["POST /payment"],
  ["POST /complete"],
  ["POST /cancel", { reason: "A test" }],
  ["POST /abandon"],
];

type Step =
  | { readonly kind: "step"; readonly index: number }
  | { readonly kind: "paid" | "failed" | "cancelled" }
  | { readonly kind: "later"; readonly minutes: number };

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.nat(STEPS.length - 1).map((index): Step => ({ kind: "step", index })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("paid", "failed", "cancelled").map((kind): Step => ({ kind })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(1, 31, 61).map((minutes): Step => ({ kind: "later", minutes })),
  },
);

/** The call of a step; undefined for a result without a payment. */
async function callOf(
  checkout: Checkout,
  step: Exclude<Step, { readonly kind: "later" }>,
): Promise<readonly [call: string, data?: unknown] | undefined> {
  if (step.kind === "step") return STEPS[step.index];
  const payment = (await checkout.send("GET ")).json.data?.payment;
  if (payment === undefined || payment === null) return undefined;
  if (step.kind === "cancelled") return [`POST /payment/${payment.payment_id}/cancel`];
  const [call, data] = paid(payment);
  return step.kind === "paid" ? [call, data] : [call, { ...data as object, status: "FAILED" }];
}

/** A walk to a paid order with a coupon and coins. */
const PAID_WALK: readonly Step[] = [
  ...["PUT /address", "POST /coupons", "POST /otp", "POST /otp/verify", "PUT /coins"]
    .map((call): Step => ({ kind: "step", index: STEPS.findIndex(([name]) => name === call) })),
  { kind: "step", index: STEPS.findIndex(([name]) => name === "POST /payment") },
  { kind: "paid" },
];

Deno.test("a walk of a test leaves the live rows as they were, bit for bit", () =>
  withLiveRows(async (world, rows) => {
    // A live order with everything, a payment under way and an open cart.
    for (const end of ["pay", "start", "leave"]) {
      const live = await Checkout.open(world);
      await live.verify();
      await live.step("POST /coupons", { code: "FLAT50" });
      await live.step("PUT /coins", { coins: 50 });
      await live.step("PUT /address", ADDRESS);
      if (end === "pay") await live.pay();
      if (end === "start") await live.step("POST /payment");
      world.clock.advance(31_000);
    }
    // Before a walk, the live sessions have ended: time alone changes nothing of them.
    world.clock.advance(4 * 3_600_000);
    await world.services.housekeeping.sweepAll();
    await world.services.housekeeping.forget();
    const tests = await testing(world);
    const before = rows();
    const take = async (walk: readonly Step[]) => {
      const checkout = await Checkout.open(tests);
      for (const step of walk) {
        if (step.kind === "later") {
          world.clock.advance(step.minutes * 60_000);
          await world.services.housekeeping.releaseAll();
          await world.services.housekeeping.sweepAll();
          continue;
        }
        const call = await callOf(checkout, step);
        if (call === undefined) continue;
        const { status } = await checkout.send(...call);
        assert.ok(status < 500, `${call[0]}: ${status}`);
        assert.deepEqual(await world.store.sessions.holds(checkout.id), NO_HOLDS);
      }
      assert.deepEqual(rows(), before);
      return (await checkout.stored()).state;
    };
    assert.deepEqual(await take(PAID_WALK), { session: "COMPLETED", payment: "PAID" });
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 25 }), async (walk) => {
        await take(walk);
      }),
      runs(60),
    );
  }, { rules: PREPAID_COD }));

const NO_HOLDS = { coupons: [], stock: [] };
