import { PRODUCT_DATA, VARIANT_DATA } from "./catalog.ts";
import { COUPON_DATA, MERCHANT_DATA } from "./shop.ts";

/**
 * The stamp of a thing: its columns as one text, exactly as stored, so that a row of an earlier
 * version compares equal to itself. No row if it is not stored.
 *
 * @param shop parameter of the merchant's id
 * @param id parameter of the thing's id, as text
 */
export const STAMPS = {
  merchant: (shop: string, id: string) =>
    `SELECT json_array(${MERCHANT_DATA.join(", ")}, (
         SELECT json_group_array(domain ORDER BY position) FROM merchant_domains
         WHERE merchant_id = m.id
       )) FROM merchants AS m WHERE m.id = ${shop} AND m.id = ${id}`,
  coupon: (shop: string, id: string) =>
    `SELECT json_array(${COUPON_DATA.join(", ")}) FROM coupons
       WHERE merchant_id = ${shop} AND id = ${id}`,
  product: (shop: string, id: string) =>
    `SELECT json_array(${PRODUCT_DATA.join(", ")}, (
         SELECT json_group_array(
           json_array(variant_id, ${VARIANT_DATA.join(", ")}, imported_quantity) ORDER BY position
         ) FROM variants WHERE merchant_id = p.merchant_id AND product_id = p.product_id
       )) FROM products AS p WHERE p.merchant_id = ${shop} AND p.product_id = CAST(${id} AS INTEGER)`,
  stock: (shop: string, id: string) =>
    `SELECT json_array(inventory_quantity) FROM variants
       WHERE merchant_id = ${shop} AND variant_id = CAST(${id} AS INTEGER)`,
} as const;

/** Writes one row, as it is, if the stamp is the expected one. */
const expected = (kind: keyof typeof STAMPS) =>
  `UPDATE epoch SET value = value WHERE (${STAMPS[kind](":merchant_id", ":id")}) IS :stamp`;

/** Preconditions on stored things. */
export const EXPECT_SQL = {
  "expect.merchant": expected("merchant"),
  "expect.coupon": expected("coupon"),
  "expect.product": expected("product"),
  "expect.stock": expected("stock"),
} as const;
