import type { CartLine } from "../cart/cart.ts";
import { type PlacedOrder, wasCancelled } from "./order.ts";
import { isAwaited } from "./payment.ts";
import { type CheckoutSession, type Choices, NO_BUYER } from "./session.ts";

/** The person that is removed from a session. */
interface Person {
  /** True if the session is this person's, so that all its personal data goes. */
  readonly isOwner: boolean;
  /** True for data that contains a number of the person. */
  readonly isMentioned: (value: unknown) => boolean;
  /** True for personal data that goes: all of the owner's, of others what contains the number. */
  readonly owns: (value: unknown) => boolean;
}

/** Returns the value of a field without a person. */
type Erase<Value> = (value: Value, person: Person) => Value;

/**
 * What a field is to an erasure: `goods` were ordered and `own` data are the shop's or the
 * program's, and both stay. Any other field is personal and says how a person leaves it.
 *
 * Every field has an entry, so that a new one does not compile until someone has chosen.
 */
type Fields<Thing> = { readonly [Key in keyof Thing]-?: "goods" | "own" | Erase<Thing[Key]> };

/** One object for all lines, because priced lines are compared by identity. */
const NO_PROPERTIES: CartLine["properties"] = {};

const lineWithout = <Line extends CartLine>(line: Line, { owns }: Person): Line =>
  owns(line.properties) ? { ...line, properties: NO_PROPERTIES } : line;

const CHOICES: Fields<Choices> = {
  claims: "goods",
  codes: "goods",
  address: (address, { owns }) => owns(address) ? null : address,
  shippingOption: "goods",
  method: "own",
  way: "own",
  coins: "own",
};

const ORDER: Fields<PlacedOrder> = {
  number: "own",
  placedAt: "own",
  late: "own",
  shortfall: "goods",
  salesRecorded: "own",
  cancellation: (cancellation, { owns }) =>
    cancellation !== null && owns(cancellation.reason)
      ? { ...cancellation, reason: null }
      : cancellation,
  refunds: (refunds, { owns }) =>
    refunds.map((one) =>
      owns(one.reason) || owns(one.failure) ? { ...one, reason: null, failure: null } : one
    ),
  disputes: "own",
};

/** What each field of a session is to an erasure. */
export const SESSION_FIELDS: Fields<CheckoutSession> = {
  id: "own",
  merchantId: "own",
  livemode: "own",
  version: (version) => version + 1,
  state: "own",
  countryCode: "own",
  currencyCode: "own",
  redirectUrl: (url, { isMentioned }) => isMentioned(url) ? "" : url,
  // The reference is not personal unless it contains the number.
  reference: (reference, { isMentioned }) => isMentioned(reference) ? null : reference,
  note: (note, { owns }) => owns(note) ? null : note,
  attributes: (attributes, { owns }) => owns(attributes) ? {} : attributes,
  lines: (lines, person) => lines.map((line) => lineWithout(line, person)),
  choices: (choices, person) => without(choices, CHOICES, person),
  // The id stays: coins need it, and it identifies no one.
  customer: (customer, { isOwner }) => customer && isOwner ? { ...customer, phone: "" } : customer,
  buyer: (buyer, { owns }) => owns(buyer) ? NO_BUYER : buyer,
  otp: (otp, { owns }) => owns(otp.challenge) ? { ...otp, challenge: null } : otp,
  wrongCodesAt: "own",
  payment: (payment, { owns }) =>
    payment !== null && owns(payment.failure) ? { ...payment, failure: null } : payment,
  order: (order, person) => order && without(order, ORDER, person),
  amountPaid: "own",
  collected: "own",
  onPage: "own",
  client: (client, { isOwner }) => isOwner ? null : client,
  recovery: (recovery, { isOwner }) => isOwner ? { ...recovery, closed: true } : recovery,
  priced: (priced, person) => ({
    ...priced,
    lines: priced.lines.map((line) => lineWithout(line, person)),
  }),
  createdAt: "own",
};

/**
 * Removes personal data from a session: phone, buyer, address and free texts. Amounts, goods,
 * coupons and payments stay, and so does the customer's id.
 *
 * @param phone E.164; in a session of another verified customer only the fields with this number
 *   are erased. Null: the person of the session, whoever it is
 */
export function withoutPerson(session: CheckoutSession, phone: string | null): CheckoutSession {
  const isOwner = phone === null || isOwnSession(session, phone);
  const mentions = (phone === null ? phonesOf(session) : [phone]).map(mentionOf);
  const isMentioned = (value: unknown) => {
    const text = JSON.stringify(value);
    return mentions.some((mention) => mention.test(text));
  };
  const owns = (value: unknown) => isOwner || isMentioned(value);
  return without(session, SESSION_FIELDS, { isOwner, isMentioned, owns });
}

/** True for a session of the person with this number, or of an unknown one. */
export function isOwnSession({ customer }: CheckoutSession, phone: string): boolean {
  return customer === null || customer.phone === "" || customer.phone === phone;
}

/**
 * True for an order whose money is still expected: a payment is under way, or cash is due that was
 * not recorded. Its person is needed until then.
 */
export function hasOpenPayment(session: CheckoutSession): boolean {
  const { order, payment, collected, amountPaid, priced: { totals } } = session;
  if (isAwaited(payment)) return true;
  return !wasCancelled(order) && collected === null && amountPaid < totals.totalPayable;
}

/** Keeps the fields of the table alone: what it does not know is not kept. */
function without<Thing extends object>(
  thing: Thing,
  fields: Fields<Thing>,
  person: Person,
): Thing {
  const left: Partial<Thing> = {};
  const keep = <Key extends keyof Thing>(key: Key) => {
    const field: "goods" | "own" | Erase<Thing[Key]> = fields[key];
    left[key] = typeof field === "function" ? field(thing[key], person) : thing[key];
  };
  for (const key in fields) keep(key);
  return left as Thing;
}

/** Numbers of the session's person. */
function phonesOf({ customer, choices, otp }: CheckoutSession): string[] {
  const phones = [customer?.phone, choices.address?.phone, otp.challenge?.phone];
  return phones.flatMap((phone) => phone ? [phone] : []);
}

/** Matches a phone number, but not a longer one that begins with it. */
function mentionOf(phone: string): RegExp {
  return new RegExp(`${RegExp.escape(phone)}(?![0-9])`);
}
