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
 * @throws {AppError} `error.customer-required`; `error.coins-not-available` when more
 *   are asked for than the customer holds or the cart takes
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
