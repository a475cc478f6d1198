import { hash, timingSafeEqual } from "node:crypto";

/** A code is good for this long. */
export const OTP_LIFETIME_MS = 5 * 60_000;
/** Wrong codes that are forgiven; after them a new code has to be sent. */
export const OTP_TRIES = 5;
/** A further code is sent no sooner than this after the last. */
export const OTP_RESEND_MS = 30_000;
/** Codes sent in any hour, per session and per phone. */
export const OTP_SENDS_PER_HOUR = 5;
/** Length of that hour. */
export const OTP_WINDOW_MS = 3_600_000;
/** The span over which the codes of a shop are counted. */
export const OTP_DAY_MS = 86_400_000;

/** A code that was sent and waits to be entered; the code itself is kept nowhere. */
export interface OtpChallenge {
  /** E.164. */
  readonly phone: string;
  readonly salt: string;
  /** SHA-256 of salt and code, lower-case hexadecimal. */
  readonly hash: string;
  readonly expiresAt: number;
  readonly triesLeft: number;
}

/** One-time codes of a session. */
export interface OtpState {
  /** Null when none waits: never sent, used, or replaced by nothing. */
  readonly challenge: OtpChallenge | null;
  /** When codes were sent within the last hour, oldest first. */
  readonly sentAt: readonly number[];
}

/** No code was ever sent. */
export const NO_OTP: OtpState = { challenge: null, sentAt: [] };

/** Random bytes that {@link composeOtp} wants. */
export const OTP_ENTROPY_BYTES = 4;

/**
 * Six digits from random bytes, each code about as likely as any other.
 *
 * @param random {@link OTP_ENTROPY_BYTES} bytes from a cryptographic source
 */
export function composeOtp(random: Uint8Array): string {
  const value = new DataView(random.buffer, random.byteOffset, 4).getUint32(0);
  // 2^32 is not a multiple of 10^6: the first 967,296 codes have 4,295 chances, the others 4,294.
  return String(value % 1_000_000).padStart(6, "0");
}

/** Stored part of a code. */
export function hashOtp(salt: string, code: string): string {
  return hash("sha256", `${salt}:${code}`, "hex");
}

/** True if a code is the one that was sent, in a time that does not depend on where they differ. */
export function isRightOtp({ salt, hash: kept }: OtpChallenge, code: string): boolean {
  return timingSafeEqual(
    new TextEncoder().encode(hashOtp(salt, code)),
    new TextEncoder().encode(kept),
  );
}

/**
 * When another code may be sent, given when earlier ones were; `now` or earlier means now.
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
