import { deepEqual, equal } from "node:assert/strict";
import { lineTax } from "../../../src/domain/pricing/tax.ts";
import { coupon, line, percent, priced } from "./cases.ts";

const INCLUDED = { rate: 180_000, included: true };
const EXCLUDED = { rate: 180_000, included: false };

Deno.test("lineTax() is the part of a gross amount that is tax", () => {
  equal(lineTax(11_800, true, INCLUDED), 1_800); // 118.00 x 18/118
  equal(lineTax(34_900, true, INCLUDED), 5_324); // 53.237
});

Deno.test("lineTax() comes on top of a net amount", () => {
  equal(lineTax(10_000, true, EXCLUDED), 1_800); // 100.00 x 18/100
  equal(lineTax(34_900, true, EXCLUDED), 6_282); // 62.82
});

Deno.test("lineTax() rounds exact halves up", () => {
  equal(lineTax(25, true, { rate: 100_000, included: false }), 3); // 2.5
  equal(lineTax(5, true, { rate: 1_000_000, included: true }), 3); // 2.5
  equal(lineTax(24, true, { rate: 100_000, included: false }), 2); // 2.4
});

Deno.test("lineTax() is nothing for an untaxed line, an untaxed shop or no amount", () => {
  equal(lineTax(10_000, false, EXCLUDED), 0);
  equal(lineTax(10_000, true, { rate: 0, included: false }), 0);
  equal(lineTax(0, true, INCLUDED), 0);
});

Deno.test("price() rounds tax per line and adds taxable lines only", () => {
  const tax = { rate: 100_000, included: false };
  const lines = [line(1, 25), line(2, 25), line(3, 1_000, { taxable: false })];
  const cart = priced(lines, { shop: { tax } });
  deepEqual(cart.lines.map((one) => one.tax), [3, 3, 0]); // 2.5 and 2.5, not 5.0 together
  equal(cart.totals.tax, 6);
});

Deno.test("price() taxes what a line costs after its coupons", () => {
  const { lines, totals } = priced([line(1, 10_000, { quantity: 2 })], {
    coupons: [coupon("A", percent(25))],
    shop: { tax: EXCLUDED },
  });
  equal(lines[0]?.total, 15_000); // 2 x 100.00 - 25 %
  equal(totals.tax, 2_700); // 150.00 x 18 %
});

Deno.test("price() adds tax to what is payable only when prices do not hold it", () => {
  const included = priced([line(1, 11_800)], { shop: { tax: INCLUDED } }).totals;
  const { tax, total, totalPayable } = included;
  deepEqual([tax, total, totalPayable, included.taxesIncluded], [1_800, 11_800, 11_800, true]);
  const excluded = priced([line(1, 10_000)], { shop: { tax: EXCLUDED } }).totals;
  deepEqual([excluded.tax, excluded.total, excluded.totalPayable], [1_800, 10_000, 11_800]);
  equal(excluded.taxesIncluded, false);
});
