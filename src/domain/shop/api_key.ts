import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { AppError } from "../errors.ts";
import type { KeyId, MerchantId } from "../ids.ts";
import { isVisible } from "../values/text.ts";

/** Permissions of a caller. */
export const SCOPES = [
  "sessions:read",
  "sessions:write",
  "payments:write",
  "payments:refund",
  "orders:read",
  "payments:read",
  "customers:read",
] as const;
export type Scope = (typeof SCOPES)[number];
/** Those of a key unless it was made with others: money goes out, and lists are read, by name only. */
export const DEFAULT_SCOPES: ReadonlySet<Scope> = new Set([
  "sessions:read",
  "sessions:write",
  "payments:write",
]);

/** A stored API key: instead of the secret its SHA-256 and a visible prefix. */
export interface ApiKey {
  readonly id: KeyId;
  readonly merchantId: MerchantId;
  readonly name: string;
  /** SHA-256 of the secret, lower-case hexadecimal. */
  readonly hash: string;
  /** Visible prefix of the secret. */
  readonly prefix: string;
  /** Requests per minute; null for the server's default. */
  readonly rateLimit: number | null;
  /** At least one. */
  readonly scopes: ReadonlySet<Scope>;
  /** Ranges of addresses in CIDR notation from which it may be used; empty for any address. */
  readonly allowedFrom: readonly string[];
  /** False for a key of test data: `ck_test_`. */
  readonly livemode: boolean;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  /** Address of the client that used it last; null if it is not known. */
  readonly lastUsedFrom: string | null;
  /** Milliseconds since the epoch, exclusive; null for never. */
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** The key that replaces this one; null until it is rotated. */
  readonly successorId: KeyId | null;
}

/** Longest name of a key. */
export const MAX_KEY_NAME = 100;
/** Highest rate limit of a key. */
export const MAX_KEY_RATE_LIMIT = 1_000_000;

/** True for a text that can be the name of a key. */
export function isKeyName(text: string): boolean {
  return isVisible(text) && text.length <= MAX_KEY_NAME;
}

const BODY_LENGTH = 30;
const CHECK_LENGTH = 6;
/** Both have the same length. */
const LEADS = { live: "ck_live_", test: "ck_test_" } as const;
const LEAD_LENGTH = LEADS.live.length;
const VISIBLE_LENGTH = LEAD_LENGTH + 4;
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET = new RegExp(
  `^(?:${LEADS.live}|${LEADS.test})[0-9A-Za-z]{${BODY_LENGTH + CHECK_LENGTH}}$`,
);

/** Random bytes for {@link composeSecret}; practically always enough. */
export const SECRET_ENTROPY_BYTES = 64;

/**
 * Makes a secret: `ck_live_` or `ck_test_`, 30 base62 characters, and their CRC-32 in 6 characters, so that typos
 * and leaked keys are recognised without a lookup.
 *
 * @param random {@link SECRET_ENTROPY_BYTES} bytes from a cryptographic source
 * @throws {RangeError} when too few of the bytes are usable
 */
export function composeSecret(random: Uint8Array, livemode = true): string {
  let body = "";
  for (const byte of random) {
    // Only bytes below 248, a multiple of 62, so that all characters are equally likely.
    if (byte < 248 && body.length < BODY_LENGTH) body += BASE62[byte % 62];
  }
  if (body.length < BODY_LENGTH) throw new RangeError("Too little randomness for an API key");
  return (livemode ? LEADS.live : LEADS.test) + body + checksum(body);
}

/** True for a text with the form of a secret and a correct checksum. */
export function isWellFormedSecret(text: string): boolean {
  if (!SECRET.test(text)) return false;
  const body = text.slice(LEAD_LENGTH, LEAD_LENGTH + BODY_LENGTH);
  return text.slice(LEAD_LENGTH + BODY_LENGTH) === checksum(body);
}

/** Stored parts of a secret. */
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

/**
 * End of a key once it is rotated: after the overlap, and never later than its own.
 *
 * @throws {AppError} `error.conflict` for a key that is rotated, revoked or expired
 */
export function rotatedUntil(key: ApiKey, { now, overlapMs }: {
  readonly now: number;
  readonly overlapMs: number;
}): number {
  if (key.successorId !== null) {
    throw keyConflict(`Key was replaced by ${key.successorId} already`, key);
  }
  requireUsable(key, now);
  return Math.min(now + overlapMs, key.expiresAt ?? Infinity);
}

/** Changes of a key; what is left out stays. */
export interface KeyChanges {
  readonly name?: string | undefined;
  /** Lifetime from now; null for no end. */
  readonly lifetimeMs?: number | null | undefined;
  /** Ranges of addresses in CIDR notation; empty for any address. */
  readonly allowedFrom?: readonly string[] | undefined;
}

/**
 * A key with changes.
 *
 * @throws {AppError} `error.conflict` for a key that is revoked or expired, and for another end of one
 *   that is rotated
 */
export function changedKey(
  key: ApiKey,
  { name = key.name, allowedFrom = key.allowedFrom, lifetimeMs }: KeyChanges,
  now: number,
): ApiKey {
  requireUsable(key, now);
  if (lifetimeMs === undefined) return { ...key, name, allowedFrom };
  if (key.successorId !== null) throw keyConflict("Key was rotated, and ends by itself", key);
  return { ...key, name, allowedFrom, expiresAt: lifetimeMs === null ? null : now + lifetimeMs };
}

function requireUsable(key: ApiKey, now: number): void {
  if (key.revokedAt !== null) throw keyConflict("Key is revoked", key);
  if (!isUsable(key, now)) throw keyConflict("Key has expired", key);
}

function keyConflict(message: string, { id }: ApiKey): AppError {
  return new AppError("error.conflict", `${message}: ${id}`);
}

/**
 * Messages of requests without a valid key. A sender learns only what they know of their own key: an
 * unknown one and a revoked one get the same answer.
 */
const KEY_PROBLEMS = {
  missing: `An API key is required: send the header Authorization: Bearer ${LEADS.live}...`,
  malformed:
    `The API key is malformed: copy the whole secret, ${LEADS.live} or ${LEADS.test} and ` +
    `${BODY_LENGTH + CHECK_LENGTH} characters`,
  expired: "The API key has expired: create another one",
  invalid:
    "The API key is not valid: it was revoked, may not be used from this address, or belongs " +
    "to another installation",
} as const;

/** Error of a request without a valid key. */
export function unauthorized(problem: keyof typeof KEY_PROBLEMS = "invalid"): AppError {
  return new AppError("error.unauthorized", KEY_PROBLEMS[problem]);
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
