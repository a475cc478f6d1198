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
  "session.delete",
  "session.erase",
]);

/**
 * True for administrative changes. Ending a session from the command line is one; a server that
 * expires a session only reads some data again, which is cheap.
 */
export function invalidatesCaches(change: Change): boolean {
  return ADMINISTRATIVE.has(change.kind) ||
    (change.kind === "session.put" && (change.expired || change.byOperator === true));
}
