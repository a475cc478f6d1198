import type { Params } from "./params.ts";

/**
 * Locks of a batch, in the order in which they are taken. Within a kind they are sorted, so that two
 * batches never wait for each other.
 */
export interface Locks {
  /** Epoch of the caches. */
  readonly epoch?: readonly [true];
  readonly merchants?: readonly string[];
  /** Names of things that no row stands for; one transaction at a time has a name. */
  readonly keys?: readonly string[];
  /** Names that transactions have together, while none has it in `keys`. */
  readonly shared?: readonly string[];
  readonly coupons?: readonly string[];
  readonly customers?: readonly string[];
  /** Merchant and number. */
  readonly variants?: readonly (readonly [string, string])[];
  readonly sessions?: readonly string[];
  /** Sessions whose row of activity is written. */
  readonly activity?: readonly string[];
  readonly endpoints?: readonly string[];
  readonly api_keys?: readonly string[];
  /** Sessions whose held and sold variants are locked, and their shops' catalogues. */
  readonly stock?: readonly string[];
  /** Sessions whose deliveries' endpoints are locked. */
  readonly deliveries?: readonly string[];
}

/** Collects the locks of a batch, each once. */
export interface LockCollector {
  add(kind: Exclude<keyof Locks, "variants">, name: string): void;
  variant(merchantId: string, variantId: string): void;
}

/** Name of the lock of a shop's catalogue, with the shop's id. */
export const CATALOGUE_LOCK = "catalogue:";

/** Adds locks of a statement. */
export type LocksOf = (params: Params, lock: LockCollector) => void;

/** Parameters that name rows of a kind. */
type RowKind = Exclude<keyof Locks, "epoch" | "variants" | "keys" | "shared">;

/** Rows with the id of a parameter. */
export const rows = (kind: RowKind, param: string): LocksOf => (params, lock) =>
  lock.add(kind, text(params[param]));

/** A name made of a word and parameters. */
export const key = (word: string, ...names: readonly string[]): LocksOf => (params, lock) =>
  lock.add("keys", [word, ...names.map((name) => text(params[name]))].join(":"));

/** The variant of a statement. */
export const variant: LocksOf = ({ merchant_id, variant_id }, lock) =>
  lock.variant(text(merchant_id), text(variant_id));

/** The variant whose id is the statement's. */
export const variantById: LocksOf = ({ merchant_id, id }, lock) =>
  lock.variant(text(merchant_id), text(id));

/** The epoch of the caches. */
export const epoch: LocksOf = (_params, lock) => lock.add("epoch", "true");
/** The shop of a statement. */
export const merchant = rows("merchants", "merchant_id");
/** The session of a statement. */
export const session = rows("sessions", "session_id");
/** The session whose id is the statement's. */
export const sessionById = rows("sessions", "id");
/** One change of people at a time: they are few. */
export const people = key("people");
/** An import works on products and variants that may not exist yet. */
export const catalogue: LocksOf = ({ merchant_id }, lock) =>
  lock.add("keys", CATALOGUE_LOCK + text(merchant_id));
/** A statement that no import may come between. */
export const catalogueShared: LocksOf = ({ merchant_id }, lock) =>
  lock.add("shared", CATALOGUE_LOCK + text(merchant_id));

function text(value: Params[string] | undefined): string {
  return String(value);
}
