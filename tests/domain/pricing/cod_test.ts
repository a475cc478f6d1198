import { deepEqual, equal } from "node:assert/strict";
import { isCodAvailable, prepaidPart } from "../../../src/domain/pricing/cod.ts";
import type { CodRule } from "../../../src/domain/shop/merchant.ts";
import { priceCoins } from "../../../src/domain/pricing/coins.ts";
import { type Example, line, priced } from "./cases.ts";
import { COINS, coupon, fixed, percent, shippingAt, STACKS } from "../../support/shop.ts";

const COD: CodRule = { fee: 4_000, min: 20_000, max: 1_000_000, countries: ["IN"], prepaid: null };
const INDIA = shippingAt(6_000, { postalPrefixes: ["56"] });

function totals(unitPrice: number, { shop, order, ...example }: Example = {}) {
  const chosen = { method: "COD" as const, ...order };
  return priced([line(1, unitPrice)], { ...example, shop: { cod: COD, ...shop }, order: chosen })
    .totals;
}

Deno.test("isCodAvailable() is bound to the range of the cart, both ends included", () => {
  const available = (goods: number, rule = COD) =>
    isCodAvailable(rule, { goods, countryCode: "IN", served: true, disabledByCoupon: false });
  deepEqual([19_999, 20_000, 1_000_000, 1_000_001].map((goods) => available(goods)), [
    false,
    true,
    true,
    false,
  ]);
  equal(available(10_000_000, { ...COD, max: null }), true);
});

Deno.test("isCodAvailable() is bound to the rule's countries, if it names any", () => {
  const available = (countryCode: string, rule = COD) =>
    isCodAvailable(rule, { goods: 50_000, countryCode, served: true, disabledByCoupon: false });
  deepEqual([available("IN"), available("AE")], [true, false]);
  equal(available("AE", { ...COD, countries: [] }), true);
});

Deno.test("isCodAvailable() ends with a coupon, with no delivery and without a rule", () => {
  const context = { goods: 50_000, countryCode: "IN", served: true, disabledByCoupon: false };
  equal(isCodAvailable(COD, context), true);
  equal(isCodAvailable(COD, { ...context, served: false }), false);
  equal(isCodAvailable(COD, { ...context, disabledByCoupon: true }), false);
  equal(isCodAvailable(null, context), false);
});

Deno.test("prepaidPart() is a percentage or a fixed amount of at most what is payable", () => {
  equal(prepaidPart({ ...COD, prepaid: percent(10) }, 39_005), 3_901); // 3900.5
  equal(prepaidPart({ ...COD, prepaid: percent(10, 2_000) }, 39_000), 2_000);
  equal(prepaidPart({ ...COD, prepaid: fixed(10_000) }, 39_000), 10_000);
  equal(prepaidPart({ ...COD, prepaid: fixed(10_000) }, 9_000), 9_000);
  equal(prepaidPart(COD, 39_000), 0);
});

Deno.test("price() names the fee where cash on delivery is there and charges it when chosen", () => {
  const offered = totals(35_000, { order: { method: null } });
  deepEqual([offered.codAvailable, offered.codOrder, offered.codPrice], [true, false, 4_000]);
  equal(offered.totalPayable, 35_000);
  const chosen = totals(35_000);
  deepEqual([chosen.codAvailable, chosen.codOrder, chosen.codPrice], [true, true, 4_000]);
  equal(chosen.total, 35_000);
  equal(chosen.totalPayable, 39_000);
});

Deno.test("price() judges the range on the cart after coupons", () => {
  const coupons = [coupon("A", fixed(100))];
  equal(totals(20_000).codAvailable, true);
  equal(totals(20_000, { coupons }).codAvailable, false); // 199.00 < 200.00
  equal(totals(20_100, { coupons }).codAvailable, true);
  equal(totals(1_000_100, { coupons }).codAvailable, true); // 10001.00 - 1.00
});

Deno.test("price() charges no fee where cash on delivery was chosen but is not there", () => {
  const away = totals(19_999);
  deepEqual([away.codAvailable, away.codOrder, away.codPrice], [false, false, 0]);
  deepEqual([away.partialCodPrice, away.isPartialCod, away.totalPayable], [0, false, 19_999]);
  const none = totals(35_000, { shop: { cod: null } });
  deepEqual([none.codAvailable, none.codOrder, none.codPrice], [false, false, 0]);
});

Deno.test("price() ends cash on delivery for a coupon in force that disables it", () => {
  const disabling = coupon("A", percent(10), { ...STACKS, disableCod: true });
  equal(totals(35_000, { coupons: [disabling] }).codAvailable, false);
  // Not for one that is not in force: B takes everything before A could.
  const all = coupon("0", percent(100), STACKS);
  const shop = { cod: { ...COD, min: 0 } };
  equal(totals(35_000, { coupons: [disabling, all], shop }).codAvailable, true);
});

Deno.test("price() judges the country by the address, before that by the session", () => {
  const destination = { countryCode: "AE", postalCode: "1" };
  equal(totals(35_000, { order: { countryCode: "IN" } }).codAvailable, true);
  equal(totals(35_000, { order: { countryCode: "AE" } }).codAvailable, false);
  equal(totals(35_000, { order: { countryCode: "IN", destination } }).codAvailable, false);
});

Deno.test("price() offers no cash on delivery where the shop does not deliver", () => {
  const shop = { shipping: [INDIA], cod: { ...COD, countries: [] } };
  const at = (countryCode: string, postalCode: string) =>
    totals(35_000, { shop, order: { destination: { countryCode, postalCode } } }).codAvailable;
  equal(at("IN", "560001"), true);
  equal(at("IN", "110001"), false);
  equal(at("AE", "560001"), false);
  // Before there is an address, the country decides.
  equal(totals(35_000, { shop, order: { countryCode: "IN" } }).codAvailable, true);
  equal(totals(35_000, { shop, order: { countryCode: "US" } }).codAvailable, false);
});

Deno.test("price() asks part of a cash-on-delivery order ahead, shipping and fee included", () => {
  const shop = { shipping: [INDIA], cod: { ...COD, prepaid: percent(10) } };
  const destination = { countryCode: "IN", postalCode: "560001" };
  const chosen = totals(35_000, { shop, order: { destination } });
  equal(chosen.totalPayable, 45_000); // 350.00 + 60.00 + 40.00
  deepEqual([chosen.partialCodPrice, chosen.isPartialCod], [4_500, true]);
});

Deno.test("price() shows the prepaid part before cash on delivery is chosen", () => {
  const shop = { cod: { ...COD, prepaid: fixed(10_000) } };
  const offered = totals(35_000, { shop, order: { method: null } });
  deepEqual([offered.partialCodPrice, offered.isPartialCod], [10_000, false]);
  const nothing = totals(35_000, { shop: { cod: { ...COD, prepaid: percent(0) } } });
  deepEqual([nothing.partialCodPrice, nothing.isPartialCod], [0, false]);
});

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
    rules: { coinBalance: { available: 1_000, debt: 0, processing: 0 } },
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
