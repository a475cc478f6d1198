import type { CoinProgram } from "../shop/merchant.ts";
import { type Minor, mulDivFloor, mulDivRound } from "../values/money.ts";
import type { CoinBalance, CoinUse } from "./model.ts";

/** Coins on a cart and what they take off. */
export interface Redemption {
  readonly use: CoinUse;
  readonly discount: Minor;
}

/**
 * Redeems coins on what coupons and payment offers left (spec 2.7).
 *
 * `redeemable` is the largest whole number of coins that the customer holds and
 * whose value fits `base`; of the wanted ones no more than that are used.
 */
export function priceCoins(
  base: Minor,
  program: CoinProgram | null,
  { balance, wanted }: { readonly balance: CoinBalance; readonly wanted: number },
): Redemption {
  const { available, processing } = balance;
  if (program === null || program.provider === "NONE") {
    return { use: { available: 0, redeemable: 0, used: 0, processing: 0 }, discount: 0 };
  }
  const { coinValue, baseCurrencyValue } = program;
  const redeemable = redeemableCoins(base, program, available);
  const used = Math.min(wanted, redeemable);
  // used x value is at most base, an integer, so rounding half up cannot exceed it.
  const discount = mulDivRound(used, baseCurrencyValue, coinValue);
  return { use: { available, redeemable, used, processing }, discount };
}

/** The largest whole number of coins out of `available` whose value fits `base`. */
export function redeemableCoins(
  base: Minor,
  program: CoinProgram | null,
  available: number,
): number {
  if (program === null || program.provider === "NONE") return 0;
  const { coinValue, baseCurrencyValue } = program;
  return Math.min(available, mulDivFloor(base, coinValue, baseCurrencyValue));
}
