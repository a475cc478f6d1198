import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Product } from "../../../domain/catalog.ts";
import type { Change } from "../../../domain/changes.ts";
import { productToRow, variantToRow } from "../../../schema/stored/write/product.ts";
import { fromExcluded, insertInto, Refusal, VIOLATED, writeOne } from "./statements.ts";

type Of<Kind extends Change["kind"]> = Extract<Change, { readonly kind: Kind }>;

const PRODUCT_DATA = [
  "id",
  "title",
  "handle",
  "vendor",
  "body_html",
  "status",
  "images",
] as const;

const VARIANT_KEY = ["merchant_id", "variant_id", "product_id"] as const;
const VARIANT_DATA = [
  "position",
  "title",
  "price",
  "compare_at_price",
  "grams",
  "taxable",
  "inventory_policy",
  "image_id",
] as const;

/** What a variant is added with, besides what is imported of it. */
const COMPUTED = {
  imported_quantity: ":inventory_quantity",
  // More than 0 when it was in the catalogue before and payments from then are under way.
  held: `(SELECT coalesce(sum(units), 0) FROM stock_holds
    WHERE merchant_id = :merchant_id AND variant_id = :variant_id)`,
};

/**
 * Writes products with their variants.
 *
 * A variant that a product no longer has leaves the catalogue at once, also while a
 * payment holds units of it: one customer who pays must not block a shop's import, and
 * what is no longer offered has no stock to count down. The hold itself stays with its
 * session, and counts again should the variant come back before the payment is through.
 */
export class CatalogWrites {
  readonly #putProduct: StatementSync;
  readonly #dropVariants: StatementSync;
  readonly #putVariant: StatementSync;

  constructor(db: DatabaseSync) {
    this.#putProduct = db.prepare(
      `${insertInto("products", ["merchant_id", "product_id", ...PRODUCT_DATA])}
       ON CONFLICT (merchant_id, product_id) DO UPDATE SET ${fromExcluded(PRODUCT_DATA)}`,
    );
    this.#dropVariants = db.prepare(
      `DELETE FROM variants WHERE merchant_id = :merchant_id AND product_id = :product_id
         AND variant_id NOT IN (SELECT CAST(value AS INTEGER) FROM json_each(:kept))`,
    );
    this.#putVariant = db.prepare(
      `${insertInto("variants", [...VARIANT_KEY, ...VARIANT_DATA, "inventory_quantity"], COMPUTED)}
       ON CONFLICT (merchant_id, variant_id) DO UPDATE SET ${fromExcluded(VARIANT_DATA)},
         inventory_quantity = iif(imported_quantity IS excluded.imported_quantity,
           inventory_quantity, excluded.inventory_quantity),
         imported_quantity = excluded.imported_quantity
       WHERE product_id = excluded.product_id`,
    );
  }

  putProduct(change: Of<"product.put">): void {
    const { merchantId, product } = change;
    const row = productToRow(merchantId, product);
    requireOwnVariants(product);
    writeOne(change, {
      statement: this.#putProduct,
      row,
      refusals: { [VIOLATED.foreignKey]: `Merchant of the product is not known: ${merchantId}` },
    });
    // As many as there were: the new list takes their place.
    this.#dropVariants.run({
      merchant_id: merchantId,
      product_id: row.product_id,
      kept: JSON.stringify(product.variants.map(({ variantId }) => variantId)),
    });
    for (const [position, variant] of product.variants.entries()) {
      writeOne(change, {
        statement: this.#putVariant,
        row: variantToRow(merchantId, variant, position),
        refusals: { 0: `Variant is taken by a product: ${variant.variantId}` },
      });
    }
  }
}

function requireOwnVariants(product: Product): void {
  const seen = new Set<string>();
  for (const { variantId, productId } of product.variants) {
    if (productId !== product.productId) {
      throw new Refusal(`Variant names another product: ${variantId}`);
    }
    if (seen.has(variantId)) {
      throw new Refusal(`Variant is in the product twice: ${variantId}`);
    }
    seen.add(variantId);
  }
}
