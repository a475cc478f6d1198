import type { PricedCart, PricedLine } from "../pricing/model.ts";
import { type Currency, formatMajor, type Minor } from "../values/money.ts";

/**
 * Finds contradictions in a stored price: every sum must be the sum of its parts. Rates are not
 * checked, because they may have changed since.
 *
 * @param currency of all amounts
 * @returns a message for each wrong amount; none for a sound price
 */
export function auditPrice(priced: PricedCart, currency: Currency): string[] {
  return [...lineEquations(priced), ...couponEquations(priced), ...totalEquations(priced)]
    .filter(({ is, mustBe }) => is !== mustBe)
    .map(({ name, is, mustBe }) =>
      `${name} must be ${formatMajor(mustBe, currency)}: ${formatMajor(is, currency)}`
    );
}

/** An amount and the sum of its parts. */
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
      // A gift has no discount and no tax.
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

/** Each coupon applies to what the earlier ones left. */
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

function totalEquations({ totals, shippingOptions, shippingOption }: PricedCart): Equation[] {
  const option = shippingOptions.find(({ id }) => id === shippingOption);
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
      mustBe: option?.price ?? -1,
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
