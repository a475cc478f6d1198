import type { Change } from "../changes.ts";
import {
  decided,
  type Decision,
  reprice,
  type StepContext,
  transition,
  updated,
} from "../decision/decision.ts";
import { AppError } from "../errors.ts";
import { sessionEvent } from "../events.ts";
import {
  hashOtp,
  isRightOtp,
  nextOtpAt,
  OTP_LIFETIME_MS,
  OTP_RESEND_MS,
  OTP_SENDS_PER_HOUR,
  OTP_TRIES,
  OTP_WINDOW_MS,
} from "../session/otp.ts";
import { type PhoneOrigin, requireOtpNumber } from "../session/otp_numbers.ts";
import type { CheckoutSession } from "../session/session.ts";
import type { Customer } from "../shop/customer.ts";
import type { Day } from "../values/calendar.ts";

/** A code to send, with data on earlier ones. */
export interface OtpSend {
  /** E.164. */
  readonly phone: string;
  readonly code: string;
  readonly salt: string;
  /** As for {@link hashOtp}. */
  readonly key: Uint8Array | null;
  /** Times of the codes sent to this number within the last hour, oldest first. */
  readonly phoneSentAt: readonly number[];
  readonly origin: PhoneOrigin;
  readonly shop: ShopOtpLimit;
}

/** Limit of codes of a shop on a day. */
export interface ShopOtpLimit {
  readonly limit: number;
  /** The day of its time zone. */
  readonly day: Day;
  /** Codes sent since the day began. */
  readonly sentToday: number;
}

/**
 * Sends a code to a phone number, known or not.
 *
 * @throws {AppError} `error.otp-number-not-allowed`, `error.otp-country-not-allowed`;
 *   `error.otp-rate-limited` and `error.otp-daily-limit` with the seconds to wait
 */
export function sendOtp(session: CheckoutSession, send: OtpSend, context: StepContext): Decision {
  const { now } = context;
  const next = transition(session, "otp.send");
  requireOtpNumber(send.phone, send.origin, context.merchant);
  const allowedAt = Math.max(
    nextOtpAt(session.otp.sentAt, now),
    nextOtpAt(send.phoneSentAt, now),
  );
  if (allowedAt > now) {
    const retryAfterSeconds = Math.ceil((allowedAt - now) / 1000);
    throw new AppError(
      "error.otp-rate-limited",
      `Another code can be sent in ${retryAfterSeconds} s`,
      { retryAfterSeconds },
    );
  }
  requireDailyRoom(send.shop, now);
  const challenge = {
    phone: send.phone,
    salt: send.salt,
    hash: hashOtp(send.salt, send.code, send.key),
    expiresAt: now + OTP_LIFETIME_MS,
    triesLeft: OTP_TRIES,
  };
  const sentAt = [...session.otp.sentAt.filter((at) => at > now - OTP_WINDOW_MS), now];
  const waiting = { ...next, otp: { challenge, sentAt } };
  const effect: Change = {
    kind: "otp.sent",
    merchantId: session.merchantId,
    phone: send.phone,
    at: now,
    quietSince: now - OTP_RESEND_MS,
    since: now - OTP_WINDOW_MS,
    limit: OTP_SENDS_PER_HOUR,
    shopSince: send.shop.day.start,
    shopLimit: send.shop.limit,
  };
  const requested = sessionEvent("otp.requested", waiting, {
    phone: send.phone,
    otp: send.code,
    expires_at: new Date(challenge.expiresAt).toISOString(),
  });
  return decided(waiting, {
    effects: [effect],
    events: [requested],
  });
}

function requireDailyRoom({ limit, day, sentToday }: ShopOtpLimit, now: number): void {
  if (sentToday < limit) return;
  const retryAfterSeconds = Math.ceil((day.end - now) / 1000);
  throw new AppError(
    "error.otp-daily-limit",
    `The shop sends at most ${limit} codes a day: another can be sent in ${retryAfterSeconds} s`,
    { retryAfterSeconds },
  );
}

/** An entered code, with the customer of its phone number. */
export interface OtpEntry {
  readonly phone: string;
  readonly otp: string;
  /** As for {@link isRightOtp}. */
  readonly key: Uint8Array | null;
  /** The customer with this number; null for a new one. */
  readonly known: Customer | null;
}

/**
 * Verifies a code and attaches the customer with this phone number, who may be new, with their
 * coins and coupon uses. A wrong code uses up an attempt.
 *
 * @param context with the coins and coupon uses of this customer
 * @throws {AppError} `error.otp-invalid`, `error.otp-expired`, `error.otp-too-many-attempts`
 */
export function verifyOtp(
  session: CheckoutSession,
  entry: OtpEntry,
  context: StepContext,
): Decision {
  const { now, newId } = context;
  const next = transition(session, "otp.verify");
  const { challenge } = session.otp;
  if (challenge === null || challenge.phone !== entry.phone) throw wrongOtp();
  if (challenge.triesLeft === 0) {
    throw new AppError("error.otp-too-many-attempts", "Too many wrong codes: ask for a new one");
  }
  if (now >= challenge.expiresAt) {
    throw new AppError("error.otp-expired", "The code has expired: ask for a new one");
  }
  if (!isRightOtp(challenge, entry.otp, entry.key)) {
    const tried = { ...challenge, triesLeft: challenge.triesLeft - 1 };
    return decided({ ...next, otp: { ...session.otp, challenge: tried } }, {
      events: [],
      refusal: wrongOtp(),
    });
  }
  const customer = entry.known ?? {
    id: newId() as Customer["id"],
    merchantId: session.merchantId,
    phone: entry.phone,
    createdAt: now,
  };
  const verified = {
    ...next,
    customer: { id: customer.id, phone: customer.phone },
    otp: { ...session.otp, challenge: null },
    // Chosen coins of another customer do not count.
    choices: session.customer === null || session.customer.id === customer.id
      ? next.choices
      : { ...next.choices, coins: 0 },
  };
  return updated(reprice(verified, context), "otp", {
    effects: entry.known === null ? [{ kind: "customer.add", customer }] : [],
  });
}

function wrongOtp(): AppError {
  return new AppError("error.otp-invalid", "The code is wrong");
}
