import { type Sql, sql } from "../sql/sql.ts";
import { catalogue, variant } from "./locks.ts";
import { fromExcluded, insertInto, write } from "./write.ts";

/** Columns of a product besides its key. */
export const PRODUCT_DATA = [
  "id",
  "title",
  "handle",
  "vendor",
  "body_html",
  "status",
  "images",
  "pictures",
  "option_names",
  "max_quantity",
] as const;

const VARIANT_KEY = ["merchant_id", "variant_id", "product_id"] as const;

/** Columns of a variant besides its key and its stock. */
export const VARIANT_DATA = [
  "position",
  "title",
  "option_values",
  "sku",
  "price",
  "compare_at_price",
  "grams",
  "taxable",
  "inventory_policy",
  "image_id",
] as const;

/** Computed columns of a new variant. */
const COMPUTED = {
  imported_quantity: ":inventory_quantity",
  // More than 0 if it was in the catalogue before and pending payments hold units.
  held: `(SELECT coalesce(sum(units), 0) FROM stock_holds
    WHERE merchant_id = :merchant_id AND variant_id = :variant_id)`,
};

/** The variants of a JSON array. */
const KEPT: Sql = {
  sqlite: "SELECT CAST(value AS INTEGER) FROM json_each(:kept)",
  postgres: "SELECT value::bigint FROM json_array_elements_text(:kept::json)",
};

/** Products with their variants. */
export const CATALOG_WRITES = {
  "product.put": write(
    sql`${insertInto("products", ["merchant_id", "product_id", ...PRODUCT_DATA])}
       ON CONFLICT (merchant_id, product_id) DO UPDATE SET ${fromExcluded(PRODUCT_DATA)}`,
    catalogue,
  ),
  "product.deleteVariants": write(
    sql`DELETE FROM variants WHERE merchant_id = :merchant_id AND product_id = :product_id
         AND variant_id NOT IN (${KEPT})`,
    catalogue,
  ),
  "variant.put": write(
    sql`${
      insertInto("variants", [...VARIANT_KEY, ...VARIANT_DATA, "inventory_quantity"], {
        computed: COMPUTED,
      })
    }
       ON CONFLICT (merchant_id, variant_id) DO UPDATE SET ${fromExcluded(VARIANT_DATA)},
         inventory_quantity = CASE
           WHEN variants.imported_quantity IS DISTINCT FROM excluded.imported_quantity
           THEN excluded.inventory_quantity ELSE variants.inventory_quantity END,
         imported_quantity = excluded.imported_quantity
       WHERE variants.product_id = excluded.product_id`,
    catalogue,
    variant,
  ),
  "alias.put": write(
    sql`${
      insertInto("variant_aliases", [
        "merchant_id",
        "alias_variant_id",
        "alias_product_id",
        "product_id",
        "variant_id",
      ])
    }
       ON CONFLICT (merchant_id, alias_variant_id) DO UPDATE SET ${
      fromExcluded(["alias_product_id", "product_id", "variant_id"])
    }`,
    catalogue,
  ),
  // What was last imported stays: importing it again changes nothing.
  "variant.setStock": write(
    `UPDATE variants SET inventory_quantity = :units
       WHERE merchant_id = :merchant_id AND variant_id = :variant_id`,
    variant,
  ),
  "variant.addStock": write(
    `UPDATE variants SET inventory_quantity = inventory_quantity + :units
       WHERE merchant_id = :merchant_id AND variant_id = :variant_id
         AND inventory_quantity IS NOT NULL`,
    variant,
  ),
} as const;
