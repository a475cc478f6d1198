import { z } from "zod";
import type { Int64 } from "../../domain/ids.ts";
import { jsonInteger, type JsonNumber } from "../../domain/values/json.ts";
import {
  type Currency,
  fitsJsonNumber,
  formatMajor,
  majorNumber,
  type Minor,
} from "../../domain/values/money.ts";

// Fields that several answers share. A client's parser reads a number; we write its exact digits.

/** A field that is encoded as a {@link JsonNumber}. */
export type NumberField = z.ZodType<JsonNumber, JsonNumber>;
type NullableNumberField = z.ZodType<JsonNumber | null, JsonNumber | null>;

/** A 64-bit id in an answer; `jsonInteger` encodes it. */
export const int64: NumberField = z.number()
  .meta({ override: { type: "integer", format: "int64" } });
/** A 64-bit id, or null; {@link idOrNull} encodes it. */
export const int64OrNull: NullableNumberField = int64.nullable()
  .meta({ override: { type: ["integer", "null"], format: "int64" } });
/** An id of ours. */
export const uuid = z.uuid();
/** An amount that is not negative; {@link major} encodes it. */
export const amount: NumberField = z.number().min(0).meta({ description: "Major currency unit" });
/** An amount, or null; {@link majorOrNull} encodes it. */
export const amountOrNull: NullableNumberField = z.number().min(0).nullable();

/** An amount in the major unit: a number, or its digits if a double would not keep them. */
export function major(minor: Minor, currency: Currency): JsonNumber {
  return fitsJsonNumber(minor)
    ? majorNumber(minor, currency)
    : JSON.rawJSON(formatMajor(minor, currency));
}

/** {@link major}, or null. */
export function majorOrNull(minor: Minor | null, currency: Currency): JsonNumber | null {
  return minor === null ? null : major(minor, currency);
}

/** A 64-bit id digit for digit, or null. */
export function idOrNull(id: Int64 | null): JsonNumber | null {
  return id === null ? null : jsonInteger(id);
}

/** The envelope of a success (spec 2.1). */
export function envelope<T extends z.ZodType>(data: T) {
  return z.strictObject({
    status: z.literal("SUCCESS").meta({ description: "Always `SUCCESS`" }),
    data,
  });
}
