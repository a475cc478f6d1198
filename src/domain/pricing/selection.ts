import { type Coupon, type CouponRefusal, inScope, refusal, UNUSED } from "../shop/coupon.ts";
import {
  applyTogether,
  compareOptions,
  type CouponOption,
  type JudgedCart,
} from "./combination.ts";
import {
  applyCoupons,
  type Candidate,
  type CouponDiscounts,
  ranksOf,
  type SubTotalLine,
  undiscounted,
} from "./discounts.ts";
import type { Order, PricingRules, RestingCoupon } from "./model.ts";
import { type CheckedCode, restingCoupons } from "./resting.ts";

/** The coupons that apply, and the entered codes that do not. */
export interface Selection {
  readonly chosen: CouponDiscounts;
  readonly resting: readonly RestingCoupon[];
}

/** Criteria for choosing coupons. */
export interface SelectionContext {
  readonly lines: readonly SubTotalLine[];
  readonly now: number;
  /** Amount to pay with these coupons. */
  readonly costOf: JudgedCart["costOf"];
}

/**
 * Chooses the coupons that apply together.
 *
 * Without codes: the option with the lowest cost among no coupon, each automatic coupon alone, and
 * the combinable ones together. With codes: the codes, with the combinable automatic coupons if all
 * combine, unless automatic coupons alone are cheaper; then the codes do not apply until they are
 * the better option again. Combining codes also compete with no coupon; a code that does not
 * combine was asked for and competes with other coupons only.
 */
export function selectCoupons(
  order: Order,
  rules: PricingRules,
  { lines, now, costOf }: SelectionContext,
): Selection {
  const refusalOf = (coupon: Coupon) => couponRefusal(coupon, { order, rules, lines, now });
  const automatic = rules.coupons
    .filter((coupon) =>
      coupon.gift === null && coupon.applicationType === "AUTOMATIC" && refusalOf(coupon) === null
    )
    .map((coupon): Candidate => ({ coupon, appliedAt: 0, previousCode: null }));
  const entered = enteredCodes(order, rules, refusalOf);
  const codes = entered.flatMap(({ candidate, refusal }) =>
    refusal === null && candidate.coupon.gift === null ? [candidate] : []
  );

  if (automatic.length === 0 && entered.length === 0) {
    return { chosen: undiscounted(lines), resting: [] };
  }
  const cart = { lines, ranks: ranksOf(lines), costOf };
  const none = optionOf(cart, []);
  const byEngine = bestAutomatic(cart, automatic, none);
  const standing = standingCodes(codes);
  const joined = standing.every(({ coupon }) => coupon.combine)
    ? [...standing, ...automatic.filter(({ coupon }) => coupon.combine)]
    : standing;
  // A code that does not combine competes with other coupons only, not with none.
  const standsAlone = joined === standing;
  const byCode = standing.length === 0
    ? none
    : standsAlone
    ? optionOf(cart, standing)
    : applyTogether(cart, joined);
  const isRivalled = !standsAlone || byEngine.discounted.applied.length > 0;
  const codeStands = (!isRivalled || byCode.cost <= byEngine.cost) &&
    byCode.discounted.applied.some(({ candidate }) => standing.includes(candidate));
  const chosen = codeStands ? byCode : byEngine;
  const resting = entered.length === 0 ? [] : restingCoupons(entered, {
    standing,
    chosen,
    none,
    all: optionOf(cart, joined),
    currency: order.currency,
  });
  return { chosen: chosen.discounted, resting };
}

/** Context of {@link couponRefusal}. */
export interface RefusalContext {
  readonly order: Order;
  readonly rules: PricingRules;
  readonly lines: readonly SubTotalLine[];
  readonly now: number;
}

/** Checks a coupon against the undiscounted paid lines in its scope. */
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

/** Entered codes with the reason why each cannot be used; missing coupons are skipped. */
function enteredCodes(
  { codes }: Order,
  { coupons }: PricingRules,
  refusalOf: (coupon: Coupon) => CouponRefusal | null,
): CheckedCode[] {
  return codes.flatMap(({ couponId, enteredAt, previousCode }) => {
    const coupon = coupons.find(({ id }) => id === couponId);
    if (coupon === undefined) return [];
    const candidate = { coupon, appliedAt: enteredAt, previousCode };
    return [{ candidate, refusal: refusalOf(coupon) }];
  });
}

/** Of codes that do not combine, the last one entered applies. */
function standingCodes(codes: readonly Candidate[]): readonly Candidate[] {
  const [first, ...rest] = codes;
  if (first === undefined) return [];
  const last = rest.reduce((a, b) => b.appliedAt >= a.appliedAt ? b : a, first);
  return last.coupon.combine ? codes.filter(({ coupon }) => coupon.combine) : [last];
}

function bestAutomatic(
  cart: JudgedCart,
  automatic: readonly Candidate[],
  none: CouponOption,
): CouponOption {
  const combinable = automatic.filter(({ coupon }) => coupon.combine);
  const options = [
    ...automatic.map((candidate) => optionOf(cart, [candidate])),
    ...(combinable.length > 1 ? [applyTogether(cart, combinable)] : []),
  ];
  return options.reduce((best, option) => isBetter(option, best) ? option : best, none);
}

/** Compares cost, then uses, then discount, then codes. */
function isBetter(a: CouponOption, b: CouponOption): boolean {
  const order = compareOptions(a, b);
  return order === 0 ? codesOf(a) < codesOf(b) : order < 0;
}

function codesOf({ discounted: { applied } }: CouponOption): string {
  return applied.map(({ candidate }) => candidate.coupon.code).sort().join("\n");
}

/** The option of exactly these coupons. */
function optionOf(cart: JudgedCart, candidates: readonly Candidate[]): CouponOption {
  const discounted = applyCoupons(cart, candidates);
  return { discounted, cost: cart.costOf(discounted) };
}
