import { durationIn, orNever } from "./values.ts";

const DAYS = durationIn("d", 36_500);

/** Times after which data are deleted, in days: the default, and how a setting is read. */
export const RETENTION = {
  /** Sessions that are no live orders. */
  sessions: { default: 90, parse: DAYS },
  /** Persons of live orders; Infinity for never. */
  orders: { default: 730, parse: orNever(DAYS) },
} as const;
