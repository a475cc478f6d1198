import { unitsByVariant } from "../cart/cart.ts";
import type { Coupon, CouponRefusal } from "../shop/coupon.ts";
import type { Minor } from "../values/money.ts";
import type { CouponDiscounts, SubTotalLine } from "./discounts.ts";
import { giftLines, isGiven, keptClaims, unlockedOffers } from "./gifts.ts";
import type {
  AppliedCoupon,
  GiftClaim,
  GiftOffer,
  Order,
  PricedCart,
  PricedLine,
  PricingRules,
} from "./model.ts";
import { requirementsOf } from "./requirements.ts";
import { couponRefusal, selectCoupons } from "./selection.ts";
import { exactProduct, exactSum } from "./sums.ts";
import { lineTax } from "./tax.ts";
import { costOf, sumUp } from "./totals.ts";
import { unverifiedCoupons } from "./unverified.ts";

/**
 * Prices an order. Every amount of this service comes from this function.
 *
 * Pure: the same order, rules and time give the same price. Amounts are integer minor units, and
 * each named amount is rounded half up once.
 *
 * @param now milliseconds since the epoch, for validity windows
 * @throws {AppError} `error.invalid-request` if the cart exceeds 2^53 minor units
 */
export function price(order: Order, rules: PricingRules, now: number): PricedCart {
  const chosen = priceAsChosen(order, rules, now);
  const own = {
    ...chosen,
    unverified: unverifiedCoupons({
      order,
      rules,
      now,
      lines: withSubTotals(order),
      own: chosen,
      priced: priceAsChosen,
    }),
  };
  if (order.method === "COD" || rules.shop.cod === null) return own;
  // Cash on delivery may have another offer, and so other best coupons: its price is that of the
  // order with COD chosen.
  const byCod = priceAsChosen({ ...order, method: "COD" }, rules, now).totals;
  const { codAvailable, codPrice, partialCodPrice } = byCod;
  return { ...own, totals: { ...own.totals, codAvailable, codPrice, partialCodPrice } };
}

/** Price with the chosen method, without the values for cash on delivery. */
function priceAsChosen(order: Order, rules: PricingRules, now: number): PricedCart {
  const paid = withSubTotals(order);
  const subTotal = exactSum(paid.map((line) => line.subTotal));
  const giftCoupons = rules.coupons.filter((coupon) =>
    coupon.gift !== null && isInvited(coupon, order) &&
    couponRefusal(coupon, { order, rules, lines: paid, now }) === null
  );
  const quantity = paid.reduce((sum, line) => sum + line.quantity, 0);

  /** Price with these coupons. */
  const outcome = (chosen: CouponDiscounts) => {
    const amount = subTotal - chosen.amount;
    const progress = { purchaseAmount: amount, quantity, claims: order.claims };
    const offers = unlockedOffers(giftCoupons, rules.giftProducts, progress);
    const claims = keptClaims(order.claims, offers);
    const tax = exactSum(
      paid.map((line, i) =>
        lineTax(line.subTotal - chosen.lineDiscounts[i]!, line.taxable, rules.shop.tax)
      ),
    );
    const inForce = [
      ...chosen.applied.map(({ candidate }) => candidate.coupon),
      ...giftCoupons.filter((coupon) => isGiven(coupon, claims)),
    ];
    const disablesCod = inForce.some(({ disableCod }) => disableCod);
    return { offers, claims, ...sumUp(order, rules, { subTotal, amount, tax, disablesCod }) };
  };

  const judged = new Map<CouponDiscounts, ReturnType<typeof outcome>>();
  const { chosen, resting } = selectCoupons(order, rules, {
    lines: paid,
    now,
    costOf: (discounted) => {
      const judgedAs = outcome(discounted);
      judged.set(discounted, judgedAs);
      return costOf(judgedAs.totals);
    },
  });
  const { offers, claims, ...sums } = judged.get(chosen) ?? outcome(chosen);
  const goods = subTotal - chosen.amount;
  const coupons = appliedCoupons(order, { chosen, giftCoupons, claims, goods });
  return {
    lines: pricedLines(order, rules, { chosen, paid, claims, offers }),
    coupons,
    resting,
    unverified: [],
    offers,
    claims,
    ...sums,
    coinProgram: rules.shop.coin,
    requires: requirementsOf(order, rules.shop, coupons.map(({ coupon }) => coupon)),
  };
}

/** Reason why a coupon cannot be used; null if it can. */
export function refusalOf(
  coupon: Coupon,
  order: Order,
  { rules, now }: { readonly rules: PricingRules; readonly now: number },
): CouponRefusal | null {
  return couponRefusal(coupon, { order, rules, lines: withSubTotals(order), now });
}

function withSubTotals({ lines }: Order): SubTotalLine[] {
  return lines.map((line) => ({
    ...line,
    subTotal: exactProduct(line.unitPrice, line.quantity),
  }));
}

/** True for an automatic coupon and an entered code. */
function isInvited(coupon: Coupon, order: Order): boolean {
  return coupon.applicationType === "AUTOMATIC" ||
    order.codes.some(({ couponId }) => couponId === coupon.id);
}

interface LineParts {
  readonly chosen: CouponDiscounts;
  readonly paid: readonly (Order["lines"][number] & { readonly subTotal: Minor })[];
  readonly claims: readonly GiftClaim[];
  readonly offers: readonly GiftOffer[];
}

function pricedLines(
  order: Order,
  { shop, stock }: PricingRules,
  { chosen, paid, claims, offers }: LineParts,
): PricedLine[] {
  const gifts = giftLines(claims, offers);
  const units = unitsByVariant([...order.lines, ...gifts]);
  const isOut = (variantId: PricedLine["variantId"]) =>
    units.get(variantId)! > (stock.get(variantId) ?? Infinity);
  const paidLines = paid.map((line, i): PricedLine => {
    const discount = chosen.lineDiscounts[i]!;
    const total = line.subTotal - discount;
    const tax = lineTax(total, line.taxable, shop.tax);
    return { ...line, giftOf: null, discount, total, tax, outOfStock: isOut(line.variantId) };
  });
  const free = { subTotal: 0, discount: 0, total: 0, tax: 0 };
  return [
    ...paidLines,
    ...gifts.map((gift) => ({ ...gift, ...free, outOfStock: isOut(gift.variantId) })),
  ];
}

interface CouponParts {
  readonly chosen: CouponDiscounts;
  readonly giftCoupons: readonly Coupon[];
  readonly claims: readonly GiftClaim[];
  readonly goods: Minor;
}

/** Discounts in order of application, then gift coupons that were entered or claimed. */
function appliedCoupons(
  order: Order,
  { chosen, giftCoupons, claims, goods }: CouponParts,
): AppliedCoupon[] {
  const discounts = chosen.applied.map(({ candidate, amount, cartAfter }) => ({
    coupon: candidate.coupon,
    amount,
    cartAfter,
    previousCode: candidate.previousCode,
  }));
  const gifts = giftCoupons.flatMap((coupon) => {
    const entered = order.codes.find(({ couponId }) => couponId === coupon.id);
    if (entered === undefined && !isGiven(coupon, claims)) return [];
    return [{ coupon, amount: 0, cartAfter: goods, previousCode: entered?.previousCode ?? null }];
  });
  return [...discounts, ...gifts];
}
