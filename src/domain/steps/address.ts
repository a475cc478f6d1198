import {
  type Decision,
  reprice,
  type StepContext,
  transition,
  updated,
} from "../decision/decision.ts";
import { AppError, shown } from "../errors.ts";
import type { Address, Buyer, CheckoutSession } from "../session/session.ts";

/**
 * Sets the delivery address, which determines shipping and cash on delivery.
 *
 * @throws {AppError} `error.address-not-serviceable` if the shop does not deliver there
 */
export function setAddress(
  session: CheckoutSession,
  address: Address,
  context: StepContext,
): Decision {
  return withAddress(session, { address, buyer: buyerWith(session, address) }, context);
}

/**
 * {@link setAddress} for the address that the customer entered: its name becomes that of the buyer
 * like its e-mail, because the form has one name.
 *
 * @throws {AppError} as {@link setAddress}
 */
export function enterAddress(
  session: CheckoutSession,
  address: Address,
  context: StepContext,
): Decision {
  const { buyer, choices } = session;
  const isOwn = buyer.name !== null && buyer.name !== choices.address?.name;
  const name = isOwn ? buyer.name : address.name;
  const entered = { ...buyerWith(session, address), name };
  return withAddress(session, { address, buyer: entered }, context);
}

function withAddress(
  session: CheckoutSession,
  { address, buyer }: { readonly address: Address; readonly buyer: Buyer },
  context: StepContext,
): Decision {
  const next = { ...transition(session, "address.set"), buyer };
  const priced = reprice({ ...next, choices: { ...next.choices, address } }, context);
  if (!priced.priced.serviceable) {
    throw new AppError(
      "error.address-not-serviceable",
      `The shop does not deliver to this address: ${
        shown(address.postalCode)
      }, ${address.countryCode}`,
    );
  }
  return updated(priced, "address");
}

/** An empty e-mail of the buyer, or that of the previous address, becomes that of the new one. */
function buyerWith({ buyer, choices }: CheckoutSession, { email }: Address): Buyer {
  const isOwn = buyer.email !== null && buyer.email !== choices.address?.email;
  return isOwn || email === null ? buyer : { ...buyer, email };
}
