import { deepEqual, equal } from "node:assert/strict";
import { isCodAvailable, prepaidPart } from "../../../src/domain/pricing/cod.ts";
import type { CodRule } from "../../../src/domain/shop/merchant.ts";
import { coupon, type Example, fixed, line, percent, priced, STACKS } from "./cases.ts";

const COD: CodRule = { fee: 4_000, min: 20_000, max: 1_000_000, countries: ["IN"], prepaid: null };
const INDIA = { countries: ["IN"], postalPrefixes: ["56"], price: 6_000, freeAbove: null };

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
