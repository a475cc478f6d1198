import type { Address } from "../address.ts";
import { AppError, shown } from "../errors.ts";
import type { PaymentMethod } from "../merchant.ts";
import type { CheckoutSession } from "../session.ts";
import {
  type Decision,
  reprice,
  requireCustomer,
  type StepContext,
  transition,
  updated,
} from "./decision.ts";

/**
 * Sets where the order goes: prices shipping and judges cash on delivery anew.
 *
 * @throws {AppError} `error.address-not-serviceable` when the shop does not deliver there
 */
export function setAddress(
  session: CheckoutSession,
  address: Address,
  context: StepContext,
): Decision {
  const next = transition(session, "address.set");
  const priced = reprice({ ...next, choices: { ...next.choices, address } }, context);
  if (!priced.priced.serviceable) {
    throw new AppError(
      "error.address-not-serviceable",
      `The shop does not deliver there: ${shown(address.postalCode)}, ${address.countryCode}`,
    );
  }
  return updated(priced, "address");
}

/**
 * Chooses how to pay: the method's offer applies from then on.
 *
 * @throws {AppError} `error.cod-not-available`
 */
export function chooseMethod(
  session: CheckoutSession,
  method: PaymentMethod,
  context: StepContext,
): Decision {
  const next = transition(session, "method.choose");
  const priced = reprice({ ...next, choices: { ...next.choices, method } }, context);
  if (priced.choices.method !== method) {
    throw new AppError(
      "error.cod-not-available",
      "Cash on delivery is not available for this cart",
    );
  }
  return updated(priced, "payment-method");
}

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
      `At most ${redeemable} coins can be used on this cart: ${coins}`,
    );
  }
  return updated(priced, "coins");
}
