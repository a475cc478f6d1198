import { type Coupon, type CouponRefusal, inScope, refusal, UNUSED } from "../coupon.ts";
import type { CouponId } from "../ids.ts";
import type { Minor } from "../money.ts";
import { applyTogether } from "./combination.ts";
import type { Candidate, Discounted, SubTotalLine } from "./discounts.ts";
import type { EnteredCode, Order, PricingRules } from "./model.ts";

/** Which coupons apply, and what the other choice would have been worth. */
export interface Selection {
  readonly chosen: Discounted;
  /** Codes that were entered but do not apply now, and why. */
  readonly refused: ReadonlyMap<CouponId, CouponRefusal>;
  /** What the entered codes take off, with those that join them. */
  readonly codesAmount: Minor;
  /** What the engine would take off without any code. */
  readonly automaticAmount: Minor;
}

/**
 * Chooses the coupons that apply together.
 *
 * Without codes the engine takes the better for the customer of the best single
 * automatic coupon and all combinable ones together. Codes, with the combinable
 * automatic ones where all of them combine, stand unless the engine's own choice
 * is worth more: then the codes rest until they are the better deal again.
 */
export function selectCoupons(
  order: Order,
  rules: PricingRules,
  { lines, now }: { readonly lines: readonly SubTotalLine[]; readonly now: number },
): Selection {
  const refusalOf = (coupon: Coupon) => couponRefusal(coupon, { order, rules, lines, now });
  const discounts = rules.coupons.filter((coupon) => coupon.gift === null);
  const automatic = discounts
    .filter((coupon) => coupon.applicationType === "AUTOMATIC" && refusalOf(coupon) === null)
    .map((coupon): Candidate => ({ coupon, appliedAt: 0, previousCode: null }));
  const { candidates: codes, refused } = enteredCandidates(order.codes, discounts, refusalOf);

  const apply = (set: readonly Candidate[]) => applyTogether(lines, set);
  const byEngine = bestAutomatic(automatic, apply);
  if (codes.length === 0) {
    return { chosen: byEngine, refused, codesAmount: 0, automaticAmount: byEngine.amount };
  }
  const joined = standing(codes).every(({ coupon }) => coupon.combine)
    ? [...standing(codes), ...automatic.filter(({ coupon }) => coupon.combine)]
    : standing(codes);
  const byCode = withoutIdle(joined, apply);
  return {
    chosen: byCode.amount >= byEngine.amount ? byCode : byEngine,
    refused,
    codesAmount: byCode.amount,
    automaticAmount: byEngine.amount,
  };
}

/** What {@link couponRefusal} judges in. */
export interface RefusalContext {
  readonly order: Order;
  readonly rules: PricingRules;
  readonly lines: readonly SubTotalLine[];
  readonly now: number;
}

/** Judges one coupon on the undiscounted paid lines in its scope. */
export function couponRefusal(
  coupon: Coupon,
  { order, rules, lines, now }: RefusalContext,
): CouponRefusal | null {
  let amount = 0;
  let quantity = 0;
  for (const line of lines) {
    if (!inScope(coupon, line.productId)) continue;
    amount += line.subTotal;
    quantity += line.quantity;
  }
  return refusal(coupon, { amount, quantity }, {
    now,
    usage: rules.usage.get(coupon.id) ?? UNUSED,
    customerKnown: order.customerKnown,
    atPayment: rules.atPayment,
    currency: order.currency,
  });
}

function enteredCandidates(
  codes: readonly EnteredCode[],
  coupons: readonly Coupon[],
  refusalOf: (coupon: Coupon) => CouponRefusal | null,
): { candidates: Candidate[]; refused: Map<CouponId, CouponRefusal> } {
  const candidates: Candidate[] = [];
  const refused = new Map<CouponId, CouponRefusal>();
  for (const { couponId, enteredAt, previousCode } of codes) {
    const coupon = coupons.find(({ id }) => id === couponId);
    if (coupon === undefined) continue;
    const reason = refusalOf(coupon);
    if (reason === null) candidates.push({ coupon, appliedAt: enteredAt, previousCode });
    else refused.set(couponId, reason);
  }
  return { candidates, refused };
}

/** Of entered codes that cannot stand together, the one that was asked for last stands. */
function standing(codes: readonly Candidate[]): readonly Candidate[] {
  const last = codes.reduce((a, b) => b.appliedAt >= a.appliedAt ? b : a);
  return last.coupon.combine ? codes.filter(({ coupon }) => coupon.combine) : [last];
}

function bestAutomatic(
  automatic: readonly Candidate[],
  apply: (set: readonly Candidate[]) => Discounted,
): Discounted {
  const combinable = automatic.filter(({ coupon }) => coupon.combine);
  const sets = [...automatic.map((candidate) => [candidate]), combinable];
  const options = sets.map((set) => withoutIdle(set, apply));
  return options.reduce((best, option) => isBetter(option, best) ? option : best, apply([]));
}

/** More off is better; of equals the one whose codes sort first. */
function isBetter(a: Discounted, b: Discounted): boolean {
  return a.amount === b.amount ? codesOf(a) < codesOf(b) : a.amount > b.amount;
}

function codesOf({ applied }: Discounted): string {
  return applied.map(({ candidate }) => candidate.coupon.code).sort().join("\n");
}

/** Applies a set; an automatic coupon that found nothing left to take off is not in force. */
function withoutIdle(
  set: readonly Candidate[],
  apply: (set: readonly Candidate[]) => Discounted,
): Discounted {
  const all = apply(set);
  const inForce = all.applied.filter(({ candidate, amount }) =>
    amount > 0 || candidate.coupon.applicationType === "CODE"
  );
  return { ...all, applied: inForce };
}
