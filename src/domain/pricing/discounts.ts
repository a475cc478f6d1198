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

/** A line of the cart with its price before discounts. */
export type SubTotalLine = CartLine & { readonly subTotal: Minor };

/**
 * Applies coupons one after another, each on what the earlier ones left.
 *
 * The order is: product-scoped before cart-wide, then by time of application,
 * then by code; the order of `candidates` plays no part.
 */
export function applyCoupons(
  lines: readonly SubTotalLine[],
  candidates: readonly Candidate[],
): Discounted {
  const remaining = lines.map((line) => line.subTotal);
  let cartAfter = remaining.reduce((sum, amount) => sum + amount, 0);
  const before = cartAfter;
  const ordered = [...candidates].sort(byOrder);
  const applied = ordered.map((candidate, place) => {
    const { coupon } = candidate;
    const weights = remaining.map((amount, i) => inScope(coupon, lines[i]!.productId) ? amount : 0);
    const base = weights.reduce((sum, amount) => sum + amount, 0);
    const amount = discountOn(base, coupon.discount);
    // While a scoped coupon is still to come, the line that a tied unit falls on decides what
    // that one finds: by the order of the cart, moving a line would change the total.
    const next = ordered[place + 1];
    const ties = next !== undefined && isScoped(next) ? orderOfGoods(lines) : undefined;
    allocate(amount, weights, ties).forEach((part, i) => remaining[i]! -= part);
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
 *
 * @param order the weights' indexes, the one that counts as earlier first; as given when left out
 */
export function allocate(
  amount: Minor,
  weights: readonly number[],
  order: readonly number[] = weights.map((_, i) => i),
): Minor[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (amount === 0 || whole === 0) return weights.map(() => 0);
  const parts = weights.map((weight) => mulDivFloor(amount, weight, whole));
  let left = amount - parts.reduce((sum, part) => sum + part, 0);
  // Exact remainders: amount x weight can leave 2^53.
  const remainders = weights.map((weight, i) =>
    BigInt(amount) * BigInt(weight) - BigInt(parts[i]!) * BigInt(whole)
  );
  // A stable sort: equal remainders stay in the order given.
  const byRemainder = [...order].sort((a, b) =>
    remainders[a] === remainders[b] ? 0 : remainders[a]! > remainders[b]! ? -1 : 1
  );
  for (const i of byRemainder) {
    if (left === 0) break;
    parts[i]! += 1;
    left -= 1;
  }
  return parts;
}

/** Whether the coupon acts on some products only. */
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

/**
 * Indexes of lines in an order that moving lines within the cart does not change:
 * what is equal in product and amount is the same to every coupon.
 */
function orderOfGoods(lines: readonly SubTotalLine[]): number[] {
  return lines.map((_, i) => i).sort((a, b) => {
    const [one, other] = [lines[a]!, lines[b]!];
    if (one.productId === other.productId) return one.subTotal - other.subTotal;
    return one.productId < other.productId ? -1 : 1;
  });
}
