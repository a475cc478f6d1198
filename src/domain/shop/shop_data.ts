/** Data of a shop, in the order in which it is deleted: earlier parts refer to later ones. */
export const SHOP_DATA = ["sessions", "coupons", "customers", "products", "payments"] as const;

/**
 * Number of things of each part; payments are references, results without an order, refunds
 * and disputes.
 */
export type ShopData = Readonly<Record<(typeof SHOP_DATA)[number], number>>;

/** Parts that are deleted by themselves; a session takes more along. */
export type ClearedPart = Exclude<(typeof SHOP_DATA)[number], "sessions">;

/** Of an empty shop. */
export const NO_SHOP_DATA: ShopData = {
  sessions: 0,
  coupons: 0,
  customers: 0,
  products: 0,
  payments: 0,
};
