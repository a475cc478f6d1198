import type { MerchantId, SessionId } from "./ids.ts";
import type { PhoneOrigin } from "./session/otp_numbers.ts";
import { numberProblem } from "./session/otp_numbers.ts";
import type { LimitRefusal } from "./shop/limits.ts";
import type { Merchant } from "./shop/merchant.ts";
import type { ChannelKind } from "./shop/message.ts";
import { dayAt } from "./values/calendar.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Time for which messages are counted: the longest day of any time zone, and more. */
export const MESSAGES_KEPT_MS = 2 * DAY_MS;

/** A message to a customer, as it is counted. */
export interface CountedMessage {
  readonly eventId: string;
  readonly kind: ChannelKind;
  readonly merchantId: MerchantId;
  readonly sessionId: SessionId;
  /** Digest of the address. */
  readonly recipient: string;
  /** True for an SMS to a number that was not verified, other than a one-time code. */
  readonly isUnverified: boolean;
  readonly at: number;
  /** Digest of the client address that the cart came from; null for a cart of an API key. */
  readonly client: string | null;
}

/** Limits of messages, and since when they count. */
export interface MessageLimits {
  readonly hourSince: number;
  readonly daySince: number;
  readonly shopSince: number;
  readonly perRecipient: number;
  readonly perAddress: number;
  /** SMS of an order to a phone number that it has not verified. */
  readonly unverifiedPerOrder: number;
  /** The same in a day, over all of a shop. */
  readonly unverified: number;
  readonly perShop: number;
}

/** The limits of a shop at a time. */
export function messageLimitsAt(
  { checkout: { limits }, timeZone }: Pick<Merchant, "checkout" | "timeZone">,
  now: number,
): MessageLimits {
  return {
    hourSince: now - HOUR_MS,
    daySince: now - DAY_MS,
    shopSince: dayAt(now, timeZone).start,
    perRecipient: limits.messagesPerRecipient,
    perAddress: limits.messagesPerAddress,
    unverifiedPerOrder: limits.unverifiedSmsPerOrder,
    unverified: limits.unverifiedSms,
    perShop: limits.messagesDaily,
  };
}

/** Messages that count for a limit. */
export interface MessageCounts {
  readonly toRecipient: number;
  /** SMS to the unverified number in a day. */
  readonly unverified: number;
  /** Of those the ones of the session. */
  readonly ofSession: number;
  /** Of the client; 0 without one. */
  readonly ofClient: number;
  readonly ofShop: number;
  /** True if this message is counted: an attempt follows another one. */
  readonly isCounted: boolean;
}

/** A message that must not be sent, with the reason. */
export interface RefusedMessage {
  readonly refusal: LimitRefusal;
  readonly reason: string;
}

/** Refuses an SMS to a number that may earn on it, or in another country. */
export function refusedNumber(
  origin: PhoneOrigin,
  merchant: Parameters<typeof numberProblem>[1],
): RefusedMessage | null {
  switch (numberProblem(origin, merchant)) {
    case "kind":
      return { refusal: "messageNumber", reason: "Not sent: not a mobile or landline number" };
    case "country":
      return {
        refusal: "messageCountry",
        reason: `Not sent: the shop sends no messages to this country: ${origin.countryCode}`,
      };
    case null:
      return null;
  }
}

/** The limit that a message would exceed; null if it may be sent. */
export function refusedByCount(
  { isUnverified, client }: Pick<CountedMessage, "isUnverified" | "client">,
  counts: MessageCounts,
  limits: MessageLimits,
): RefusedMessage | null {
  if (counts.isCounted) return null;
  const over = (refusal: LimitRefusal, what: string) => ({ refusal, reason: `Not sent: ${what}` });
  if (isUnverified && counts.ofSession >= limits.unverifiedPerOrder) {
    const what =
      `at most ${limits.unverifiedPerOrder} SMS per order to a phone that is not verified`;
    return over("unverifiedSmsPerOrder", what);
  }
  if (isUnverified && counts.unverified >= limits.unverified) {
    const what = `at most ${limits.unverified} SMS a day to a phone that is not verified`;
    return over("unverifiedSms", what);
  }
  if (counts.toRecipient >= limits.perRecipient) {
    return over("messagesPerRecipient", `at most ${limits.perRecipient} an hour to a recipient`);
  }
  if (client !== null && counts.ofClient >= limits.perAddress) {
    return over("messagesPerAddress", `at most ${limits.perAddress} an hour by one client address`);
  }
  if (counts.ofShop >= limits.perShop) {
    return over("messagesDaily", `at most ${limits.perShop} messages of the shop a day`);
  }
  return null;
}
