import { deepEqual, equal } from "node:assert/strict";
import { entered, type Example, line, priced, taken } from "./cases.ts";
import {
  CODE,
  COINS,
  coupon,
  fixed,
  PARTIAL_COD,
  percent,
  scope,
  shippingAt,
  STACKS,
} from "../../support/shop.ts";

const SHIPPING = [shippingAt(5_000, { freeAbove: 10_000 })];
const DESTINATION = { countryCode: "IN", postalCode: "560001" };

/** A cart of 100.00, from which on shipping is free; below it costs 50.00. */
function shipped({ order, shop, ...rest }: Example) {
  return priced([line(1, 10_000)], {
    ...rest,
    shop: { shipping: SHIPPING, ...shop },
    order: { destination: DESTINATION, ...order },
  });
}

Deno.test("price() leaves an automatic coupon out that would cost the free shipping", () => {
  // 1.00 off: 99.00 and 50.00 of shipping are 149.00 against 100.00.
  const cart = shipped({ coupons: [coupon("A", fixed(100))] });
  deepEqual([taken(cart), cart.totals.shipping, cart.totals.totalPayable], [[], 0, 10_000]);
  // 60.00 off: 40.00 and 50.00 are less.
  const large = shipped({ coupons: [coupon("A", fixed(6_000))] });
  deepEqual([taken(large), large.totals.totalPayable], [[["A", 6_000]], 9_000]);
});

Deno.test("price() applies an automatic coupon until the address makes it cost more", () => {
  const coupons = [coupon("A", fixed(100))];
  equal(shipped({ coupons, order: { destination: null } }).totals.totalPayable, 9_900);
  equal(shipped({ coupons }).totals.totalPayable, 10_000);
});

Deno.test("price() joins those automatic coupons that keep the free shipping", () => {
  const coupons = ["A", "B", "C"].map((code) => coupon(code, fixed(1_000), STACKS));
  const cart = priced([line(1, 12_500)], {
    coupons,
    shop: { shipping: SHIPPING },
    order: { destination: DESTINATION },
  });
  // All three: 95.00 + 50.00. Two of them: 105.00.
  deepEqual([taken(cart), cart.totals.totalPayable], [[["A", 1_000], ["B", 1_000]], 10_500]);
});

Deno.test("price() tries each with and without the others for up to six that combine", () => {
  const payable = (count: number) =>
    priced([line(1, 12_500)], {
      coupons: Array.from({ length: count }, (_, i) => coupon(`C${i}`, fixed(500), STACKS)),
      shop: { shipping: SHIPPING },
      order: { destination: DESTINATION },
    }).totals.totalPayable;
  // Five take 25.00 and keep the free shipping; a sixth would cost it.
  deepEqual([payable(5), payable(6)], [10_000, 10_000]);
  // Of seven, all together are 90.00 and 50.00: the best single one is less.
  equal(payable(7), 12_000);
});

Deno.test("price() counts the tax that an automatic coupon saves", () => {
  const lines = [line(1, 10_000), line(2, 10_000, { taxable: false })];
  const coupons = [coupon("A", fixed(1_100), scope(2)), coupon("B", fixed(1_000), scope(1))];
  const cart = (included: boolean) =>
    priced(lines, { coupons, shop: { tax: { rate: 180_000, included } } });
  // On top: A leaves 189.00 + 18.00, B 190.00 + 16.20.
  deepEqual([taken(cart(false)), cart(false).totals.totalPayable], [[["B", 1_000]], 20_620]);
  deepEqual([taken(cart(true)), cart(true).totals.totalPayable], [[["A", 1_100]], 18_900]);
});

Deno.test("price() lets a combinable code rest that would cost the free shipping, and says so", () => {
  const code = coupon("CODE", fixed(100), { ...CODE, ...STACKS });
  const order = { codes: [entered(code, 1)] };
  const cart = shipped({ coupons: [code], order });
  deepEqual([taken(cart), cart.totals.totalPayable], [[], 10_000]);
  deepEqual(cart.resting, [{
    couponId: code.id,
    code: "CODE",
    reason: "error.coupon-not-better",
    message: "CODE would add 49.00 to what you pay",
  }]);
});

