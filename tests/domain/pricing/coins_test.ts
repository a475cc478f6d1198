import { deepEqual, equal } from "node:assert/strict";
import { priceCoins } from "../../../src/domain/pricing/coins.ts";
import { COINS, coupon, line, percent, priced } from "./cases.ts";

function redeem(base: number, wanted: number, available: number, program = COINS) {
  return priceCoins(base, program, { balance: { available, processing: 7 }, wanted });
}

Deno.test("redeemCoins() lets redeem the most whole coins that fit the cart", () => {
  // 349.95 x 10 = 3499.5 coins; 3499 of them are 349.90.
  deepEqual(redeem(34_995, 5_000, 4_000), {
    use: { available: 4_000, redeemable: 3_499, used: 3_499, processing: 7 },
    discount: 34_990,
  });
});

Deno.test("redeemCoins() lets redeem no more than the customer holds", () => {
  const { use, discount } = redeem(34_900, 1_000, 500);
  deepEqual([use.redeemable, use.used, discount], [500, 500, 5_000]);
});

Deno.test("redeemCoins() uses what is wanted and no more", () => {
  const { use, discount } = redeem(34_900, 20, 500);
  deepEqual([use.redeemable, use.used, discount], [500, 20, 200]);
  equal(redeem(34_900, 0, 500).discount, 0);
});

Deno.test("redeemCoins() rounds the value of coins half up, once for all of them", () => {
  const thirds = { ...COINS, coinValue: 3, baseCurrencyValue: 100 };
  equal(redeem(10_000, 1, 9, thirds).discount, 33); // 33.33
  equal(redeem(10_000, 2, 9, thirds).discount, 67); // 66.67
  equal(redeem(10_000, 3, 9, thirds).discount, 100);
  const halves = { ...COINS, coinValue: 2, baseCurrencyValue: 1 };
  equal(redeem(10_000, 1, 9, halves).discount, 1); // 0.5
});

Deno.test("redeemCoins() never takes more than the cart", () => {
  const dear = { ...COINS, coinValue: 1, baseCurrencyValue: 100 };
  const { use, discount } = redeem(199, 5, 5, dear);
  deepEqual([use.redeemable, discount], [1, 100]); // 1.99 holds one coin of 1.00
  deepEqual(redeem(0, 5, 5).use.redeemable, 0);
});

Deno.test("redeemCoins() knows no coins in a shop without a programme", () => {
  const none = { use: { available: 0, redeemable: 0, used: 0, processing: 0 }, discount: 0 };
  const customer = { balance: { available: 9, processing: 1 }, wanted: 5 };
  deepEqual(priceCoins(10_000, null, customer), none);
  deepEqual(priceCoins(10_000, { ...COINS, provider: "NONE" }, customer), none);
});

Deno.test("price() redeems coins on what coupons and payment offers left", () => {
  const { totals, coins, lines, coinProgram } = priced([line(1, 10_000)], {
    coupons: [coupon("A", percent(50))],
    shop: {
      coin: COINS,
      paymentOffers: [{ method: "PREPAID", discount: percent(10) }],
      tax: { rate: 180_000, included: false },
    },
    order: { method: "PREPAID", coins: 1_000 },
    rules: { coinBalance: { available: 1_000, processing: 0 } },
  });
  // 100.00 - 50.00 - 5.00 = 45.00, which 450 coins pay.
  deepEqual(coins, { available: 1_000, redeemable: 450, used: 450, processing: 0 });
  equal(totals.coinDiscount, 4_500);
  equal(totals.discount, 5_000 + 500 + 4_500);
  equal(totals.total, 0);
  // Neither spread over lines nor off the tax base: 50.00 x 18 %.
  deepEqual([lines[0]?.total, totals.tax, totals.totalPayable], [5_000, 900, 900]);
  equal(coinProgram, COINS);
});

Deno.test("price() names no programme for a shop without coins", () => {
  equal(priced([line(1, 10_000)], { order: { coins: 5 } }).coinProgram, null);
});
