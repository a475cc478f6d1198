import { createHmac, hash, timingSafeEqual } from "node:crypto";

/** Lifetime of a code. */
export const OTP_LIFETIME_MS = 5 * 60_000;
/** Attempts per code; then a new code must be sent. */
export const OTP_TRIES = 5;
/** Minimum time between two codes. */
export const OTP_RESEND_MS = 30_000;
/** Limit of codes per hour, per session and per phone number. */
export const OTP_SENDS_PER_HOUR = 5;
/** The hour of that limit. */
export const OTP_WINDOW_MS = 3_600_000;
/** Time that sent codes are kept for the daily limit: longer than any day of a time zone. */
export const OTP_KEPT_MS = 2 * 86_400_000;

/** A sent code; only its hash is stored. */
export interface OtpChallenge {
  /** E.164. */
  readonly phone: string;
  readonly salt: string;
  /** As {@link hashOtp} makes it. */
  readonly hash: string;
  readonly expiresAt: number;
  readonly triesLeft: number;
}

/** One-time codes of a session. */
export interface OtpState {
  /** Null without a code, or once it was used. */
  readonly challenge: OtpChallenge | null;
  /** Times of the codes sent within the last hour, oldest first. */
  readonly sentAt: readonly number[];
}

/** No code was ever sent. */
export const NO_OTP: OtpState = { challenge: null, sentAt: [] };

/** The code of a test, which is sent nowhere. */
export const TEST_OTP = "000000";

/** Random bytes for {@link composeOtp}. */
export const OTP_ENTROPY_BYTES = 4;

/**
 * Makes six digits from random bytes, all codes about equally likely.
 *
 * @param random {@link OTP_ENTROPY_BYTES} bytes from a cryptographic source
 */
export function composeOtp(random: Uint8Array): string {
  const value = new DataView(random.buffer, random.byteOffset, 4).getUint32(0);
  // 2^32 is not a multiple of 10^6: the first 967,296 codes have 4,295 chances, the others 4,294.
  return String(value % 1_000_000).padStart(6, "0");
}

/** Before the hash of a code that needs the key. */
const KEYED = "hmac:";

/** Makes no hash that is stored. */
const NO_KEY = new Uint8Array();

/**
 * Stored hash of a code: `hmac:` and an HMAC-SHA-256, or a plain SHA-256 without a key, lower-case
 * hexadecimal. Six digits are found by trying all, so that a plain one hides nothing from a reader
 * of the database.
 *
 * @param key the server's secret for codes; null for the code of a test, and while a program of an
 *   earlier version runs
 */
export function hashOtp(salt: string, code: string, key: Uint8Array | null): string {
  const text = `${salt}:${code}`;
  if (key === null) return hash("sha256", text, "hex");
  return KEYED + createHmac("sha256", key).update(text).digest("hex");
}

/** True for a code that only the server's secret can check. */
export function isKeyedOtp({ hash: kept }: Pick<OtpChallenge, "hash">): boolean {
  return kept.startsWith(KEYED);
}

/**
 * Compares a code with the sent one in constant time.
 *
 * @param key the server's secret for codes; a keyed code is never right without it
 */
export function isRightOtp(challenge: OtpChallenge, code: string, key: Uint8Array | null): boolean {
  const used = isKeyedOtp(challenge) ? key ?? NO_KEY : null;
  const bytes = new TextEncoder();
  return timingSafeEqual(
    bytes.encode(hashOtp(challenge.salt, code, used)),
    bytes.encode(challenge.hash),
  );
}

/**
 * Time from which another code may be sent; `now` or earlier means now.
 *
 * @param sentAt within the last hour, oldest first
 */
export function nextOtpAt(sentAt: readonly number[], now: number): number {
  const recent = sentAt.filter((at) => at > now - OTP_WINDOW_MS);
  const last = recent.at(-1);
  const first = recent.at(-OTP_SENDS_PER_HOUR);
  return Math.max(
    last === undefined ? now : last + OTP_RESEND_MS,
    first === undefined ? now : first + OTP_WINDOW_MS,
  );
}