Deno.test("price() lets a code that cannot combine cost the free shipping, because it was asked for", () => {
  const code = coupon("CODE", fixed(100), CODE);
  const order = { codes: [entered(code, 1)] };
  const cart = shipped({ coupons: [code], order });
  deepEqual([taken(cart), cart.totals.totalPayable], [[["CODE", 100]], 14_900]);
  // Not where an automatic coupon is the better deal.
  const auto = coupon("AUTO", fixed(6_000));
  const other = shipped({ coupons: [code, auto], order });
  deepEqual([taken(other), other.totals.totalPayable], [[["AUTO", 6_000]], 9_000]);
  equal(other.resting[0]?.message, "CODE would add 59.00 to what you pay");
});

Deno.test("price() leaves out a combinable code that costs as much: it would use one for nothing", () => {
  const code = coupon("CODE", fixed(5_000), { ...CODE, ...STACKS });
  const small = coupon("SMALL", fixed(2_000), STACKS);
  const cart = priced([line(1, 12_000)], {
    coupons: [code, small],
    shop: { shipping: SHIPPING },
    order: { destination: DESTINATION, codes: [entered(code, 1)] },
  });
  // SMALL alone: 100.00. With CODE: 50.00 + 50.00.
  deepEqual([taken(cart), cart.totals.totalPayable], [[["SMALL", 2_000]], 10_000]);
  equal(cart.resting[0]?.message, "CODE would not lower what you pay");
});

Deno.test("price() counts coins as money, so that a coupon gives coins back", () => {
  const cart = priced([line(1, 1_000)], {
    coupons: [coupon("A", fixed(50))],
    shop: { coin: { ...COINS, coinValue: 1 } },
    order: { coins: 10 },
    rules: { coinBalance: { available: 10, debt: 0, processing: 0 } },
  });
  // Without A ten coins would pay for all; with it nine and 0.50 do.
  deepEqual(taken(cart), [["A", 50]]);
  deepEqual([cart.coins.used, cart.totals.totalPayable], [9, 50]);
});

Deno.test("price() lets no coupon win by the fee of the cash on delivery that it rules out", () => {
  const coupons = [
    coupon("A", fixed(100), { disableCod: true }),
    coupon("B", fixed(200)),
  ];
  const cart = priced([line(1, 10_000)], {
    coupons,
    shop: { cod: PARTIAL_COD },
    order: { method: "COD" },
  });
  deepEqual([taken(cart), cart.totals.totalPayable], [[["B", 200]], 13_800]);
});

Deno.test("price() tells what cash on delivery would ask while another method's offer applies", () => {
  const shop = {
    cod: PARTIAL_COD,
    paymentOffers: [
      { method: "PREPAID" as const, discount: percent(5) },
      { method: "COD" as const, discount: fixed(500) },
    ],
  };
  const partial = (method: "PREPAID" | "COD" | null) =>
    priced([line(1, 10_000)], { shop, order: { method } }).totals.partialCodPrice;
  // 100.00 - 5.00 + 40.00 = 135.00, of which 10 % are 13.50.
  deepEqual([partial(null), partial("PREPAID"), partial("COD")], [1_350, 1_350, 1_350]);
});

Deno.test("price() tells what cash on delivery would cost with the coupons it would have", () => {
  const shop = {
    shipping: SHIPPING,
    cod: PARTIAL_COD,
    paymentOffers: [{ method: "PREPAID" as const, discount: percent(50) }],
  };
  const coupons = [coupon("A", fixed(6_000), { disableCod: true })];
  const cart = (method: "PREPAID" | null) => shipped({ coupons, shop, order: { method } });
  // Prepaid: 100.00 - 50.00 against 40.00 - 20.00 + 50.00, so A stays out.
  const prepaid = cart("PREPAID");
  deepEqual([taken(prepaid), prepaid.totals.totalPayable], [[], 5_000]);
  // By cash on delivery A would be better (90.00), and rule it out.
  deepEqual([prepaid.totals.codAvailable, prepaid.totals.codPrice], [false, 0]);
  deepEqual(taken(cart(null)), [["A", 6_000]]);
});
