import { deepEqual, equal } from "node:assert/strict";
import { quoteShipping } from "../../../src/domain/pricing/shipping.ts";
import { servesCountry } from "../../../src/domain/shop/merchant.ts";
import type { PaymentOffer, ShippingRule } from "../../../src/domain/shop/merchant.ts";
import { paymentOfferDiscount } from "../../../src/domain/pricing/offers.ts";
import { line, priced } from "./cases.ts";
import {
  COINS,
  coupon,
  EXPRESS,
  fixed,
  PARTIAL_COD,
  percent,
  shippingAt,
} from "../../support/shop.ts";

const INDIA: ShippingRule = shippingAt(9_000);
const BANGALORE: ShippingRule = shippingAt(4_000, { postalPrefixes: ["5600"] });
const KARNATAKA: ShippingRule = shippingAt(6_000, {
  postalPrefixes: ["57", "56"],
  freeAbove: 99_900,
  more: [EXPRESS],
});
const GULF: ShippingRule = shippingAt(50_000, { countries: ["AE", "OM"] });
const RULES = [KARNATAKA, INDIA, BANGALORE, GULF];

function quote(postalCode: string, goods = 10_000, countryCode = "IN", rules = RULES) {
  return quoteShipping(rules, { countryCode, postalCode }, goods)?.[0]?.price ?? null;
}

Deno.test("quoteShipping() matches the longest postal prefix, in any order of rules", () => {
  equal(quote("560001"), 4_000);
  equal(quote("561234"), 6_000);
  equal(quote("570001"), 6_000);
  equal(quote("110001"), 9_000);
  equal(quote("560001", 10_000, "IN", [...RULES].reverse()), 4_000);
  // The longest of a rule's own prefixes counts, wherever it stands among them.
  const wide = shippingAt(1, { postalPrefixes: ["56000", "5"] });
  equal(quote("560001", 10_000, "IN", [BANGALORE, wide]), 1);
});

Deno.test("quoteShipping() takes the earlier of two rules that match alike", () => {
  equal(quote("1", 0, "IN", [INDIA, shippingAt(1)]), 9_000);
});

Deno.test("quoteShipping() compares postal codes without case, spaces and hyphens", () => {
  equal(quote("56 00-01"), 4_000);
  const london = shippingAt(500, { countries: ["GB"], postalPrefixes: ["SW1"] });
  equal(quote("sw1a 2aa", 0, "GB", [london]), 500);
});

Deno.test("quoteShipping() matches the country before anything else", () => {
  equal(quote("560001", 0, "OM"), 50_000);
  equal(quote("560001", 0, "US"), null);
});

Deno.test("quoteShipping() does not serve a postal code that no rule of the country matches", () => {
  equal(quote("110001", 0, "IN", [BANGALORE, KARNATAKA]), null);
});

Deno.test("quoteShipping() is free from the rule's amount on", () => {
  equal(quote("561234", 99_899), 6_000);
  equal(quote("561234", 99_900), 0);
  equal(quote("561234", 0, "IN", [shippingAt(6_000, { freeAbove: 0 })]), 0);
});

Deno.test("quoteShipping() is free everywhere in a shop without rules", () => {
  equal(quote("anything", 0, "AQ", []), 0);
});

Deno.test("servesCountry() holds for every country of a rule, for all without rules", () => {
  deepEqual(["IN", "AE", "US"].map((code) => servesCountry(RULES, code)), [true, true, false]);
  equal(servesCountry([], "AQ"), true);
});

Deno.test("price() leaves shipping at -1 until there is an address", () => {
  const { totals, serviceable } = priced([line(1, 10_000)], { shop: { shipping: RULES } });
  deepEqual([totals.shipping, totals.totalPayable, serviceable], [-1, 10_000, true]);
});

Deno.test("price() adds shipping once there is an address", () => {
  const destination = { countryCode: "IN", postalCode: "560001" };
  const { totals } = priced([line(1, 10_000)], {
    shop: { shipping: RULES },
    order: { destination },
  });
  deepEqual([totals.shipping, totals.total, totals.totalPayable], [4_000, 10_000, 14_000]);
  const free = priced([line(1, 10_000)], { order: { destination } }).totals;
  deepEqual([free.shipping, free.totalPayable], [0, 10_000]);
});

Deno.test("price() ships by the chosen option, each free from its own amount on", () => {
  const shop = { shipping: RULES, cod: PARTIAL_COD };
  const ship = (unitPrice: number, shippingOption: string | null) => {
    const destination = { countryCode: "IN", postalCode: "561234" };
    const cart = priced([line(1, unitPrice)], { shop, order: { destination, shippingOption } });
    const { shipping, totalPayable, partialCodPrice } = cart.totals;
    return [cart.shippingOption, shipping, totalPayable, partialCodPrice];
  };
  // With cash on delivery a tenth of 900.00 + 60.00 + 40.00 is due ahead.
  deepEqual(ship(90_000, null), ["standard", 6_000, 96_000, 10_000]);
  deepEqual(ship(90_000, "standard"), ["standard", 6_000, 96_000, 10_000]);
  deepEqual(ship(90_000, "express"), ["express", 15_000, 105_000, 10_900]);
  deepEqual(ship(90_000, "gone"), ["standard", 6_000, 96_000, 10_000]);
  deepEqual(ship(99_900, null), ["standard", 0, 99_900, 10_390]);
  deepEqual(ship(99_900, "express"), ["express", 15_000, 114_900, 11_890]);
});

