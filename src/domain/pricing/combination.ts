import { inScope } from "../shop/coupon.ts";
import type { Minor } from "../values/money.ts";
import {
  applyNext,
  byOrder,
  type Candidate,
  type DiscountableCart,
  type Discounted,
  isScoped,
  undiscounted,
} from "./discounts.ts";

/** Most coupons that are each tried with and without: the work doubles with each. */
const MAX_TRIED = 6;

/** A cart with what a choice of coupons would cost its customer. */
export interface JudgedCart extends DiscountableCart {
  readonly costOf: (discounted: Discounted) => Minor;
}

/** Coupons that apply together, and the cost with them. */
export interface CouponOption {
  readonly discounted: Discounted;
  readonly cost: Minor;
}

/**
 * Applies coupons together, less those that cost the customer more than they give, and
 * those that find nothing to take off.
 *
 * A coupon costs more than it gives where the cart falls below an amount, such as that of free
 * shipping. By a minor unit it happens by rounding as well: with 1 left on either of two lines,
 * 30 % of both is 1 and 30 % of what an earlier coupon leaves of them may be 0, and a later
 * coupon for one of the lines then misses the unit that was not taken from the other.
 */
export function applyTogether(
  cart: JudgedCart,
  candidates: readonly Candidate[],
): CouponOption {
  const ordered = [...candidates].sort(byOrder);
  const optional = new Set(ordered.length <= MAX_TRIED ? ordered : overlapping(cart, ordered));
  let best: CouponOption | undefined;
  const choose = (before: Discounted, place: number) => {
    const candidate = ordered[place];
    if (candidate === undefined) {
      const option = { discounted: before, cost: cart.costOf(before) };
      // Of equals the first, which is the one with more coupons.
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

/** The better option for the customer first: less to pay, of equals more off. */
export function compareOptions(a: CouponOption, b: CouponOption): number {
  return a.cost - b.cost || b.discounted.amount - a.discounted.amount;
}

/**
 * The coupons without which the others might take off more: product-scoped ones that
 * share some but not all of their lines with another, save the last two of them; none when
 * they are too many to try.
 *
 * By what is taken off, everything else only ever helps. What remains after a coupon never
 * grows when its base shrinks, so one that works on the same lines as those after it cannot do
 * harm; nor can the last, and nor can the last but one, since only the sum after the last counts.
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

/** True if two sets of lines meet and differ. */
function overlapInPart(one: readonly boolean[], other: readonly boolean[]): boolean {
  return one.some((covered, i) => covered && other[i]) &&
    one.some((covered, i) => covered !== other[i]);
}
