import { createHmac, timingSafeEqual } from "node:crypto";

/** Time of one code (RFC 6238): what authenticator apps take unless told otherwise. */
const STEP_MS = 30_000;
/** Digits of a code. */
const DIGITS = 6;
/** Steps before and after the current one whose codes count: clocks of phones are a little off. */
const WINDOW_STEPS = 1;
/** Random bytes of a secret, as long as the hash (RFC 4226, section 4). */
export const TOTP_SECRET_BYTES = 20;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Bytes in base32 (RFC 4648) without padding. */
export function base32Of(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/** The bytes of {@link base32Of}. */
export function bytesOfBase32(text: string): Uint8Array {
  const bits = Array.from(text, (one) => ALPHABET.indexOf(one).toString(2).padStart(5, "0"))
    .join("");
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (eight) => parseInt(eight, 2));
}

/**
 * The code of a time step (RFC 6238 with HMAC-SHA-1, which all apps know; RFC 4226, section 5.3).
 *
 * @param step seconds since the epoch, divided by 30
 */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = new Uint8Array(8);
  new DataView(counter.buffer).setBigUint64(0, BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/**
 * Finds the time step that a code belongs to.
 *
 * @param now milliseconds since the epoch
 * @returns the latest one, so that no code works for two steps; undefined for a wrong code
 */
export function totpStep(secret: Uint8Array, code: string, now: number): number | undefined {
  const current = Math.floor(now / STEP_MS);
  const entered = new TextEncoder().encode(code);
  let found: number | undefined;
  for (let step = current - WINDOW_STEPS; step <= current + WINDOW_STEPS; step++) {
    const right = new TextEncoder().encode(totpCode(secret, step));
    if (entered.length === right.length && timingSafeEqual(entered, right)) found = step;
  }
  return found;
}

/** Address by which an authenticator app takes a secret, for a QR code. */
export function totpUri(
  { secret, issuer, login }: {
    /** In base32. */
    readonly secret: string;
    readonly issuer: string;
    readonly login: string;
  },
): string {
  const label = [issuer, login].map(encodeURIComponent).join(":");
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}
