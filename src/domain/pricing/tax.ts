import type { TaxRule } from "../shop/merchant.ts";
import { type Minor, mulDivRound, PPM_ONE } from "../values/money.ts";

/**
 * Tax of a line, rounded half up: contained in `amount` if prices include tax, else added to it.
 */
export function lineTax(amount: Minor, taxable: boolean, { rate, included }: TaxRule): Minor {
  if (!taxable) return 0;
  return mulDivRound(amount, rate, included ? PPM_ONE + rate : PPM_ONE);
}
