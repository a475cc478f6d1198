import type { CartLine } from "../cart/cart.ts";
import { compareInt64 } from "../ids.ts";
import { type Coupon, inScope } from "../shop/coupon.ts";
import type { Discount } from "../shop/merchant.ts";
import { MAX_MINOR, type Minor, mulDivFloor, share } from "../values/money.ts";

/** A coupon that passed its eligibility, with what its place in the order depends on. */
export interface Candidate {
  readonly coupon: Coupon;
  /** When the customer entered it; 0 for one the engine applies. */
  readonly appliedAt: number;
  readonly previousCode: string | null;
}

/** Effect of a sequence of coupons on a cart. */
export interface Discounted {
  readonly applied: readonly {
    readonly candidate: Candidate;
    readonly amount: Minor;
    readonly cartAfter: Minor;
  }[];
  /** Discount of each line, in the order of the lines. */
  readonly lineDiscounts: readonly Minor[];
  readonly amount: Minor;
}

/** Amount of a discount on `base`: rounded once, then capped, never more than `base`. */
export function discountOn(base: Minor, discount: Discount): Minor {
  const amount = discount.type === "PERCENTAGE" ? share(base, discount.rate) : discount.amount;
  return Math.min(amount, base, discount.cap ?? Infinity);
}

/** A line of the cart with its price before discounts. */
export type SubTotalLine = CartLine & { readonly subTotal: Minor };

/** Lines that coupons act on. */
export interface DiscountableCart {
  readonly lines: readonly SubTotalLine[];
  /** Place of each line among the cart's goods, see {@link ranksOf}. */
  readonly ranks: readonly number[];
}

/** Lines before any coupon. */
export function undiscounted(lines: readonly SubTotalLine[]): Discounted {
  return { applied: [], lineDiscounts: lines.map(() => 0), amount: 0 };
}

/** Applies one more coupon, to what the earlier ones left. */
export function applyNext(
  { lines, ranks }: DiscountableCart,
  before: Discounted,
  candidate: Candidate,
): Discounted {
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
 * Applies coupons one after another, each on what the earlier ones left; those that find
 * nothing to take off are left out.
 *
 * The order is: product-scoped before cart-wide, then by time of application,
 * then by code; the order of `candidates` plays no part.
 */
export function applyCoupons(
  cart: DiscountableCart,
  candidates: readonly Candidate[],
): Discounted {
  return [...candidates].sort(byOrder).reduce((before, candidate) => {
    const after = applyNext(cart, before, candidate);
    return after.amount > before.amount ? after : before;
  }, undiscounted(cart.lines));
}

/**
 * Spreads an amount over weights by largest remainder. No part exceeds its weight as long
 * as `amount` does not exceed their sum.
 *
 * @param ranks settle ties: the smaller rank first, then the larger weight; the place of a
 *   weight plays no part beyond them
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
  // Exact remainders: amount x weight can leave 2^53.
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
 * The place of each line in the one order of a cart's goods, by product, variant, price,
 * quantity and taxable: moving lines within the cart changes no rank, and lines that are equal
 * in all of these share one.
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

/** True if the coupon acts on some products only. */
export function isScoped({ coupon }: Candidate): boolean {
  return coupon.productIds.length > 0;
}

/** Coupons in the order they apply in. */
export function byOrder(a: Candidate, b: Candidate): number {
  const scoped = Number(isScoped(b)) - Number(isScoped(a));
  if (scoped !== 0) return scoped;
  if (a.appliedAt !== b.appliedAt) return a.appliedAt - b.appliedAt;
  return a.coupon.code < b.coupon.code ? -1 : 1;
}
