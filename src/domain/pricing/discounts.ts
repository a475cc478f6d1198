import type { CartLine } from "../cart/cart.ts";
import { compareInt64 } from "../ids.ts";
import { type Coupon, inScope } from "../shop/coupon.ts";
import type { Discount } from "../shop/merchant.ts";
import { MAX_MINOR, type Minor, mulDivFloor, share } from "../values/money.ts";

/** An eligible coupon with the data for its order. */
export interface Candidate {
  readonly coupon: Coupon;
  /** Time of entry; 0 for an automatic coupon. */
  readonly appliedAt: number;
  readonly previousCode: string | null;
}

/** Discounts of a sequence of coupons. */
export interface CouponDiscounts {
  readonly applied: readonly {
    readonly candidate: Candidate;
    readonly amount: Minor;
    readonly cartAfter: Minor;
  }[];
  /** Discount of each line, in the order of the lines. */
  readonly lineDiscounts: readonly Minor[];
  readonly amount: Minor;
}

/** Amount of a discount on `base`: rounded once, capped, at most `base`. */
export function discountOn(base: Minor, discount: Discount): Minor {
  const amount = discount.type === "PERCENTAGE" ? share(base, discount.rate) : discount.amount;
  return Math.min(amount, base, discount.cap ?? Infinity);
}

/** A line of the cart with its price before discounts. */
export type SubTotalLine = CartLine & { readonly subTotal: Minor };

/** Lines that coupons act on. */
export interface DiscountableCart {
  readonly lines: readonly SubTotalLine[];
  /** Rank of each line among the goods, see {@link ranksOf}. */
  readonly ranks: readonly number[];
}

/** Lines before any coupon. */
export function undiscounted(lines: readonly SubTotalLine[]): CouponDiscounts {
  return { applied: [], lineDiscounts: lines.map(() => 0), amount: 0 };
}

/** Applies a coupon to what the earlier ones left. */
export function applyNext(
  { lines, ranks }: DiscountableCart,
  before: CouponDiscounts,
  candidate: Candidate,
): CouponDiscounts {
  const { coupon } = candidate;
  const weights = lines.map((line, i) =>
    inScope(coupon, line.productId) ? line.subTotal - before.lineDiscounts[i]! : 0
  );
  const amount = discountOn(sumOf(weights), coupon.discount);
  const parts = allocate(amount, weights, ranks);
  const cartAfter = sumOf(lines.map((line) => line.subTotal)) - before.amount - amount;
  return {
    applied: [...before.applied, { candidate, amount, cartAfter }],
    lineDiscounts: before.lineDiscounts.map((discount, i) => discount + parts[i]!),
    amount: before.amount + amount,
  };
}

/**
 * Applies coupons one after another, each to what the earlier ones left; coupons without a discount
 * are skipped.
 *
 * Order: product-scoped before cart-wide, then by time, then by code, regardless of the order of
 * `candidates`.
 */
export function applyCoupons(
  cart: DiscountableCart,
  candidates: readonly Candidate[],
): CouponDiscounts {
  return [...candidates].sort(byOrder).reduce((before, candidate) => {
    const after = applyNext(cart, before, candidate);
    return after.amount > before.amount ? after : before;
  }, undiscounted(cart.lines));
}

/**
 * Allocates an amount over weights by largest remainder. No part exceeds its weight if `amount` is
 * at most their sum.
 *
 * @param ranks break ties: smaller rank first, then larger weight
 */
export function allocate(
  amount: Minor,
  weights: readonly number[],
  ranks: readonly number[],
): Minor[] {
  const whole = sumOf(weights);
  if (amount === 0 || whole === 0) return weights.map(() => 0);
  const parts = weights.map((weight) => mulDivFloor(amount, weight, whole));
  let left = amount - sumOf(parts);
  if (left === 0) return parts;
  // Exact remainders: amount x weight can exceed 2^53.
  const remainders = amount * whole <= MAX_MINOR
    ? weights.map((weight, i) => amount * weight - parts[i]! * whole)
    : weights.map((weight, i) =>
      BigInt(amount) * BigInt(weight) - BigInt(parts[i]!) * BigInt(whole)
    );
  const byRemainder = weights.map((_, i) => i).sort((a, b) => {
    if (remainders[a] !== remainders[b]) return remainders[a]! > remainders[b]! ? -1 : 1;
    return ranks[a]! - ranks[b]! || weights[b]! - weights[a]!;
  });
  for (const i of byRemainder) {
    if (left === 0) break;
    parts[i]! += 1;
    left -= 1;
  }
  return parts;
}

/**
 * Rank of each line by product, variant, price, quantity and taxable. Moving lines changes no rank,
 * and lines equal in all of these share one.
 */
export function ranksOf(lines: readonly CartLine[]): number[] {
  const order = lines.map((_, i) => i).sort((a, b) => compareGoods(lines[a]!, lines[b]!));
  const ranks = lines.map(() => 0);
  let rank = 0;
  order.forEach((line, i) => {
    if (i > 0 && compareGoods(lines[order[i - 1]!]!, lines[line]!) !== 0) rank += 1;
    ranks[line] = rank;
  });
  return ranks;
}

function compareGoods(a: CartLine, b: CartLine): number {
  return compareInt64(a.productId, b.productId) ||
    compareInt64(a.variantId, b.variantId) ||
    a.unitPrice - b.unitPrice ||
    a.quantity - b.quantity ||
    Number(b.taxable) - Number(a.taxable);
}

function sumOf(amounts: readonly Minor[]): Minor {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

/** True for a coupon on certain products. */
export function isScoped({ coupon }: Candidate): boolean {
  return coupon.productIds.length > 0;
}

/** Compares coupons by the order in which they apply. */
export function byOrder(a: Candidate, b: Candidate): number {
  const scoped = Number(isScoped(b)) - Number(isScoped(a));
  if (scoped !== 0) return scoped;
  if (a.appliedAt !== b.appliedAt) return a.appliedAt - b.appliedAt;
  return a.coupon.code < b.coupon.code ? -1 : 1;
}
