import type { PricedCart, PricedLine } from "../pricing/model.ts";
import { type Currency, formatMajor, type Minor } from "../values/money.ts";

/**
 * Contradictions within a stored price. A price is computed once and kept, so what held
 * when it was made must hold for as long as it is stored: every sum of a priced cart is
 * the sum of what it is the sum of. The rates are not looked at, which may have changed
 * since.
 *
 * @param currency of all amounts, for the messages
 * @returns a line for each amount that is another than its parts make; none for a sound price
 */
export function auditPrice(priced: PricedCart, currency: Currency): string[] {
  return [...lineEquations(priced), ...couponEquations(priced), ...totalEquations(priced)]
    .filter(({ is, mustBe }) => is !== mustBe)
    .map(({ name, is, mustBe }) =>
      `${name} must be ${formatMajor(mustBe, currency)}: ${formatMajor(is, currency)}`
    );
}

/** An amount, and what its parts make. */
interface Equation {
  readonly name: string;
  readonly is: Minor;
  readonly mustBe: Minor;
}

function lineEquations({ lines, totals }: PricedCart): Equation[] {
  const own = lines.flatMap((line, i): Equation[] => {
    const name = `lines[${i}]`;
    return [
      { name: `${name}.subTotal`, is: line.subTotal, mustBe: line.unitPrice * line.quantity },
      { name: `${name}.total`, is: line.total, mustBe: line.subTotal - line.discount },
      // What is given away takes part in no discount and bears no tax.
      ...(line.giftOf === null ? [] : [
        { name: `${name}.discount of a gift`, is: line.discount, mustBe: 0 },
        { name: `${name}.tax of a gift`, is: line.tax, mustBe: 0 },
        { name: `${name}.subTotal of a gift`, is: line.subTotal, mustBe: 0 },
      ]),
      ...(line.taxable ? [] : [{ name: `${name}.tax, not taxable`, is: line.tax, mustBe: 0 }]),
    ];
  });
  const sum = (amount: (line: PricedLine) => Minor) =>
    lines.reduce((total, line) => total + amount(line), 0);
  return [
    ...own,
    { name: "subTotal", is: totals.subTotal, mustBe: sum((line) => line.subTotal) },
    { name: "couponDiscount", is: totals.couponDiscount, mustBe: sum((line) => line.discount) },
    {
      name: "subTotal less couponDiscount",
      is: totals.subTotal - totals.couponDiscount,
      mustBe: sum((line) => line.total),
    },
    { name: "tax", is: totals.tax, mustBe: sum((line) => line.tax) },
  ];
}

/** Coupons apply one after another, each on what the earlier ones left. */
function couponEquations({ coupons, totals }: PricedCart): Equation[] {
  let left = totals.subTotal;
  const chain = coupons.map(({ coupon, amount, cartAfter }): Equation => {
    left -= amount;
    return { name: `cartAfter of coupon ${coupon.code}`, is: cartAfter, mustBe: left };
  });
  const taken = coupons.reduce((sum, { amount }) => sum + amount, 0);
  return [...chain, {
    name: "couponDiscount by coupons",
    is: totals.couponDiscount,
    mustBe: taken,
  }];
}

function totalEquations({ totals }: PricedCart): Equation[] {
  const { couponDiscount, paymentOfferDiscount, coinDiscount, codAvailable, codOrder } = totals;
  const beforeCod = totals.total + (totals.taxesIncluded ? 0 : totals.tax) +
    Math.max(totals.shipping, 0);
  return [
    {
      name: "discount",
      is: totals.discount,
      mustBe: couponDiscount + paymentOfferDiscount + coinDiscount,
    },
    { name: "total", is: totals.total, mustBe: totals.subTotal - totals.discount },
    {
      name: "totalPayable",
      is: totals.totalPayable,
      mustBe: beforeCod + (codOrder ? totals.codPrice : 0),
    },
    {
      name: "shipping",
      is: totals.shipping,
      mustBe: Math.max(totals.shipping, -1),
    },
    ...(codAvailable ? [] : [
      { name: "codPrice without cash on delivery", is: totals.codPrice, mustBe: 0 },
      {
        name: "partialCodPrice without cash on delivery",
        is: totals.partialCodPrice,
        mustBe: 0,
      },
    ]),
  ];
}
