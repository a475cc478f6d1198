import type { StampedThing } from "../../domain/stamp.ts";
import { JSON_ARRAY, jsonList } from "../sql/dialect.ts";
import { type Sql, sql } from "../sql/sql.ts";
import { PRODUCT_DATA, VARIANT_DATA } from "./catalog.ts";
import { catalogue, type LocksOf, rows, variantById } from "./locks.ts";
import { COUPON_DATA, MERCHANT_DATA } from "./shop.ts";
import { write } from "./write.ts";

const listOf = (values: Sql) => sql`CAST(${JSON_ARRAY}(${values}) AS TEXT)`;

const DOMAINS = jsonList("domain", {
  order: "position",
  from: "FROM merchant_domains WHERE merchant_id = merchants.id",
});
const VARIANTS = jsonList(
  sql`${JSON_ARRAY}(variant_id, ${VARIANT_DATA.join(", ")}, imported_quantity)`,
  {
    order: "position",
    from: "FROM variants WHERE merchant_id = one.merchant_id AND product_id = one.product_id",
  },
);

/**
 * The stamp of the thing `:id` of the shop `:merchant_id`: its columns as one text, exactly as stored,
 * so that a row of an earlier version compares equal to itself. No row if it is not stored.
 */
export const STAMPS: Readonly<Record<StampedThing["kind"], Sql>> = {
  merchant: sql`SELECT ${listOf(sql`${MERCHANT_DATA.join(", ")}, ${DOMAINS}`)} FROM merchants
       WHERE id = :merchant_id AND id = :id`,
  coupon: sql`SELECT ${listOf(COUPON_DATA.join(", "))} FROM coupons
       WHERE merchant_id = :merchant_id AND id = :id`,
  product: sql`SELECT ${listOf(sql`${PRODUCT_DATA.join(", ")}, ${VARIANTS}`)} FROM products AS one
       WHERE merchant_id = :merchant_id AND product_id = CAST(:id AS bigint)`,
  stock: sql`SELECT ${listOf("inventory_quantity")} FROM variants
       WHERE merchant_id = :merchant_id AND variant_id = CAST(:id AS bigint)`,
};

/** Writes one row, as it is, if the stamp is the expected one. In PostgreSQL it counts as one. */
const expected = (kind: StampedThing["kind"], ...locks: readonly LocksOf[]) => {
  const one: Sql = { sqlite: "UPDATE epoch SET value = value", postgres: "PERFORM 1" };
  return write(sql`${one} WHERE (${STAMPS[kind]}) IS NOT DISTINCT FROM :stamp`, ...locks);
};

/** Preconditions on stored things. */
export const EXPECT_WRITES = {
  "expect.merchant": expected("merchant", rows("merchants", "id")),
  "expect.coupon": expected("coupon", rows("coupons", "id")),
  "expect.product": expected("product", catalogue),
  "expect.stock": expected("stock", catalogue, variantById),
} as const;
