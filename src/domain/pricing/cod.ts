import type { CodRule } from "../shop/merchant.ts";
import type { Minor } from "../values/money.ts";
import { discountOn } from "./discounts.ts";

/** Data for the availability of cash on delivery. */
export interface CodContext {
  /** The cart after coupons. */
  readonly goods: Minor;
  readonly countryCode: string;
  /** True if the shop delivers there. */
  readonly served: boolean;
  readonly disabledByCoupon: boolean;
}

/** True if cash on delivery is offered for this cart (spec 2.4). */
export function isCodAvailable(rule: CodRule | null, context: CodContext): rule is CodRule {
  if (rule === null || context.disabledByCoupon || !context.served) return false;
  if (context.goods < rule.min || (rule.max !== null && context.goods > rule.max)) return false;
  return rule.countries.length === 0 || rule.countries.includes(context.countryCode);
}

/** Prepaid part of a cash-on-delivery order of this amount; 0 for none. */
export function prepaidPart(rule: CodRule, payable: Minor): Minor {
  return rule.prepaid === null ? 0 : discountOn(payable, rule.prepaid);
}
