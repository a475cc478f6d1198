import { insertRow, takeExcluded } from "./insert.ts";

/** Columns of a product besides its key. */
export const PRODUCT_COLUMNS = [
  "id",
  "title",
  "handle",
  "vendor",
  "body_html",
  "status",
  "images",
] as const;

const VARIANT_KEY = ["merchant_id", "variant_id", "product_id"] as const;

/** Columns of a variant besides its key and its stock. */
export const VARIANT_COLUMNS = [
  "position",
  "title",
  "price",
  "compare_at_price",
  "grams",
  "taxable",
  "inventory_policy",
  "image_id",
] as const;

/** Computed columns of a new variant. */
const COMPUTED = {
  imported_quantity: "r.inventory_quantity",
  // More than 0 if it was in the catalogue before and pending payments hold units.
  held: `(SELECT coalesce(sum(units), 0) FROM stock_holds
    WHERE merchant_id = r.merchant_id AND variant_id = r.variant_id)`,
};

/** Products with their variants. */
export const CATALOG_WRITES = {
  "product.put": `${insertRow("products", ["merchant_id", "product_id", ...PRODUCT_COLUMNS])}
       ON CONFLICT (merchant_id, product_id) DO UPDATE SET ${takeExcluded(PRODUCT_COLUMNS)}`,
  "product.deleteVariants":
    `DELETE FROM variants WHERE merchant_id = :merchant_id AND product_id = :product_id::bigint
         AND variant_id NOT IN (SELECT value::bigint FROM json_array_elements_text(:kept::json))`,
  "variant.put": `${
    insertRow("variants", [...VARIANT_KEY, ...VARIANT_COLUMNS, "inventory_quantity"], COMPUTED)
  }
       ON CONFLICT (merchant_id, variant_id) DO UPDATE SET ${takeExcluded(VARIANT_COLUMNS)},
         inventory_quantity = CASE
           WHEN variants.imported_quantity IS DISTINCT FROM excluded.imported_quantity
           THEN excluded.inventory_quantity ELSE variants.inventory_quantity END,
         imported_quantity = excluded.imported_quantity
       WHERE variants.product_id = excluded.product_id`,
  // What was last imported stays: importing it again changes nothing.
  "variant.setStock": `UPDATE variants SET inventory_quantity = :units::bigint
       WHERE merchant_id = :merchant_id AND variant_id = :variant_id::bigint`,
  "variant.addStock": `UPDATE variants SET inventory_quantity = inventory_quantity + :units::bigint
       WHERE merchant_id = :merchant_id AND variant_id = :variant_id::bigint
         AND inventory_quantity IS NOT NULL`,
} as const;
