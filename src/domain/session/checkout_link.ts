import { AppError } from "../errors.ts";
import type { SessionId } from "../ids.ts";
import type { Payment } from "./payment.ts";
import type { PaymentReturn } from "./payment_return.ts";
import { type CheckoutSession, NO_BUYER } from "./session.ts";

/** Time for which a link opens its session. */
export const LINK_LIFETIME_MS = 86_400_000;

/**
 * What a link does not show, because its holder may be another person than who entered it: the
 * address with the buyer, or also the customer, whose phone must be verified again.
 */
export const HIDDEN_PARTS = ["address", "person"] as const;
/** One of {@link HIDDEN_PARTS}. */
export type HiddenPart = (typeof HIDDEN_PARTS)[number];

/** The link to the checkout page of a session; only the hash of its token is stored. */
export interface CheckoutLink {
  readonly sessionId: SessionId;
  /** SHA-256 of the token, lower-case hexadecimal. */
  readonly tokenHash: string;
  readonly createdAt: number;
  /** Null if it shows all: its holder has entered it, or the shop vouches for them. */
  readonly hides: HiddenPart | null;
}

/**
 * Time at which a link ends: a day after it was made, and a day after a manual payment was due, so
 * that the customer finds its instructions and its result. A cancelled one has neither.
 *
 * @param payment the session's latest
 */
export function linkEndsAt(
  { createdAt }: Pick<CheckoutLink, "createdAt">,
  payment: Pick<Payment, "dueAt" | "status"> | null = null,
): number {
  const dueAt = payment?.status === "FAILED" ? null : payment?.dueAt;
  return Math.max(createdAt, dueAt ?? 0) + LINK_LIFETIME_MS;
}

/** A session as before an address was entered, so that nothing of one goes into the next. */
export function withoutAddress(session: CheckoutSession): CheckoutSession {
  return { ...session, choices: { ...session.choices, address: null }, buyer: NO_BUYER };
}

/** A session as a link shows it. */
export function shownThrough(
  { hides, createdAt }: Pick<CheckoutLink, "hides" | "createdAt">,
  session: CheckoutSession,
): CheckoutSession {
  if (hides === null) return session;
  const shown = withoutAddress(session);
  if (hides === "address") return shown;
  const { otp, priced } = session;
  // A code that was sent through an earlier link shows the number of its holder.
  const isOwnCode = (otp.sentAt.at(-1) ?? 0) >= createdAt;
  return {
    ...shown,
    otp: isOwnCode ? otp : { ...otp, challenge: null },
    customer: null,
    priced: session.customer === null || priced.requires.includes("phone")
      ? priced
      : { ...priced, requires: [...priced.requires, "phone"] },
  };
}

/**
 * Requires that the holder of a link need not verify the phone again.
 *
 * @throws {AppError} `error.phone-required`
 */
export function requireVerified({ hides }: Pick<CheckoutLink, "hides">): void {
  if (hides !== "person") return;
  throw new AppError("error.phone-required", "Verify the phone number again");
}

/**
 * Requires that the holder of a link sees what they order.
 *
 * @throws {AppError} `error.phone-required`, `error.address-required`
 */
export function requireShown({ hides }: Pick<CheckoutLink, "hides">): void {
  requireVerified({ hides });
  if (hides === "address") {
    throw new AppError("error.address-required", "Enter the address again before payment");
  }
}

/** What the link of a verified customer hides: the address, if it has the phone of someone else. */
export function hiddenFromVerified({ choices, customer }: CheckoutSession): HiddenPart | null {
  return choices.address === null || choices.address.phone === customer?.phone ? null : "address";
}

/** What the link of anybody hides, who came back by a way that others may know. */
export function hiddenFromStranger(
  { choices, customer, buyer }: CheckoutSession,
): HiddenPart | null {
  if (customer !== null) return "person";
  return choices.address !== null || buyer.name !== null || buyer.email !== null ? "address" : null;
}

/** Changes of links, and of the ways back from payments. */
export type LinkChange =
  /** Sets the link of a session; the one before it ends. Refused if the session is unknown. */
  | { readonly kind: "link.put"; readonly link: CheckoutLink }
  /** Prolongs a link, or changes what it hides. Refused if it was replaced. */
  | { readonly kind: "link.update"; readonly link: CheckoutLink }
  /** Adds the way back from a payment, unless it is known. Refused if the session is unknown. */
  | { readonly kind: "return.add"; readonly way: PaymentReturn }
  /** Deletes the ways back from payments that were made before a time. */
  | { readonly kind: "return.purge"; readonly before: number };