Deno.test("price() shows the options of the address, and none without one", () => {
  const options = (postalCode: string | null, shipping = RULES) => {
    const destination = postalCode === null ? null : { countryCode: "IN", postalCode };
    return priced([line(1, 99_900)], { shop: { shipping }, order: { destination } })
      .shippingOptions;
  };
  deepEqual(options(null), []);
  deepEqual(options("561234"), [
    { id: "standard", name: "Standard", price: 0 },
    { id: "express", name: "Express", price: 15_000 },
  ]);
  deepEqual(options("110001"), [{ id: "standard", name: "Standard", price: 9_000 }]);
  deepEqual(options("110001", []), [{ id: "standard", name: "Standard", price: 0 }]);
  deepEqual(options("110001", [BANGALORE]), []);
});

Deno.test("price() judges free shipping on the cart after coupons", () => {
  const destination = { countryCode: "IN", postalCode: "561234" };
  const example = { shop: { shipping: RULES }, order: { destination } };
  const coupons = [coupon("A", fixed(10_000))];
  equal(priced([line(1, 99_900)], example).totals.shipping, 0);
  equal(priced([line(1, 109_899)], { ...example, coupons }).totals.shipping, 6_000); // 998.99
  equal(priced([line(1, 109_900)], { ...example, coupons }).totals.shipping, 0); // 999.00
});

Deno.test("price() judges free shipping before payment offers and coins", () => {
  const destination = { countryCode: "IN", postalCode: "561234" };
  const shop = {
    shipping: RULES,
    paymentOffers: [{ method: "PREPAID" as const, discount: percent(5) }],
    coin: COINS,
  };
  const { totals } = priced([line(1, 99_900)], {
    shop,
    order: { destination, method: "PREPAID", coins: 100 },
    rules: { coinBalance: { available: 100, debt: 0, processing: 0 } },
  });
  deepEqual([totals.shipping, totals.total], [0, 99_900 - 4_995 - 1_000]);
});

Deno.test("price() is not serviceable where the shop does not deliver", () => {
  const destination = { countryCode: "US", postalCode: "10001" };
  const cart = priced([line(1, 10_000)], { shop: { shipping: RULES }, order: { destination } });
  deepEqual([cart.serviceable, cart.totals.shipping], [false, -1]);
  equal(cart.totals.totalPayable, 10_000);
});

const PREPAID_5: PaymentOffer = { method: "PREPAID", discount: percent(5, 10_000) };

Deno.test("paymentOfferDiscount() is the offer for the chosen method", () => {
  equal(paymentOfferDiscount(34_900, [PREPAID_5], "PREPAID"), 1_745); // 349.00 x 5 %
  equal(paymentOfferDiscount(34_900, [PREPAID_5], "COD"), 0);
  equal(paymentOfferDiscount(34_900, [PREPAID_5], null), 0);
});

Deno.test("paymentOfferDiscount() is capped and never more than the cart", () => {
  equal(paymentOfferDiscount(500_000, [PREPAID_5], "PREPAID"), 10_000); // 250.00 > 100.00
  const fixedOffer: PaymentOffer = { method: "PREPAID", discount: fixed(5_000) };
  equal(paymentOfferDiscount(3_000, [fixedOffer], "PREPAID"), 3_000);
});

Deno.test("paymentOfferDiscount() takes the best of several offers, not their sum", () => {
  const offers: PaymentOffer[] = [PREPAID_5, { method: "PREPAID", discount: fixed(1_700) }];
  equal(paymentOfferDiscount(34_900, offers, "PREPAID"), 1_745);
  equal(paymentOfferDiscount(30_000, offers, "PREPAID"), 1_700); // 300.00 x 5 % = 15.00
});

Deno.test("price() takes a payment offer off what coupons left and spreads it over no line", () => {
  const { totals, lines } = priced([line(1, 10_000), line(2, 5_000)], {
    coupons: [coupon("A", percent(10))],
    shop: { paymentOffers: [PREPAID_5], tax: { rate: 180_000, included: false } },
    order: { method: "PREPAID" },
  });
  // 150.00 - 15.00 = 135.00; 135.00 x 5 % = 6.75.
  equal(totals.couponDiscount, 1_500);
  equal(totals.paymentOfferDiscount, 675);
  equal(totals.discount, 2_175);
  equal(totals.total, 12_825);
  deepEqual(lines.map(({ discount, total }) => [discount, total]), [[1_000, 9_000], [500, 4_500]]);
  // The tax base stays 90.00 and 45.00: 16.20 + 8.10.
  equal(totals.tax, 2_430);
});

Deno.test("price() makes no offer for cash on delivery where there is none", () => {
  const paymentOffers: PaymentOffer[] = [{ method: "COD", discount: percent(10) }];
  const cod = { fee: 0, min: 0, max: 20_000, countries: [], prepaid: null };
  const offer = (unitPrice: number) =>
    priced([line(1, unitPrice)], { shop: { paymentOffers, cod }, order: { method: "COD" } })
      .totals.paymentOfferDiscount;
  equal(offer(20_000), 2_000);
  equal(offer(20_001), 0);
});
