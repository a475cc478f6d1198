import type { MerchantId, ProductId, VariantId } from "../../domain/ids.ts";
import type { CatalogEntry } from "../../domain/shop/catalog.ts";
import { knownOrAliasFromRow } from "../../schema/stored/product.ts";
import type { CatalogReads, LineIds } from "../reads/catalog.ts";
import { both, mapped, type Reader } from "./query.ts";

type Variants = ReadonlyMap<VariantId, CatalogEntry>;

/** Columns of an alias. */
export const ALIAS = ["product_id", "variant_id", "alias_product_id", "alias_variant_id"]
  .map((name) => `CAST(${name} AS TEXT) AS ${name}`).join(", ");

/** The products in `:product_ids`, as rows without an alias, and the aliases in `:variant_ids`. */
const KNOWN_OR_ALIASED = `
  SELECT CAST(product_id AS TEXT) AS product_id, NULL AS variant_id, NULL AS alias_product_id,
    NULL AS alias_variant_id
  FROM products WHERE merchant_id = :merchant_id AND product_id IN :product_ids
  UNION ALL
  SELECT ${ALIAS}
  FROM variant_aliases WHERE merchant_id = :merchant_id AND alias_variant_id IN :variant_ids`;

/** Reads the data that a cart is priced with. Only ids of no stored variant need a second query. */
export function cartReads(
  db: Reader,
  readVariants: CatalogReads["variants"],
): CatalogReads["cart"] {
  const query = db.query(
    ["merchant_id", "product_ids", "variant_ids"],
    KNOWN_OR_ALIASED,
    knownOrAliasFromRow,
  );
  const readAlso = (
    merchantId: MerchantId,
    products: readonly ProductId[],
    ids: readonly VariantId[],
  ) =>
    products.length + ids.length === 0 ? [] : query.all({
      merchant_id: merchantId,
      product_ids: [...new Set(products)],
      variant_ids: [...new Set(ids)],
    });
  return (merchantId, ids, lines) => {
    const found = readVariants(merchantId, ids);
    // Until the variants are read, each id may be of none.
    const known: Variants = found instanceof Promise ? new Map() : found;
    const asked = lines.filter((line) => !isOf(line, known));
    const also = readAlso(
      merchantId,
      asked.map(({ productId }) => productId),
      [...ids.filter((id) => !known.has(id)), ...asked.map(({ variantId }) => variantId)],
    );
    return mapped(both(found, also), ([variants, rows]) => {
      const aliases = rows.filter((row) => "aliasVariantId" in row);
      const strangers = new Set(
        lines.filter(({ variantId }) => !variants.has(variantId)).map(({ productId }) => productId),
      );
      const stored = rows.filter((row) => !("aliasVariantId" in row))
        .map(({ productId }) => productId).filter((id) => strangers.has(id));
      const cart = { known: new Set(stored), aliases };
      if (aliases.length === 0) return { ...cart, variants };
      const targets = readVariants(merchantId, aliases.map(({ variantId }) => variantId));
      return mapped(targets, (more) => ({ ...cart, variants: new Map([...variants, ...more]) }));
    });
  };
}

/** True if a line's variant is one of the line's product. */
function isOf({ productId, variantId }: LineIds, known: Variants): boolean {
  return known.get(variantId)?.product.productId === productId;
}
