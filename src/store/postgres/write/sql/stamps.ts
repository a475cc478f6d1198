import { PRODUCT_COLUMNS, VARIANT_COLUMNS } from "./catalog.ts";
import { COUPON_COLUMNS, MERCHANT_COLUMNS } from "./shop.ts";

/**
 * The stamp of a thing: its columns as one text, exactly as stored, so that a row of an earlier
 * version compares equal to itself. No row if it is not stored.
 *
 * @param shop parameter of the merchant's id
 * @param id parameter of the thing's id, as text
 */
export const STAMP_SQL = {
  merchant: (shop: string, id: string) =>
    `SELECT json_build_array(${MERCHANT_COLUMNS.join(", ")}, (
         SELECT json_agg(domain ORDER BY position) FROM merchant_domains WHERE merchant_id = m.id
       ))::text FROM merchants AS m WHERE m.id = ${shop} AND m.id = ${id}`,
  coupon: (shop: string, id: string) =>
    `SELECT json_build_array(${COUPON_COLUMNS.join(", ")})::text FROM coupons
       WHERE merchant_id = ${shop} AND id = ${id}`,
  product: (shop: string, id: string) =>
    `SELECT json_build_array(${PRODUCT_COLUMNS.join(", ")}, (
         SELECT json_agg(
           json_build_array(variant_id, ${VARIANT_COLUMNS.join(", ")}, imported_quantity)
           ORDER BY position
         ) FROM variants WHERE merchant_id = one.merchant_id AND product_id = one.product_id
       ))::text FROM products AS one
       WHERE one.merchant_id = ${shop} AND one.product_id = (${id})::bigint`,
  stock: (shop: string, id: string) =>
    `SELECT json_build_array(inventory_quantity)::text FROM variants
       WHERE merchant_id = ${shop} AND variant_id = (${id})::bigint`,
} as const;

/** Counts as one row if the stamp is the expected one. */
const expected = (kind: keyof typeof STAMP_SQL) =>
  `PERFORM 1 WHERE (${STAMP_SQL[kind](":merchant_id", ":id")}) IS NOT DISTINCT FROM :stamp`;

/** Preconditions on stored things. */
export const EXPECT_READS = {
  "expect.merchant": expected("merchant"),
  "expect.coupon": expected("coupon"),
  "expect.product": expected("product"),
  "expect.stock": expected("stock"),
} as const;
