import { z } from "zod";

// Fields that several forms of an answer share.

/** A 64-bit id in an answer. */
export const int64 = z.number().meta({ override: { type: "integer", format: "int64" } });
/** An id of ours. */
export const uuid = z.uuid();
/** An amount that is not negative. */
export const amount = z.number().min(0).meta({ description: "Major currency unit" });
/** An amount, or null. */
export const amountOrNull = z.number().min(0).nullable();
