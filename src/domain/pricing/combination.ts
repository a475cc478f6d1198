import { inScope } from "../shop/coupon.ts";
import type { Minor } from "../values/money.ts";
import {
  applyNext,
  byOrder,
  type Candidate,
  type CouponDiscounts,
  type DiscountableCart,
  isScoped,
  undiscounted,
} from "./discounts.ts";

/** Limit of coupons that are tried with and without: each doubles the work. */
const MAX_TRIED = 6;

/** A cart with the cost of a choice of coupons. */
export interface JudgedCart extends DiscountableCart {
  readonly costOf: (discounted: CouponDiscounts) => Minor;
}

/** Coupons that apply together, and the cost with them. */
export interface CouponOption {
  readonly discounted: CouponDiscounts;
  readonly cost: Minor;
}

/**
 * Applies coupons together, except those that raise the customer's cost and those without a
 * discount.
 *
 * A coupon can raise the cost if the cart falls below an amount, for example that of free shipping.
 * Rounding can do it too, by a minor unit: with 1 left on each of two lines, 30 % of both is 1, but
 * 30 % of what an earlier coupon left may be 0, and a later coupon for one of the lines then misses
 * that unit.
 */
export function applyTogether(
  cart: JudgedCart,
  candidates: readonly Candidate[],
): CouponOption {
  const ordered = [...candidates].sort(byOrder);
  const optional = new Set(ordered.length <= MAX_TRIED ? ordered : overlapping(cart, ordered));
  let best: CouponOption | undefined;
  const choose = (before: CouponDiscounts, place: number) => {
    const candidate = ordered[place];
    if (candidate === undefined) {
      const option = { discounted: before, cost: cart.costOf(before) };
      // The first of equal options.
      if (best === undefined || compareOptions(option, best) < 0) best = option;
      return;
    }
    const after = applyNext(cart, before, candidate);
    const helps = after.amount > before.amount;
    if (helps) choose(after, place + 1);
    if (!helps || optional.has(candidate)) choose(before, place + 1);
  };
  choose(undiscounted(cart.lines), 0);
  return best!;
}

/** Compares options: less to pay first, then fewer uses of coupons, then a larger discount. */
export function compareOptions(a: CouponOption, b: CouponOption): number {
  return a.cost - b.cost ||
    a.discounted.applied.length - b.discounted.applied.length ||
    b.discounted.amount - a.discounted.amount;
}

/**
 * Coupons whose removal might let the others take off more: product-scoped coupons that share some
 * but not all lines with another, except the last two; none if there are too many.
 *
 * All other coupons can only help. The remainder after a coupon never grows when its base shrinks,
 * so a coupon on the same lines as the later ones does no harm. Neither does the last, nor the last
 * but one, because only the final sum counts.
 */
function overlapping(
  { lines }: DiscountableCart,
  ordered: readonly Candidate[],
): readonly Candidate[] {
  const scoped = ordered.filter(isScoped);
  const covers = scoped.map(({ coupon }) => lines.map((line) => inScope(coupon, line.productId)));
  const found = scoped.filter((_, a) =>
    covers.some((_, b) => overlapInPart(covers[a]!, covers[b]!))
  );
  const optional = found.slice(0, -2);
  return optional.length > MAX_TRIED ? [] : optional;
}

/** True if two sets of lines overlap but differ. */
function overlapInPart(one: readonly boolean[], other: readonly boolean[]): boolean {
  return one.some((covered, i) => covered && other[i]) &&
    one.some((covered, i) => covered !== other[i]);
}
