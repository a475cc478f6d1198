import type { Params, Posted, StatementName } from "../../commit/plan/statement.ts";
import { storable } from "../connection/storable.ts";

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

/** Name of the lock of a shop's catalogue, with the shop's id. */
export const CATALOGUE_LOCK = "catalogue:";

/** Locks of a statement. */
type LocksOf = (params: Params, lock: Collector) => void;

/** Parameters that name rows of a kind. */
type RowKind = Exclude<keyof Locks, "epoch" | "variants" | "keys" | "shared">;

const none: LocksOf = () => {};

const rows = (kind: RowKind, param: string): LocksOf => (params, lock) =>
  lock.add(kind, text(params[param]));

const all = (...parts: readonly LocksOf[]): LocksOf => (params, lock) => {
  for (const part of parts) part(params, lock);
};

/** A name made of a word and parameters. */
const key = (word: string, ...names: readonly string[]): LocksOf => (params, lock) =>
  lock.add("keys", [word, ...names.map((name) => text(params[name]))].join(":"));

const variant: LocksOf = ({ merchant_id, variant_id }, lock) =>
  lock.variant(text(merchant_id), text(variant_id));

const merchant = rows("merchants", "merchant_id");
const session = rows("sessions", "session_id");
const sessionById = rows("sessions", "id");
/** One change of people at a time: they are few. */
const people = key("people");
/** An import works on products and variants that may not exist yet. */
const catalogue: LocksOf = ({ merchant_id }, lock) =>
  lock.add("keys", CATALOGUE_LOCK + text(merchant_id));
const stockOfSession = all(sessionById, rows("stock", "id"));

