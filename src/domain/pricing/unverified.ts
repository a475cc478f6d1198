import type { Coupon } from "../shop/coupon.ts";
import { type Currency, formatMajor } from "../values/money.ts";
import { applyCoupons, type SubTotalLine } from "./discounts.ts";
import type { Order, PricedCart, PricingRules, UnverifiedCoupon } from "./model.ts";
import { couponRefusal } from "./selection.ts";
import { costOf } from "./totals.ts";

/** Limit of coupons that are tried, those with the largest discounts: each is a price. */
const MAX_TRIED = 10;

/** A cart and the way to price it. */
export interface UnverifiedCart {
  readonly order: Order;
  readonly rules: PricingRules;
  readonly now: number;
  readonly lines: readonly SubTotalLine[];
  /** Price without the coupons that wait for a phone number. */
  readonly own: PricedCart;
  readonly priced: (order: Order, rules: PricingRules, now: number) => PricedCart;
}

/**
 * Automatic coupons that a verified phone number would add to this order, as their limits per
 * customer count by it: each with what the customer would pay less with it than now, or with a gift
 * that it would offer.
 */
export function unverifiedCoupons(
  { order, rules, now, lines, own, priced }: UnverifiedCart,
): UnverifiedCoupon[] {
  if (order.customerKnown) return [];
  const known = { ...order, customerKnown: true };
  const waiting = rules.coupons.filter((coupon) =>
    coupon.applicationType === "AUTOMATIC" && coupon.usageLimitPerCustomer !== null &&
    couponRefusal(coupon, { order: known, rules, lines, now }) === null
  );
  const others = rules.coupons.filter((coupon) => !waiting.includes(coupon));
  return largest(waiting, lines).flatMap((coupon): UnverifiedCoupon[] => {
    const after = priced(known, { ...rules, coupons: [...others, coupon] }, now);
    const { id: couponId, code } = coupon;
    if (coupon.gift !== null) {
      const isOffered = after.offers.some((offer) => offer.couponId === couponId);
      return isOffered ? [{ couponId, code, saves: null }] : [];
    }
    const saves = costOf(own.totals) - costOf(after.totals);
    return saves > 0 ? [{ couponId, code, saves }] : [];
  });
}

/** Those with the largest discounts, by code: gifts first, as there are few. */
function largest(coupons: readonly Coupon[], lines: readonly SubTotalLine[]): Coupon[] {
  const ranks = lines.map(() => 0);
  const sized = coupons.map((coupon) => ({
    coupon,
    amount: coupon.gift !== null
      ? Infinity
      : applyCoupons({ lines, ranks }, [{ coupon, appliedAt: 0, previousCode: null }]).amount,
  }));
  const byCode = (a: Coupon, b: Coupon) => a.code < b.code ? -1 : 1;
  return sized
    .sort((a, b) => a.amount === b.amount ? byCode(a.coupon, b.coupon) : b.amount - a.amount)
    .slice(0, MAX_TRIED)
    .map(({ coupon }) => coupon)
    .sort(byCode);
}

/** Message for the customer. */
export function unverifiedText({ code, saves }: UnverifiedCoupon, currency: Currency): string {
  return saves === null
    ? `Verify your phone number to get the gift of ${code}`
    : `Verify your phone number to save ${formatMajor(saves, currency)} with ${code}`;
}
