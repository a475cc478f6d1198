import { inflateRawSync } from "node:zlib";
import { z } from "zod";
import {
  type CouponId,
  type CustomerId,
  type Int64,
  type KeyId,
  type MerchantId,
  parseInt64,
  parseUuid,
  type PersonId,
  type SessionId,
} from "../../domain/ids.ts";

/**
 * A stored row that this program does not write: edited, damaged, or from another version. Names
 * the table, the row's key and the field.
 */
export class RowError extends Error {
  override readonly name = "RowError";
  readonly table: string;
  readonly key: string;

  constructor(table: string, key: string, reason: string, options?: ErrorOptions) {
    super(`Row of table ${table} cannot be read, ${reason}: ${key}`, options);
    this.table = table;
    this.key = key;
  }
}

/** Table and key of a row, for the message of a {@link RowError}. */
export interface RowPlace {
  readonly table: string;
  /** Columns that identify a row, with their names in the query. */
  readonly keyColumns: readonly string[];
}

/**
 * Parses a row of a query.
 *
 * @throws {RowError} naming the table, the key and the first invalid field
 */
export function parseRow<T>(schema: z.ZodType<T>, row: unknown, place: RowPlace): T {
  const result = schema.safeParse(row);
  if (result.success) return result.data;
  throw new RowError(place.table, keyOf(row, place.keyColumns), firstIssue(result.error), {
    cause: result.error,
  });
}

/**
 * Parses a JSON column.
 *
 * @param name the column, for messages
 * @throws {RowError} for text that is not JSON or does not match the schema
 */
export function parseJsonColumn<T>(
  schema: z.ZodType<T>,
  text: string,
  { table, key, name, parse = JSON.parse }: {
    readonly table: string;
    readonly key: string;
    readonly name: string;
    readonly parse?: (text: string) => unknown;
  },
): T {
  let value: unknown;
  try {
    value = parse(text);
  } catch (cause) {
    throw new RowError(table, key, `${name} is not JSON`, { cause });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new RowError(table, key, firstIssue(result.error, name), { cause: result.error });
}

/** Omits an empty array, where that is the schema's default. */
export function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** Schema of a value that is stored in the domain's form. */
export type Stored<T> = z.ZodType<T, T>;

/** A safe integer. */
export const integer = z.custom<number>(Number.isSafeInteger, "not a safe integer");
/** A safe integer of 0 or more: amounts in minor units, counts, times. */
export const count = z.custom<number>(
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  "not a safe integer of 0 or more",
);
/** A boolean column; `Number()` encodes it. */
export const flag: z.ZodType<0 | 1, number> = z.union([z.literal(0), z.literal(1)]);
/** A signed 64-bit integer as its canonical digits. */
export const storedInt64 = z.custom<Int64>(isInt64, "not a 64-bit integer");

/** Id without its own type: events, webhook endpoints, ledger entries. */
export const storedUuid = z.custom<string>(isUuid, "not a lower-case UUID");
/** A session's id. */
export const sessionId = z.custom<SessionId>(isUuid, "not a lower-case UUID");
/** A merchant's id. */
export const merchantId = z.custom<MerchantId>(isUuid, "not a lower-case UUID");
/** A coupon's id. */
export const couponId = z.custom<CouponId>(isUuid, "not a lower-case UUID");
/** An API key's id. */
export const keyId = z.custom<KeyId>(isUuid, "not a lower-case UUID");
/** A customer's id. */
export const customerId = z.custom<CustomerId>(isUuid, "not a lower-case UUID");
/** A person's id. */
export const personId = z.custom<PersonId>(isUuid, "not a lower-case UUID");
/** An invitation's id. */
export const invitationId = z.custom<string>(isUuid, "not a lower-case UUID");
/** SHA-256 as lower-case hexadecimal. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "not a SHA-256");

function isUuid(value: unknown): boolean {
  return typeof value === "string" && parseUuid(value) === value;
}

function isInt64(value: unknown): boolean {
  return typeof value === "string" && parseInt64(value) === value;
}

function firstIssue(error: z.ZodError, ...root: readonly string[]): string {
  const issue = error.issues[0];
  if (issue === undefined) return "reason unknown";
  return `${[...root, ...issue.path].map(String).join(".") || "row"} ${issue.message}`;
}

/** Values of the columns that identify a row, for the message of a {@link RowError}. */
export function keyOf(row: unknown, columns: readonly string[]): string {
  if (typeof row !== "object" || row === null) return "no row";
  const entries = new Map<string, unknown>(Object.entries(row));
  return columns.map((column) => String(entries.get(column))).join(", ");
}

/** Limit of an inflated text: many times what is written, and little enough for the memory. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads a text from a compressed column.
 *
 * @param key the row's, for the message
 * @throws {RowError} if it cannot be inflated
 */
export function inflated(
  bytes: Uint8Array,
  { table, key, name }: { readonly table: string; readonly key: string; readonly name: string },
): string {
  try {
    return inflateRawSync(bytes, { maxOutputLength: MAX_BYTES }).toString();
  } catch (cause) {
    throw new RowError(table, key, `${name} cannot be inflated`, { cause });
  }
}
