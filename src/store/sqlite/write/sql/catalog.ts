import { fromExcluded, insertInto } from "./insert.ts";

/** Columns of a product besides its key. */
export const PRODUCT_DATA = [
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
export const VARIANT_DATA = [
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
  imported_quantity: ":inventory_quantity",
  // More than 0 if it was in the catalogue before and pending payments hold units.
  held: `(SELECT coalesce(sum(units), 0) FROM stock_holds
    WHERE merchant_id = :merchant_id AND variant_id = :variant_id)`,
};

/** Products with their variants. */
export const CATALOG_SQL = {
  "product.put": `${insertInto("products", ["merchant_id", "product_id", ...PRODUCT_DATA])}
       ON CONFLICT (merchant_id, product_id) DO UPDATE SET ${fromExcluded(PRODUCT_DATA)}`,
  "product.deleteVariants":
    `DELETE FROM variants WHERE merchant_id = :merchant_id AND product_id = :product_id
         AND variant_id NOT IN (SELECT CAST(value AS INTEGER) FROM json_each(:kept))`,
  "variant.put": `${
    insertInto("variants", [...VARIANT_KEY, ...VARIANT_DATA, "inventory_quantity"], COMPUTED)
  }
       ON CONFLICT (merchant_id, variant_id) DO UPDATE SET ${fromExcluded(VARIANT_DATA)},
         inventory_quantity = iif(imported_quantity IS excluded.imported_quantity,
           inventory_quantity, excluded.inventory_quantity),
         imported_quantity = excluded.imported_quantity
       WHERE product_id = excluded.product_id`,
  // What was last imported stays: importing it again changes nothing.
  "variant.setStock": `UPDATE variants SET inventory_quantity = :units
       WHERE merchant_id = :merchant_id AND variant_id = :variant_id`,
  "variant.addStock": `UPDATE variants SET inventory_quantity = inventory_quantity + :units
       WHERE merchant_id = :merchant_id AND variant_id = :variant_id
         AND inventory_quantity IS NOT NULL`,
} as const;
