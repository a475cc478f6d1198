import { inScope } from "../coupon.ts";
import {
  applyCoupons,
  byOrder,
  type Candidate,
  type Discounted,
  isScoped,
  type SubTotalLine,
} from "./discounts.ts";

/** Most coupons that are tried with and without: the work doubles with each. */
const MAX_OPTIONAL = 6;

/**
 * Applies coupons together, less those that cost the customer more than they give.
 *
 * That happens by rounding alone. With 1 left on either of two lines, 30 % of both is
 * 1 and 30 % of what an earlier coupon leaves of them may be 0, and a later coupon for
 * one of the lines then misses the unit that was not taken from the other. One more
 * coupon would raise the total by a minor unit; here it stays out of force instead.
 */
export function applyTogether(
  lines: readonly SubTotalLine[],
  candidates: readonly Candidate[],
): Discounted {
  const optional = optionalAmong(lines, candidates);
  let best = applyCoupons(lines, candidates);
  if (optional.length > MAX_OPTIONAL) return best;
  for (let choice = 1; choice < 2 ** optional.length; choice++) {
    const out = optional.filter((_, i) => (choice & 2 ** i) !== 0);
    const option = applyCoupons(lines, candidates.filter((one) => !out.includes(one)));
    if (option.amount > best.amount) best = option;
  }
  return best;
}

/**
 * The coupons without which the others might take off more: product-scoped ones that
 * share some but not all of their lines with another, save the last two of them.
 *
 * Everything else only ever helps. What remains after a coupon never grows when its base
 * shrinks, so one that works on the same lines as those after it cannot do harm; nor can
 * the last, and nor can the last but one, since only the sum after the last counts.
 */
function optionalAmong(
  lines: readonly SubTotalLine[],
  candidates: readonly Candidate[],
): Candidate[] {
  const scoped = candidates.filter(isScoped).sort(byOrder);
  const covers = scoped.map(({ coupon }) => lines.map((line) => inScope(coupon, line.productId)));
  const overlapping = scoped.filter((_, a) =>
    covers.some((_, b) => overlapInPart(covers[a]!, covers[b]!))
  );
  return overlapping.slice(0, -2);
}

/** Whether two sets of lines meet and differ. */
function overlapInPart(one: readonly boolean[], other: readonly boolean[]): boolean {
  return one.some((covered, i) => covered && other[i]) &&
    one.some((covered, i) => covered !== other[i]);
}
