import type { CartLine } from "../cart/cart.ts";
import type { CheckoutSession } from "./session.ts";

/** Where a phone number stands in a text, and not one that only begins with the same digits. */
function mentionOf(phone: string): RegExp {
  return new RegExp(`${RegExp.escape(phone)}(?![0-9])`);
}

/** One object for all lines: what is stored of a priced line is compared by it. */
const NO_PROPERTIES: CartLine["properties"] = {};

/**
 * A session without a person: without phone and address, and without what somebody wrote freely.
 * Amounts, goods, coupons and payments stay, and so does the customer's id, which leads to nobody
 * and by which coins are settled.
 *
 * Of a session that another verified customer has, only what holds the number goes.
 *
 * @param phone E.164
 */
export function withoutPerson(session: CheckoutSession, phone: string): CheckoutSession {
  const { customer, choices: { address }, otp, note, attributes, reference, redirectUrl } = session;
  const mention = mentionOf(phone);
  const isTheirs = isOwnSession(session, phone);
  const goes = (value: unknown) => isTheirs || mention.test(JSON.stringify(value));
  const stripped = <Line extends CartLine>(line: Line): Line =>
    goes(line.properties) ? { ...line, properties: NO_PROPERTIES } : line;
  return {
    ...session,
    version: session.version + 1,
    customer: customer !== null && isTheirs ? { ...customer, phone: "" } : customer,
    choices: { ...session.choices, address: goes(address) ? null : address },
    otp: goes(otp.challenge) ? { ...otp, challenge: null } : otp,
    note: goes(note) ? null : note,
    attributes: goes(attributes) ? {} : attributes,
    // The shop's own name for the order is no person's, unless it was made of the number.
    reference: mention.test(reference ?? "") ? null : reference,
    redirectUrl: mention.test(redirectUrl) ? "" : redirectUrl,
    lines: session.lines.map(stripped),
    priced: { ...session.priced, lines: session.priced.lines.map(stripped) },
  };
}

/** True if a session is of the person with this number, as far as it is known whose it is. */
export function isOwnSession({ customer }: CheckoutSession, phone: string): boolean {
  return customer === null || customer.phone === "" || customer.phone === phone;
}
