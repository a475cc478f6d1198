import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { AppError } from "../errors.ts";
import type { KeyId, MerchantId } from "../ids.ts";

/**
 * An API key as it is kept: everything but the secret, of which only the SHA-256
 * and a visible beginning stay behind.
 */
export interface ApiKey {
  readonly id: KeyId;
  readonly merchantId: MerchantId;
  readonly name: string;
  /** SHA-256 of the secret, lower-case hexadecimal. */
  readonly hash: string;
  /** The secret's first characters, to recognise it by. */
  readonly prefix: string;
  /** Requests per minute; null for the server's default. */
  readonly rateLimit: number | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  /** Milliseconds since the epoch, exclusive; null for never. */
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

const LEAD = "ck_live_";
const BODY_LENGTH = 30;
const CHECK_LENGTH = 6;
const VISIBLE_LENGTH = LEAD.length + 4;
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET = new RegExp(`^${LEAD}[0-9A-Za-z]{${BODY_LENGTH + CHECK_LENGTH}}$`);

/** Random bytes that {@link composeSecret} wants; enough that it practically never runs short. */
export const SECRET_ENTROPY_BYTES = 64;

/**
 * Composes a secret: `ck_live_`, 30 base62 characters, and 6 that are the CRC-32 of
 * those, so that a typo or a leaked key is recognised without a lookup.
 *
 * @param random {@link SECRET_ENTROPY_BYTES} bytes from a cryptographic source
 * @throws {RangeError} when too few of the bytes are usable
 */
export function composeSecret(random: Uint8Array): string {
  let body = "";
  for (const byte of random) {
    // 248 is the largest multiple of 62 in a byte: taking more would favour some characters.
    if (byte < 248 && body.length < BODY_LENGTH) body += BASE62[byte % 62];
  }
  if (body.length < BODY_LENGTH) throw new RangeError("Too little randomness for an API key");
  return LEAD + body + checksum(body);
}

/** True if a text has the form of a secret and its checksum is right. */
export function isWellFormedSecret(text: string): boolean {
  if (!SECRET.test(text)) return false;
  const body = text.slice(LEAD.length, LEAD.length + BODY_LENGTH);
  return text.slice(LEAD.length + BODY_LENGTH) === checksum(body);
}

/** Stored part of a secret. */
export function digestSecret(secret: string): Pick<ApiKey, "hash" | "prefix"> {
  return { hash: hashSecret(secret), prefix: secret.slice(0, VISIBLE_LENGTH) };
}

/** SHA-256 of a secret, lower-case hexadecimal. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** True if a key may be used at this moment. */
export function isUsable(key: ApiKey, now: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || now < key.expiresAt);
}

/** The refusal of a request without a valid key. */
export function unauthorized(): AppError {
  return new AppError("error.unauthorized", "A valid API key is required as a bearer token");
}

function checksum(body: string): string {
  let rest = crc32(body);
  let digits = "";
  for (let i = 0; i < CHECK_LENGTH; i++) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
