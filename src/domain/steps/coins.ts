import {
  type Decision,
  reprice,
  requireCustomer,
  type StepContext,
  transition,
  updated,
} from "../decision/decision.ts";
import { AppError } from "../errors.ts";
import type { CheckoutSession } from "../session/session.ts";

/**
 * Uses coins of the verified customer; 0 uses none.
 *
 * @throws {AppError} `error.customer-required`; `error.coins-not-available` for more coins than the
 *   customer has or the cart allows
 */
export function redeemCoins(
  session: CheckoutSession,
  coins: number,
  context: StepContext,
): Decision {
  const next = transition(session, "coins.redeem");
  if (coins > 0) requireCustomer(session);
  const priced = reprice({ ...next, choices: { ...next.choices, coins } }, context);
  const { used, redeemable } = priced.priced.coins;
  if (used < coins) {
    throw new AppError(
      "error.coins-not-available",
      `At most ${redeemable} coins can be used on this cart, got ${coins}`,
    );
  }
  return updated(priced, "coins");
}
