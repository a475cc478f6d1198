import type { CoinProgram } from "../shop/merchant.ts";
import { type Minor, mulDivFloor, mulDivRound } from "../values/money.ts";
import type { CoinBalance, CoinUse } from "./model.ts";

/** Coins used for a cart and their discount. */
export interface Redemption {
  readonly use: CoinUse;
  readonly discount: Minor;
}

/**
 * Redeems coins on the amount after coupons and payment offers (spec 2.7).
 *
 * `redeemable` is the largest whole number of the customer's coins whose value fits `base`; no more
 * than that are used.
 */
export function priceCoins(
  base: Minor,
  program: CoinProgram | null,
  { balance, wanted }: {
    readonly balance: Omit<CoinBalance, "debt">;
    readonly wanted: number;
  },
): Redemption {
  const { available, processing } = balance;
  if (!hasCoins(program)) {
    return { use: { available: 0, redeemable: 0, used: 0, processing: 0 }, discount: 0 };
  }
  const { coinValue, baseCurrencyValue } = program;
  const redeemable = redeemableCoins(base, program, available);
  const used = Math.min(wanted, redeemable);
  // The value is at most the integer `base`, so rounding half up cannot exceed it.
  const discount = mulDivRound(used, baseCurrencyValue, coinValue);
  return { use: { available, redeemable, used, processing }, discount };
}

/** True for a program with coins. */
export function hasCoins(program: CoinProgram | null): program is CoinProgram {
  return program !== null && program.provider !== "NONE";
}

/** Largest whole number of coins, up to `available`, whose value fits `base`. */
export function redeemableCoins(
  base: Minor,
  program: CoinProgram | null,
  available: number,
): number {
  if (!hasCoins(program)) return 0;
  const { coinValue, baseCurrencyValue } = program;
  return Math.min(available, mulDivFloor(base, coinValue, baseCurrencyValue));
}
