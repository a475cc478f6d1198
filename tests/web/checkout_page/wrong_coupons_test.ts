import assert from "node:assert/strict";
import { NO_CHECKOUT_FORM } from "../../../src/domain/shop/checkout_form.ts";
import { type CheckoutLimits, DEFAULT_LIMITS } from "../../../src/domain/shop/limits.ts";
import type { World } from "../../support/app.ts";
import { Checkout } from "../api/checkout.ts";
import { withShop } from "../api/shop.ts";
import { linkOf } from "./link.ts";
import { pagesOf } from "./pages.ts";

function withLimits(
  limits: Partial<CheckoutLimits>,
  test: (world: World) => Promise<void>,
): Promise<void> {
  const checkout = { ...NO_CHECKOUT_FORM, limits: { ...DEFAULT_LIMITS, ...limits } };
  return withShop(test, { checkout });
}

/** Limits, and the address whose codes are refused after two wrong ones of 192.0.2.1. */
const LIMITED = [
  ["wrongCouponsPerAddress", "192.0.2.1", "192.0.2.2"],
  ["wrongCoupons", "192.0.2.2", null],
] as const;

for (const [limit, refusedPeer, otherPeer] of LIMITED) {
  Deno.test(`after too many wrong codes by checkout.limits.${limit} a right one is refused too`, () =>
    withLimits({ [limit]: 2 }, async (world) => {
      const pages = pagesOf(world);
      const apply = async (code: string, peer = "192.0.2.1") => {
        const token = await linkOf(await Checkout.open(world));
        return await pages.send("POST", `/c/${token}/coupon`, { form: { code }, peer });
      };
      assert.equal((await apply("FLAT50")).status, 303);
      assert.equal((await apply("WRONG1")).status, 422);
      world.clock.advance(60_000);
      assert.equal((await apply("WRONG2")).status, 422);
      const refused = await apply("FLAT50", refusedPeer);
      assert.equal(refused.status, 429);
      assert.equal(refused.headers.get("retry-after"), "3540");
      assert.equal(pages.log.at(-1)?.error, "error.coupon-rate-limited");
      if (otherPeer !== null) assert.equal((await apply("FLAT50", otherPeer)).status, 303);
      assert.deepEqual([...world.services.refusals.totals()], [[limit, 1]]);
      world.clock.advance(3_540_000);
      assert.equal((await apply("FLAT50", refusedPeer)).status, 303);
    }));
}

Deno.test("what limits refuse is stored once a second, by the hour, for the overview", () =>
  withLimits({ wrongCouponsPerAddress: 1 }, async (world) => {
    const { services, merchant } = world;
    const pages = pagesOf(world);
    const token = await linkOf(await Checkout.open(world));
    for (let n = 0; n < 4; n++) {
      await pages.send("POST", `/c/${token}/coupon`, { form: { code: `WRONG${n}` } });
    }
    assert.deepEqual((await services.attention.of(merchant)).refused, []);
    await services.housekeeping.flush();
    const counted = [{ refusal: "wrongCouponsPerAddress", count: 3 }];
    assert.deepEqual((await services.attention.of(merchant)).refused, counted);
    await services.housekeeping.flush();
    assert.deepEqual((await services.attention.of(merchant)).refused, counted);
  }));
