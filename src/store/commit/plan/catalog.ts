import type { Product } from "../../../domain/shop/catalog.ts";
import { aliasToRow, productToRow, variantToRow } from "../../../schema/stored/product.ts";
import { any, ImpossibleChange, one, type Planners } from "./statement.ts";

/**
 * Products with their variants.
 *
 * A variant that a product no longer has is removed at once, even while a payment holds units of
 * it: a payment must not block an import, and a removed variant has no stock to reduce. The hold
 * stays with its session and counts again if the variant returns before the payment ends.
 */
export const CATALOG = {
  "product.put": ({ merchantId, product }) => {
    requireOwnVariants(product);
    const row = productToRow(merchantId, product);
    return [
      one("product.put", row, {
        onForeignKey: `Merchant of the product is not known: ${merchantId}`,
      }),
      any("product.deleteVariants", {
        merchant_id: merchantId,
        product_id: row.product_id,
        kept: JSON.stringify(product.variants.map(({ variantId }) => variantId)),
      }),
      ...product.variants.map((variant, position) =>
        one("variant.put", variantToRow(merchantId, variant, position), {
          onNoRow: `Variant is taken by a product: ${variant.variantId}`,
        })
      ),
    ];
  },

  "product.alias": ({ merchantId, alias }) => [
    one("alias.put", aliasToRow(merchantId, alias), {
      onForeignKey: `Variant is not known: ${alias.variantId}`,
    }),
  ],

  "stock.set": ({ merchantId, variantId, units }) => [
    one("variant.setStock", { merchant_id: merchantId, variant_id: BigInt(variantId), units }, {
      onNoRow: `Variant is not known: ${variantId}`,
    }),
  ],

  "stock.add": ({ merchantId, variantId, units }) => [
    one("variant.addStock", { merchant_id: merchantId, variant_id: BigInt(variantId), units }, {
      onNoRow: `Variant is not known, or its stock is not tracked: ${variantId}`,
    }),
  ],
} satisfies Partial<Planners>;

function requireOwnVariants(product: Product): void {
  const seen = new Set<string>();
  for (const { variantId, productId } of product.variants) {
    if (productId !== product.productId) {
      throw new ImpossibleChange(`Variant names another product: ${variantId}`);
    }
    if (seen.has(variantId)) {
      throw new ImpossibleChange(`Variant is in the product twice: ${variantId}`);
    }
    seen.add(variantId);
  }
}
