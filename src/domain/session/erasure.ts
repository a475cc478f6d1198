import type { CartLine } from "../cart/cart.ts";
import type { PlacedOrder } from "./order.ts";
import { type CheckoutSession, NO_BUYER } from "./session.ts";

/** Matches a phone number, but not a longer one that begins with it. */
function mentionOf(phone: string): RegExp {
  return new RegExp(`${RegExp.escape(phone)}(?![0-9])`);
}

/** One object for all lines, because priced lines are compared by identity. */
const NO_PROPERTIES: CartLine["properties"] = {};

/**
 * Removes personal data from a session: phone, buyer, address and free texts. Amounts, goods,
 * coupons and payments stay, and so does the customer's id, which coins need and which identifies no
 * one.
 *
 * In a session of another verified customer only the fields with the number are removed.
 *
 * @param phone E.164
 */
export function withoutPerson(session: CheckoutSession, phone: string): CheckoutSession {
  const { customer, buyer, choices: { address }, otp } = session;
  const { note, attributes, reference, redirectUrl, order } = session;
  const mention = mentionOf(phone);
  const isTheirs = isOwnSession(session, phone);
  const goes = (value: unknown) => isTheirs || mention.test(JSON.stringify(value));
  const stripped = <Line extends CartLine>(line: Line): Line =>
    goes(line.properties) ? { ...line, properties: NO_PROPERTIES } : line;
  return {
    ...session,
    version: session.version + 1,
    customer: customer !== null && isTheirs ? { ...customer, phone: "" } : customer,
    buyer: goes(buyer) ? NO_BUYER : buyer,
    recovery: isTheirs ? { ...session.recovery, closed: true } : session.recovery,
    choices: { ...session.choices, address: goes(address) ? null : address },
    otp: goes(otp.challenge) ? { ...otp, challenge: null } : otp,
    note: goes(note) ? null : note,
    attributes: goes(attributes) ? {} : attributes,
    order: order !== null && goes(order.cancellation?.reason) ? withoutReason(order) : order,
    // The reference is not personal unless it contains the number.
    reference: mention.test(reference ?? "") ? null : reference,
    redirectUrl: mention.test(redirectUrl) ? "" : redirectUrl,
    lines: session.lines.map(stripped),
    priced: { ...session.priced, lines: session.priced.lines.map(stripped) },
  };
}

function withoutReason(order: PlacedOrder): PlacedOrder {
  const { cancellation } = order;
  return { ...order, cancellation: cancellation && { ...cancellation, reason: null } };
}

/** True for a session of the person with this number, or of an unknown one. */
export function isOwnSession({ customer }: CheckoutSession, phone: string): boolean {
  return customer === null || customer.phone === "" || customer.phone === phone;
}