/** Locks of every statement. */
export const LOCKS: Readonly<Record<StatementName, LocksOf>> = {
  "merchant.put": rows("merchants", "id"),
  "domains.delete": merchant,
  "domain.add": none,
  "merchant.delete": merchant,
  "merchant.deleteRecords": merchant,
  "merchant.deleteOtps": all(merchant, key("otp", "merchant_id")),
  "merchant.deleteKeys": merchant,
  "merchant.deleteDeliveries": merchant,
  "merchant.deleteEndpoints": merchant,
  "merchant.deleteEvents": merchant,
  "merchant.deleteCounts": merchant,
  "merchant.deletePurged": all(merchant, key("purged")),
  "coupons.clearUses": merchant,
  "coupons.clear": merchant,
  "customers.clearCoins": merchant,
  "customers.clear": merchant,
  "products.clearVariants": all(merchant, catalogue),
  "products.clear": merchant,
  "payments.clearReferences": merchant,
  "payments.clearUnexpected": merchant,
  "key.add": none,
  "key.revoke": rows("api_keys", "id"),
  "key.rotate": rows("api_keys", "id"),
  "key.used": rows("api_keys", "id"),
  "coupon.put": rows("coupons", "id"),
  "coupon.delete": rows("coupons", "id"),
  "webhook.add": none,
  "webhook.put": rows("endpoints", "id"),
  "webhook.deleteDeliveries": rows("endpoints", "id"),
  "webhook.delete": rows("endpoints", "id"),
  "secret.add": key("secret", "name"),
  "product.put": catalogue,
  "product.deleteVariants": catalogue,
  "variant.put": all(catalogue, variant),
  "variant.setStock": variant,
  "variant.addStock": variant,
  "customer.put": all(key("phone", "merchant_id", "phone"), rows("customers", "id")),
  "customer.add": key("phone", "merchant_id", "phone"),
  "customer.erase": rows("customers", "id"),
  "coins.addMovement": rows("customers", "customer_id"),
  "coins.moveBalances": rows("customers", "id"),
  "coins.eraseReasons": rows("customers", "id"),
  "coins.addWriteOff": rows("customers", "id"),
  "coins.writeOff": rows("customers", "id"),
  // The limit of a shop is counted too.
  "otp.sent": key("otp", "merchant_id"),
  "otp.forget": key("otp", "merchant_id"),
  "otp.purge": none,
  "session.add": none,
  "session.put": sessionById,
  "session.touch": rows("activity", "id"),
  "session.countPurged": all(sessionById, key("purged")),
  "session.delete": all(sessionById, rows("activity", "id")),
  "session.eraseExtra": sessionById,
  "session.retain": sessionById,
  "link.put": session,
  "link.update": session,
  "link.delete": sessionById,
  "return.add": session,
  "return.purge": none,
  "return.delete": sessionById,
  "idempotency.add": key("idempotency", "merchant_id", "livemode", "method", "path", "key"),
  "idempotency.purge": none,
  "idempotency.deleteOfSession": none,
  "coupon.addUse": all(session, rows("coupons", "coupon_id")),
  "coupon.countUse": rows("coupons", "id"),
  "coupon.uncountUse": all(session, rows("coupons", "coupon_id")),
  "coupon.deleteUse": all(session, rows("coupons", "coupon_id")),
  "stock.addHold": all(
    session,
    variant,
    ({ merchant_id }, lock) => lock.add("shared", CATALOGUE_LOCK + text(merchant_id)),
  ),
  "stock.holdUnits": variant,
  "stock.releaseUnits": stockOfSession,
  "stock.recordSales": stockOfSession,
  "stock.sellUnits": stockOfSession,
  "stock.returnSales": stockOfSession,
  "stock.addUnits": variant,
  "stock.deleteSales": stockOfSession,
  "stock.forgetBuyer": stockOfSession,
  "stock.deleteHolds": stockOfSession,
  "reference.take": key("reference", "merchant_id", "livemode", "reference"),
  "unexpected.add": key("unexpected", "merchant_id"),
  // A record that joins the row meanwhile would stay open, and be shown in no list.
  "unexpected.resolve": key("unexpected", "merchant_id"),
  "unexpected.resolveGroup": key("unexpected", "merchant_id"),
  "unexpected.eraseNotes": sessionById,
  "event.add": none,
  "event.addDeliveries": none,
  "event.purgeDeliveries": none,
  "event.purge": none,
  "event.redactBefore": none,
  "event.redact": none,
  "event.erasePhones": sessionById,
  "event.eraseReferences": sessionById,
  "event.eraseReasons": sessionById,
  "event.deleteDeliveries": all(sessionById, rows("deliveries", "id")),
  "event.deleteErased": all(sessionById, rows("deliveries", "id")),
  "event.deleteOfSession": sessionById,
  "delivery.put": rows("endpoints", "endpoint_id"),
  "person.add": people,
  "person.setRole": people,
  "person.setShopRole": people,
  "person.deleteShopRole": people,
  "person.setPassword": people,
  "person.delete": people,
  "signInLink.put": people,
  "signInLink.delete": people,
  "signInLink.deleteOf": people,
  "signInLinks.purge": people,
  "invitation.add": people,
  "invitation.accept": people,
  "invitation.delete": people,
  "invitation.deleteOf": people,
  "invitations.purge": people,
  "signIn.add": people,
  "signIn.seen": people,
  "signIn.confirm": people,
  "signIn.delete": people,
  "signIn.deleteAll": people,
  "signIn.deleteLinked": people,
  "signIns.purge": people,
  "limit.refused": key("refusals", "merchant_id"),
  "limit.purge": none,
  "message.sent": key("messages", "merchant_id"),
  "message.purge": none,
  "audit.add": none,
  "expect.merchant": rows("merchants", "id"),
  "expect.coupon": rows("coupons", "id"),
  "expect.product": catalogue,
  "expect.stock": all(
    catalogue,
    ({ merchant_id, id }, lock) => lock.variant(text(merchant_id), text(id)),
  ),
  "epoch.bump": (_params, lock) => lock.add("epoch", "true"),
  "probe": none,
};

/** Collects each lock once. */
class Collector {
  readonly #found: Partial<Record<keyof Locks, Map<string, unknown>>> = {};

  add(kind: Exclude<keyof Locks, "variants">, name: string): void {
    (this.#found[kind] ??= new Map()).set(name, name);
  }

  variant(merchantId: string, variantId: string): void {
    (this.#found.variants ??= new Map()).set(`${merchantId}:${variantId}`, [merchantId, variantId]);
  }

  json(): string {
    return JSON.stringify(
      Object.fromEntries(Object.entries(this.#found).map(([kind, of]) => [kind, [...of.values()]])),
    );
  }
}

/** The locks of a batch as JSON ({@link Locks}). */
export function locksOf(batch: readonly (readonly Posted[])[]): string {
  const lock = new Collector();
  for (const commit of batch) {
    for (const { name, params } of commit) LOCKS[name](params, lock);
  }
  return lock.json();
}

function text(value: Params[string] | undefined): string {
  return storable(String(value));
}
