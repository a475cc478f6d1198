import {
  type Decision,
  reprice,
  type StepContext,
  transition,
  updated,
} from "../decision/decision.ts";
import { AppError, got, invalid } from "../errors.ts";
import type { CheckoutSession } from "../session/session.ts";

/**
 * Chooses one of the shipping options for the address.
 *
 * @param id of the option
 * @throws {AppError} `error.address-required`; `error.address-not-serviceable` if the shop no longer
 *   delivers there; `error.invalid-request` for an option that it does not have there
 */
export function chooseShippingOption(
  session: CheckoutSession,
  id: string,
  context: StepContext,
): Decision {
  const next = transition(session, "shipping_option.choose");
  if (session.choices.address === null) {
    throw new AppError("error.address-required", "Set an address before the shipping option");
  }
  const choices = { ...next.choices, shippingOption: id };
  const { priced, ...chosen } = reprice({ ...next, choices }, context);
  if (!priced.serviceable) {
    throw new AppError(
      "error.address-not-serviceable",
      "The shop no longer delivers to this address",
    );
  }
  if (priced.shippingOption !== id) {
    const ids = priced.shippingOptions.map((option) => option.id).join(", ");
    throw invalid(`data.id must be one of ${ids}, ${got(id)}`);
  }
  return updated({ ...chosen, priced }, "shipping-option");
}
