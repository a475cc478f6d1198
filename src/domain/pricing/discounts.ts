import type { CartLine } from "../cart.ts";
import { type Coupon, inScope } from "../coupon.ts";
import type { Discount } from "../merchant.ts";
import { type Minor, mulDivFloor, share } from "../money.ts";

/** A coupon that passed its eligibility, with what its place in the order depends on. */
export interface Candidate {
  readonly coupon: Coupon;
  /** When the customer entered it; 0 for one the engine applies. */
  readonly appliedAt: number;
  readonly previousCode: string | null;
}

/** What a sequence of coupons did to a cart. */
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

/** What a discount takes off `base`: rounded once, then capped, never more than `base`. */
export function discountOn(base: Minor, discount: Discount): Minor {
  const amount = discount.type === "PERCENTAGE" ? share(base, discount.rate) : discount.amount;
  return Math.min(amount, base, discount.cap ?? Infinity);
}

/**
 * Applies coupons one after another, each on what the earlier ones left.
 *
 * The order is: product-scoped before cart-wide, then by time of application,
 * then by code; the order of `candidates` plays no part.
 */
export function applyCoupons(
  lines: readonly (CartLine & { readonly subTotal: Minor })[],
  candidates: readonly Candidate[],
): Discounted {
  const remaining = lines.map((line) => line.subTotal);
  let cartAfter = remaining.reduce((sum, amount) => sum + amount, 0);
  const before = cartAfter;
  const applied = [...candidates].sort(byOrder).map((candidate) => {
    const { coupon } = candidate;
    const weights = remaining.map((amount, i) => inScope(coupon, lines[i]!.productId) ? amount : 0);
    const base = weights.reduce((sum, amount) => sum + amount, 0);
    const amount = discountOn(base, coupon.discount);
    allocate(amount, weights).forEach((part, i) => remaining[i]! -= part);
    cartAfter -= amount;
    return { candidate, amount, cartAfter };
  });
  return {
    applied,
    lineDiscounts: lines.map((line, i) => line.subTotal - remaining[i]!),
    amount: before - cartAfter,
  };
}

/**
 * Spreads an amount over weights by largest remainder, ties to the earlier one.
 * No part exceeds its weight as long as `amount` does not exceed their sum.
 */
export function allocate(amount: Minor, weights: readonly number[]): Minor[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (amount === 0 || whole === 0) return weights.map(() => 0);
  const parts = weights.map((weight) => mulDivFloor(amount, weight, whole));
  let left = amount - parts.reduce((sum, part) => sum + part, 0);
  // Exact remainders: amount x weight can leave 2^53.
  const remainders = weights.map((weight, i) =>
    BigInt(amount) * BigInt(weight) - BigInt(parts[i]!) * BigInt(whole)
  );
  const byRemainder = weights.map((_, i) => i).sort((a, b) =>
    remainders[a] === remainders[b] ? a - b : remainders[a]! > remainders[b]! ? -1 : 1
  );
  for (const i of byRemainder) {
    if (left === 0) break;
    parts[i]! += 1;
    left -= 1;
  }
  return parts;
}

function byOrder(a: Candidate, b: Candidate): number {
  const scoped = Number(b.coupon.productIds.length > 0) - Number(a.coupon.productIds.length > 0);
  if (scoped !== 0) return scoped;
  if (a.appliedAt !== b.appliedAt) return a.appliedAt - b.appliedAt;
  return a.coupon.code < b.coupon.code ? -1 : 1;
}
