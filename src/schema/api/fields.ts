import { z } from "zod";
import { type Int64, parseInt64 } from "../../domain/ids.ts";
import { isTextRecord, jsonInteger, type JsonNumber } from "../../domain/values/json.ts";
import {
  type Currency,
  fitsJsonNumber,
  formatMajor,
  majorNumber,
  type Minor,
  parseMajor,
} from "../../domain/values/money.ts";

// Fields of several answers. Clients read a number; its digits are exact.

/** A field that is encoded as a {@link JsonNumber}. */
export type NumberField = z.ZodType<JsonNumber, JsonNumber>;
type NullableNumberField = z.ZodType<JsonNumber | null, JsonNumber | null>;

const jsonNumber: NumberField = z.custom<JsonNumber>(
  (value) => typeof value === "number" || JSON.isRawJSON(value),
  "not a number",
);

const positive: NumberField = jsonNumber.meta({ override: { type: "number", minimum: 0 } });

/** A 64-bit id in an answer; `jsonInteger` encodes it. */
export const int64: NumberField = jsonNumber
  .meta({ override: { type: "integer", format: "int64" } });
/** A 64-bit id, or null; {@link idOrNull} encodes it. */
export const int64OrNull: NullableNumberField = int64.nullable()
  .meta({ override: { type: ["integer", "null"], format: "int64" } });
/** One of our own ids. */
export const uuid = z.uuid();
/** A non-negative amount; {@link major} encodes it. */
export const amount: NumberField = positive.meta({ description: "Major currency unit" });
/** An amount, or null; {@link majorOrNull} encodes it. */
export const amountOrNull: NullableNumberField = positive.nullable();

/** Encodes an amount in the major unit: a number, or its digits if a double would not keep them. */
export function major(minor: Minor, currency: Currency): JsonNumber {
  return fitsJsonNumber(minor)
    ? majorNumber(minor, currency)
    : JSON.rawJSON(formatMajor(minor, currency));
}

/**
 * Decodes an amount that {@link major} encoded.
 *
 * @throws {AppError} `error.invalid-request` for other digits
 */
export function minor(value: JsonNumber, currency: Currency): Minor {
  return typeof value === "number"
    // At most 15 digits: the error of the double is below half a minor unit.
    ? Math.round(value * 10 ** currency.exponent)
    : parseMajor(value.rawJSON, currency, "amount");
}

/** {@link major}, or null. */
export function majorOrNull(minor: Minor | null, currency: Currency): JsonNumber | null {
  return minor === null ? null : major(minor, currency);
}

/** {@link minor}, or null. */
export function minorOrNull(value: JsonNumber | null, currency: Currency): Minor | null {
  return value === null ? null : minor(value, currency);
}

/**
 * Decodes an id that `jsonInteger` encoded.
 *
 * @throws {RangeError} if it is not a 64-bit integer
 */
export function int64Of(value: JsonNumber): Int64 {
  const id = parseInt64(typeof value === "number" ? value : value.rawJSON);
  if (id === undefined) throw new RangeError("not a 64-bit integer");
  return id;
}

/** Encodes a 64-bit id digit for digit, or null. */
export function idOrNull(id: Int64 | null): JsonNumber | null {
  return id === null ? null : jsonInteger(id);
}

/**
 * An object of texts under any key. Checked without rebuilding: copying by key, as `z.record` does,
 * loses a key called `__proto__`.
 */
export const textRecord = z.custom<Readonly<Record<string, string>>>(
  isTextRecord,
  "not an object of strings",
).meta({
  override: {
    type: "object",
    propertyNames: { type: "string" },
    additionalProperties: { type: "string" },
  },
});

/** The body of a request: its fields under `data`. */
export function requestBody<Fields extends z.ZodRawShape>(id: string, fields: Fields) {
  const data = z.object(fields).meta({ description: "The request" });
  return z.object({ data }).meta({ id });
}

/** A request body without any field. */
const NO_FIELDS = { data: {} };

/** The body that stands for none; undefined if a body is required: one of its fields is. */
export function bodyForNone(schema: z.ZodType): object | undefined {
  return schema.safeParse(NO_FIELDS).success ? NO_FIELDS : undefined;
}

/** The envelope of a success (spec 2.1). */
export function envelope<T extends z.ZodType>(data: T) {
  return z.strictObject({
    status: z.literal("SUCCESS").meta({ description: "Always `SUCCESS`" }),
    data,
  });
}
