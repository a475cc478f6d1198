import type { Change } from "./changes.ts";

/** Administrative changes: cached data must be read again. */
const ADMINISTRATIVE: ReadonlySet<Change["kind"]> = new Set([
  "merchant.put",
  "merchant.clear",
  "merchant.remove",
  "key.add",
  "key.revoke",
  "key.rotate",
  "coupon.put",
  "coupon.remove",
  "product.put",
  "stock.set",
  "stock.add",
  "webhook.add",
  "webhook.put",
  "webhook.remove",
]);

/**
 * True for administrative changes. A session is cached only by the one server of an SQLite file,
 * which drops what it expires, erases or deletes itself: only an operator's change of a session is
 * administrative.
 */
export function invalidatesCaches(change: Change): boolean {
  switch (change.kind) {
    case "session.put":
      return change.byOperator === true;
    case "session.delete":
      return change.withShop === true;
    default:
      return ADMINISTRATIVE.has(change.kind);
  }
}
