import { durationIn, orNever } from "./values.ts";

const DAYS = durationIn("d", 36_500);

/** Times after which data are deleted, in days: the default, and how a setting is read. */
export const RETENTION = {
  /** Sessions that are no live orders. */
  sessions: { default: 90, parse: DAYS },
  /** Persons of live orders; Infinity for never. */
  orders: { default: 730, parse: orNever(DAYS) },
  /** Entries of the audit trail; Infinity for never. */
  audit: { default: Infinity, parse: orNever(DAYS) },
} as const;

/** Most seconds of a time that a server waits for. */
export const MAX_SECONDS = 1000 * 366 * 86_400;

/** Time for which a payment holds what it needs, in seconds: the default, and how it is read. */
export const PAYMENT_TTL = { default: 1800, parse: durationIn("s", MAX_SECONDS) } as const;
