import type { CouponRefusal } from "../shop/coupon.ts";
import { type Currency, formatMajor, type Minor } from "../values/money.ts";
import type { CouponOption } from "./combination.ts";
import type { Candidate } from "./discounts.ts";
import type { RestingCoupon } from "./model.ts";

/** An entered code with the reason why it cannot be used; null if it can. */
export interface CheckedCode {
  readonly candidate: Candidate;
  readonly refusal: CouponRefusal | null;
}

/** Options of a choice of coupons. */
export interface Choice {
  /** Codes that can apply together. */
  readonly standing: readonly Candidate[];
  /** The coupons that apply. */
  readonly chosen: CouponOption;
  readonly none: CouponOption;
  /** Those codes with all coupons that combine with them, whatever the cost. */
  readonly all: CouponOption;
  readonly currency: Currency;
}

/**
 * Entered codes that do not apply, each with its reason. A gift code takes nothing off and is
 * listed only if it cannot be used.
 */
export function restingCoupons(entered: readonly CheckedCode[], choice: Choice): RestingCoupon[] {
  const inForce = choice.chosen.discounted.applied.map(({ candidate }) => candidate);
  return entered.flatMap(({ candidate, refusal }) => {
    const { id: couponId, code, gift } = candidate.coupon;
    if (refusal === null && (gift !== null || inForce.includes(candidate))) return [];
    const why = refusal ?? whyNot(candidate, choice);
    return [{ couponId, code, reason: why.code, message: why.message }];
  });
}

function whyNot(candidate: Candidate, choice: Choice): CouponRefusal {
  const { standing, chosen, none, all, currency } = choice;
  const { code } = candidate.coupon;
  const money = (amount: Minor) => formatMajor(amount, currency);
  if (!standing.includes(candidate)) {
    const others = standing.map(({ coupon }) => coupon.code).join(", ");
    return {
      code: "error.coupon-not-eligible",
      message: `${code} cannot be used together with ${others}`,
    };
  }
  const notBetter = (message: string): CouponRefusal => ({
    code: "error.coupon-not-better",
    message: `${code} ${message}`,
  });
  const takes = all.discounted.applied.some((one) => one.candidate === candidate);
  if (!takes) return notBetter("would take nothing off this cart");
  if (all.cost === chosen.cost) return notBetter("would not lower what you pay");
  if (all.cost >= none.cost) {
    return notBetter(`would add ${money(all.cost - chosen.cost)} to what you pay`);
  }
  const [own, other] = [all, chosen].map(({ cost }) => money(none.cost - cost));
  return notBetter(`would save you ${own}, less than the ${other} you already save`);
}
