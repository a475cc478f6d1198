import fc from "fast-check";
import type { World } from "../../support/app.ts";
import { OPERATOR } from "../../support/operator.ts";
import { BETWEEN_CODES_MS } from "./books.ts";
import { Checkout } from "./checkout.ts";
import { ADDRESS, GIFT, mugs, POSTER } from "./shop.ts";

/** Carts with coupons, gifts, coins and ways to pay, of a shop with `putBowl()`. */
export const CARTS = fc.record({
  mugs: fc.integer({ min: 1, max: 9 }),
  code: fc.constantFrom(null, "SAVE10", "FLAT50", "PLUS5", "PLUS7", "HALF 1/2"),
  second: fc.constantFrom(null, "PLUS5", "PLUS7"),
  gift: fc.boolean(),
  phone: fc.boolean(),
  coins: fc.constantFrom(0, 1, 50, 333, 500, Infinity),
  method: fc.constantFrom("PREPAID", "COD"),
  cash: fc.boolean(),
  spent: fc.constantFrom(0, 0, 1, 100, 10_000),
  bowls: fc.constantFrom(0, 1, 3),
});

/** One of {@link CARTS}. */
export type Cart = typeof CARTS extends fc.Arbitrary<infer T> ? T : never;

/** Some mugs, paid at once. */
export function plainCart(mugs: number): Cart {
  return {
    mugs,
    bowls: 0,
    code: null,
    second: null,
    gift: false,
    phone: false,
    coins: 0,
    method: "PREPAID",
    cash: false,
    spent: 0,
  };
}

/** Places an order of a random cart, or fails to pay it; steps that do not fit it are refused. */
export async function place(world: World, cart: Cart, result: "PAID" | "FAILED" = "PAID") {
  const checkout = await Checkout.open(world, {
    items: [...mugs(cart.mugs), ...bowls(cart.bowls)],
  });
  world.clock.advance(BETWEEN_CODES_MS);
  if (cart.phone) await checkout.verify();
  for (const code of [cart.code, cart.second]) {
    if (code !== null) await checkout.send("POST /coupons", { code });
  }
  const gift = { coupon_id: GIFT, variant_id: Number(POSTER), quantity: 1 };
  if (cart.gift) await checkout.send("PUT /add-ons", { add_ons: [gift] });
  await checkout.step("PUT /address", ADDRESS);
  const { coins: { redeemable } } = (await checkout.stored()).priced;
  const coins = cart.coins === Infinity ? redeemable : cart.coins;
  if (coins > 0) await checkout.send("PUT /coins", { coins });
  await checkout.send("PUT /payment-method", { method: cart.method });
  const { codOrder, isPartialCod } = (await checkout.stored()).priced.totals;
  if (codOrder && !isPartialCod) {
    const { pricing } = await checkout.step("POST /complete");
    if (cart.cash) {
      const due = Math.round(pricing.total_payable * 100);
      await world.services.orderAdmin.collect(checkout.id, () => due, OPERATOR);
    }
  } else if (result === "PAID") await checkout.pay();
  else {
    const { payment: { payment_id } } = await checkout.step("POST /payment");
    const data = { status: result, reference: `pay_${payment_id}` };
    await checkout.step(`POST /payment/${payment_id}/result`, data);
  }
  return checkout;
}

function bowls(quantity: number): Record<string, unknown>[] {
  return quantity === 0 ? [] : [{ product_id: 3, variant_id: 31, quantity, title: "Bowl" }];
}
