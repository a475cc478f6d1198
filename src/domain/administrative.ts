import type { Change } from "./changes.ts";
import type { MerchantId } from "./ids.ts";

/** Administrative changes: cached data must be read again. */
const ADMINISTRATIVE: ReadonlySet<Change["kind"]> = new Set([
  "merchant.put",
  "merchant.clear",
  "merchant.remove",
  "key.add",
  "key.revoke",
  "key.rotate",
  "key.update",
  "coupon.put",
  "coupon.remove",
  "product.put",
  "stock.set",
  "stock.add",
  "webhook.add",
  "webhook.put",
  "webhook.rotate",
  "webhook.remove",
  "provider.add",
  "provider.remove",
  "provider.key",
  "provider.forget",
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
      return change.withShop !== undefined;
    default:
      return ADMINISTRATIVE.has(change.kind);
  }
}

/**
 * The shop that an administrative change concerns; null if caches forget all shops. Keys and the end
 * of a shop concern all: nothing that is taken away depends on finding the right entries.
 */
export function changedShop(change: Change): MerchantId | null {
  switch (change.kind) {
    case "merchant.put":
      return change.merchant.id;
    case "merchant.clear":
    case "product.put":
    case "stock.set":
    case "stock.add":
    case "coupon.remove":
    case "webhook.remove":
      return change.merchantId;
    case "coupon.put":
      return change.coupon.merchantId;
    case "webhook.add":
    case "webhook.put":
    case "webhook.rotate":
      return change.endpoint.merchantId;
    case "session.put":
      return change.session.merchantId;
    case "session.delete":
      return change.withShop ?? null;
    default:
      return null;
  }
}
