import assert from "node:assert/strict";
import fc from "fast-check";
import type { World } from "../../support/app.ts";
import { runs } from "../../support/arbitraries.ts";
import { requireReached } from "../../support/few.ts";
import { balances, BETWEEN_CODES_MS, books, DOOR } from "./books.ts";
import { Checkout } from "./checkout.ts";
import { ADDRESS, GIFT, KNOWN_PHONE, mugs, POSTER, withShop } from "./shop.ts";
import { OPERATOR } from "../../support/operator.ts";

const CARTS = fc.record({
  mugs: fc.integer({ min: 1, max: 9 }),
  code: fc.constantFrom(null, "SAVE10", "FLAT50", "PLUS5", "PLUS7", "HALF 1/2"),
  second: fc.constantFrom(null, "PLUS5", "PLUS7"),
  gift: fc.boolean(),
  phone: fc.boolean(),
  coins: fc.constantFrom(0, 1, 50, 333, 500),
  method: fc.constantFrom("PREPAID", "COD"),
  cash: fc.boolean(),
  spent: fc.constantFrom(0, 0, 1, 100, 10_000),
});

/** Places an order of a random cart; steps that do not fit it are refused. */
async function place(world: World, cart: typeof CARTS extends fc.Arbitrary<infer T> ? T : never) {
  const checkout = await Checkout.open(world, { items: mugs(cart.mugs) });
  world.clock.advance(BETWEEN_CODES_MS);
  if (cart.phone) await checkout.verify();
  for (const code of [cart.code, cart.second]) {
    if (code !== null) await checkout.send("POST /coupons", { code });
  }
  const gift = { coupon_id: GIFT, variant_id: Number(POSTER), quantity: 1 };
  if (cart.gift) await checkout.send("PUT /add-ons", { add_ons: [gift] });
  await checkout.step("PUT /address", ADDRESS);
  if (cart.coins > 0) await checkout.send("PUT /coins", { coins: cart.coins });
  await checkout.send("PUT /payment-method", { method: cart.method });
  if ((await checkout.stored()).priced.totals.codOrder) {
    const { pricing } = await checkout.step("POST /complete");
    if (cart.cash) {
      const due = Math.round(pricing.total_payable * 100);
      await world.services.sessionAdmin.collect(checkout.id, () => due, OPERATOR);
    }
  } else await checkout.pay();
  return checkout;
}

Deno.test("placing and cancelling any cart leaves stock, uses and coins as they were", () =>
  withShop(async (world) => {
    const { merchant, services } = world;
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(CARTS, async (cart) => {
        const before = await books(world);
        const checkout = await place(world, cart);
        const ordered = await books(world);
        assert.ok(ordered.stock[0]! < before.stock[0]!);
        const { choices, collected, priced } = await checkout.stored();
        seen.add(choices.method ?? "");
        if (collected !== null) seen.add("cash");
        if (priced.coins.used > 0) seen.add("coins used");
        const spent = Math.min(cart.spent, ordered.coins);
        const spend = { coins: -spent, reason: "spent elsewhere", by: OPERATOR };
        if (spent > 0) await services.customers.correct(merchant.id, KNOWN_PHONE, spend);
        await checkout.step("POST /cancel", DOOR);
        // As far as coins are there: spent ones stay spent.
        const coins = Math.max(0, before.coins - spent);
        if (before.coins < spent) seen.add("earned coins spent");
        assert.deepEqual(await books(world), { ...before, coins });
        const { PROCESSING, USED } = await balances(world);
        assert.deepEqual([PROCESSING, USED], [0, 0]);
        if (coins < 500) {
          const refill = { coins: 500 - coins, reason: "for the next cart", by: OPERATOR };
          await services.customers.correct(merchant.id, KNOWN_PHONE, refill);
        }
      }),
      runs(120),
    );
    const wanted = ["COD", "PREPAID", "cash", "coins used", "earned coins spent"];
    for (const one of wanted) requireReached(seen.has(one), one);
  }));
