declare const brand: unique symbol;
type Branded<T, Name extends string> = T & { readonly [brand]: Name };

/** A checkout session: UUID, lower case. */
export type SessionId = Branded<string, "SessionId">;
/** A merchant: UUID, lower case. */
export type MerchantId = Branded<string, "MerchantId">;
/** A coupon definition: UUID, lower case. */
export type CouponId = Branded<string, "CouponId">;
/** An API key's record, not its secret: UUID, lower case. */
export type KeyId = Branded<string, "KeyId">;
/** A customer of one merchant: UUID, lower case. */
export type CustomerId = Branded<string, "CustomerId">;
/** A person with access to the dashboard: UUID, lower case. */
export type PersonId = Branded<string, "PersonId">;
/** Number of an order, unique in its shop: `K7Q2-9MXD`. */
export type OrderNumber = Branded<string, "OrderNumber">;
/**
 * A signed 64-bit integer as its canonical decimal digits.
 *
 * Text, because store platforms use ids beyond 2^53, which a JavaScript number does not keep.
 * Canonical, so that equal ids are equal strings.
 */
export type Int64 = Branded<string, "Int64">;
/** A product in the store's own numbering. */
export type ProductId = Int64;
/** A variant in the store's own numbering. */
export type VariantId = Int64;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
const CANONICAL_INTEGER = /^(?:0|-?[1-9][0-9]{0,18})$/;

/** Parses a UUID of any version (RFC 9562) in either case; undefined for other text. */
export function parseUuid(text: string): string | undefined {
  return UUID.test(text) ? text.toLowerCase() : undefined;
}

/** Parses a session id; undefined for other text. */
export function parseSessionId(text: string): SessionId | undefined {
  return parseUuid(text) as SessionId | undefined;
}

/** Parses a merchant id; undefined for other text. */
export function parseMerchantId(text: string): MerchantId | undefined {
  return parseUuid(text) as MerchantId | undefined;
}

/** Parses an API key's id; undefined for other text. */
export function parseKeyId(text: string): KeyId | undefined {
  return parseUuid(text) as KeyId | undefined;
}

/** Parses a customer's id; undefined for other text. */
export function parseCustomerId(text: string): CustomerId | undefined {
  return parseUuid(text) as CustomerId | undefined;
}

/** Parses a coupon id; undefined for other text. */
export function parseCouponId(text: string): CouponId | undefined {
  return parseUuid(text) as CouponId | undefined;
}

/** Parses a person's id; undefined for other text. */
export function parsePersonId(text: string): PersonId | undefined {
  return parseUuid(text) as PersonId | undefined;
}

/**
 * Parses an int64 from a JSON value: a safe integer, a bigint (how the JSON reader returns long
 * integers), or its decimal digits.
 *
 * @returns the canonical digits; undefined for other values
 */
export function parseInt64(value: unknown): Int64 | undefined {
  if (typeof value === "number") {
    // -0 is another spelling of 0; anything unsafe has already lost digits.
    const isPlain = Number.isSafeInteger(value) && !Object.is(value, -0);
    return isPlain ? String(value) as Int64 : undefined;
  }
  if (typeof value === "bigint") {
    return value >= INT64_MIN && value <= INT64_MAX ? String(value) as Int64 : undefined;
  }
  if (typeof value !== "string" || !CANONICAL_INTEGER.test(value)) return undefined;
  const big = BigInt(value);
  return big >= INT64_MIN && big <= INT64_MAX ? value as Int64 : undefined;
}

/** Compares two int64 by value. */
export function compareInt64(a: Int64, b: Int64): number {
  if (a === b) return 0;
  // Without a sign more digits are a larger number; signs are rare.
  const isPlain = !a.startsWith("-") && !b.startsWith("-");
  if (isPlain && a.length !== b.length) return a.length - b.length;
  if (isPlain) return a < b ? -1 : 1;
  return BigInt(a) < BigInt(b) ? -1 : 1;
}
