import type { TaxRule } from "../shop/merchant.ts";
import { type Minor, mulDivRound, PPM_ONE } from "../values/money.ts";

/**
 * The tax of one line, rounded half up per line: the part of `amount` that is tax
 * when prices include it, what comes on top when they do not.
 */
export function lineTax(amount: Minor, taxable: boolean, { rate, included }: TaxRule): Minor {
  if (!taxable) return 0;
  return mulDivRound(amount, rate, included ? PPM_ONE + rate : PPM_ONE);
}
