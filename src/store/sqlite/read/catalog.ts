import { nothingLeft } from "../../../domain/filters.ts";
import type { Int64, MerchantId, ProductId, VariantId } from "../../../domain/ids.ts";
import type { Product } from "../../../domain/shop/catalog.ts";
import { pageOf } from "../../../domain/values/page.ts";
import {
  productFromRow,
  productIdFromRow,
  stockFromRow,
  unpaidFromRow,
} from "../../../schema/stored/product.ts";
import type { CatalogReads } from "../../reads/catalog.ts";
import { type Connection, Query } from "./query.ts";

// 64-bit columns are read as text, because numbers would lose digits. The variants are in the same
// row, so that product and variants are of one snapshot.
const products = (inventory: string) => `
  SELECT merchant_id, CAST(product_id AS TEXT) AS product_id, id, title, handle, vendor, body_html,
    status, images, (
      SELECT json_group_array(json_object(
        'variantId', CAST(v.variant_id AS TEXT),
        'productId', CAST(v.product_id AS TEXT),
        'title', v.title,
        'price', v.price,
        'compareAtPrice', v.compare_at_price,
        'grams', v.grams,
        'taxable', json(iif(v.taxable, 'true', 'false')),
        'inventoryQuantity', ${inventory},
        'inventoryPolicy', v.inventory_policy,
        'imageId', CAST(v.image_id AS TEXT)
      ) ORDER BY v.position)
      FROM variants AS v WHERE v.merchant_id = p.merchant_id AND v.product_id = p.product_id
    ) AS variants
  FROM products AS p WHERE p.merchant_id = ?1`;

/**
 * Products of the merchant ?1 with the available stock: units less those held; null if not tracked.
 */
export const CATALOGUE = products("v.inventory_quantity - v.held");
const IMPORTED = products("v.imported_quantity");

/** ?2 is a JSON array of digits. */
const BY_PRODUCT = "AND p.product_id IN (SELECT CAST(value AS INTEGER) FROM json_each(?2))";
const BY_VARIANT = `AND p.product_id IN (
    SELECT product_id FROM variants
    WHERE merchant_id = ?1
      AND variant_id IN (SELECT CAST(value AS INTEGER) FROM json_each(?2)))`;

/** Units of the variant `v` that are held for a digest. */
const unpaidOf = (digest: string, at: string) =>
  `(SELECT ifnull(sum(units), 0) FROM stock_holds AS h
     WHERE h.merchant_id = v.merchant_id AND h.variant_id = v.variant_id AND h.${digest} = ${at})`;

/** Unpaid units of variants that are held for a buyer, and those not held. */
const UNPAID = `SELECT CAST(v.variant_id AS TEXT) AS variant_id,
       ${unpaidOf("phone", "?3")} AS by_phone,
       ${unpaidOf("address", "?4")} AS by_address,
       ${unpaidOf("client", "?5")} AS by_client,
       iif(v.inventory_policy = 'continue', NULL, v.inventory_quantity - v.held) AS unheld
     FROM variants AS v WHERE v.merchant_id = ?1
       AND v.variant_id IN (SELECT CAST(value AS INTEGER) FROM json_each(?2))`;

/** Products are read at once. */
export interface SqliteCatalog extends CatalogReads {
  products(merchantId: MerchantId, ids: readonly ProductId[]): Map<ProductId, Product>;
}

/** Reads the catalogue. */
export function sqliteCatalog(db: Connection): SqliteCatalog {
  // Less than any id, if there is no key.
  const page = new Query(
    db,
    `${CATALOGUE} AND p.product_id > coalesce(CAST(?2 AS INTEGER), -1e19)
       AND (?4 = '' OR instr(lower(p.title), lower(?4)) > 0 OR instr(lower(p.vendor), lower(?4)) > 0)
     ORDER BY p.product_id LIMIT ?3`,
    productFromRow,
  );
  const byProduct = new Query(db, `${CATALOGUE} ${BY_PRODUCT}`, productFromRow);
  const imported = new Query(db, `${IMPORTED} ${BY_PRODUCT}`, productFromRow);
  const byVariant = new Query(db, `${CATALOGUE} ${BY_VARIANT}`, productFromRow);
  const known = new Query(
    db,
    `SELECT CAST(product_id AS TEXT) AS product_id FROM products AS p
     WHERE p.merchant_id = ?1 ${BY_PRODUCT}`,
    productIdFromRow,
  );
  const stock = new Query(
    db,
    `SELECT CAST(variant_id AS TEXT) AS variant_id, inventory_quantity FROM variants
     WHERE merchant_id = ?1
       AND variant_id IN (SELECT CAST(value AS INTEGER) FROM json_each(?2))`,
    stockFromRow,
  );
  const unpaid = new Query(db, UNPAID, unpaidFromRow);
  /** Reads rows by ids; without ids no query is run. */
  const read = <T>(query: Query<T>, merchantId: MerchantId, ids: readonly Int64[]): T[] =>
    ids.length === 0 ? [] : query.all(merchantId, JSON.stringify(ids));
  const byId = (products: readonly Product[]) =>
    new Map(products.map((product) => [product.productId, product]));
  const variants = (merchantId: MerchantId, ids: readonly VariantId[]) => {
    const wanted = new Set(ids);
    return new Map(
      read(byVariant, merchantId, ids).flatMap((product) =>
        product.variants.filter(({ variantId }) => wanted.has(variantId))
          .map((variant) => [variant.variantId, { product, variant }])
      ),
    );
  };
  return {
    variants,
    products: (merchantId, ids) => byId(read(byProduct, merchantId, ids)),
    imported: (merchantId, ids) => byId(read(imported, merchantId, ids)),
    cart: (merchantId, ids, lines) => {
      const found = variants(merchantId, ids);
      const strangers = lines.filter(({ variantId }) => !found.has(variantId));
      const productIds = new Set(strangers.map(({ productId }) => productId));
      return { variants: found, known: new Set(read(known, merchantId, [...productIds])) };
    },
    known: (merchantId, ids) => new Set(read(known, merchantId, ids)),
    stock: (merchantId, ids) => new Map(read(stock, merchantId, ids)),
    unpaid: (merchantId, { phone, address, client }, ids) =>
      new Map(unpaid.all(merchantId, JSON.stringify(ids), phone, address, client)),
    of: (merchantId, { search, ...rest }, { limit, after = null }) => {
      nothingLeft(rest);
      const found = page.all(merchantId, after, limit + 1, search ?? "");
      return pageOf(found, limit, ({ productId }) => productId);
    },
  };
}
