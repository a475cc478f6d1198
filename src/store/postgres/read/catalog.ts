import type { Int64, MerchantId } from "../../../domain/ids.ts";
import type { Product } from "../../../domain/shop/catalog.ts";
import { pageOf } from "../../../domain/values/page.ts";
import { productFromRow, productIdFromRow, stockFromRow } from "../../../schema/stored/product.ts";
import type { CatalogReads } from "../../reads/catalog.ts";
import { PgQuery, type Reads } from "./query.ts";

// 64-bit columns are read as text, because numbers would lose digits. The variants are in the same
// row, so that product and variants are of one snapshot.
const products = (inventory: string) => `
  SELECT merchant_id, product_id::text AS product_id, id, title, handle, vendor, body_html,
    status, images, coalesce((
      SELECT json_agg(json_build_object(
        'variantId', v.variant_id::text,
        'productId', v.product_id::text,
        'title', v.title,
        'price', v.price,
        'compareAtPrice', v.compare_at_price,
        'grams', v.grams,
        'taxable', v.taxable = 1,
        'inventoryQuantity', ${inventory},
        'inventoryPolicy', v.inventory_policy,
        'imageId', v.image_id::text
      ) ORDER BY v.position)
      FROM variants AS v WHERE v.merchant_id = p.merchant_id AND v.product_id = p.product_id
    )::text, '[]') AS variants
  FROM products AS p WHERE p.merchant_id = $1`;

/**
 * Products of the merchant $1 with the available stock: units less those held; null if not tracked.
 */
export const PG_CATALOGUE = products("v.inventory_quantity - v.held");
const IMPORTED = products("v.imported_quantity");

const BY_PRODUCT = "AND p.product_id = ANY ($2::bigint[])";
/** Of coupons with a condition; $2 has their ids and $3 is a code. */
const byGift = (coupons: string) =>
  `AND p.product_id IN (
    SELECT gift::bigint FROM coupons AS c
    CROSS JOIN json_array_elements_text(c.definition::json #> '{gift,productIds}') AS gift
    WHERE ${coupons})`;
/** By the indexes of ids and of codes: a shop may have many coupons. */
const ENTERED = `c.id IN (
      SELECT id FROM coupons WHERE merchant_id = $1 AND id = ANY ($2::text[])
      UNION ALL SELECT id FROM coupons WHERE merchant_id = $1 AND code_key = $3)`;
const BY_VARIANT = `AND p.product_id IN (
    SELECT product_id FROM variants WHERE merchant_id = $1 AND variant_id = ANY ($2::bigint[]))`;

/** The first id; $3 says whether the page begins with it or after it. */
const FIRST = "-9223372036854775808";
/** Letters of ASCII alone, as the columns are compared. */
const SEARCH = `lower($5::text COLLATE "C")`;

/** Reads the catalogue. */
export function postgresCatalog(reads: Reads): CatalogReads {
  const page = new PgQuery(
    reads,
    `${PG_CATALOGUE} AND p.product_id >= $2 AND ($3 OR p.product_id <> $2)
       AND ($5 = '' OR strpos(lower(p.title), ${SEARCH}) > 0
         OR strpos(lower(p.vendor), ${SEARCH}) > 0)
     ORDER BY p.product_id LIMIT $4`,
    productFromRow,
  );
  const byProduct = new PgQuery(reads, `${PG_CATALOGUE} ${BY_PRODUCT}`, productFromRow);
  const imported = new PgQuery(reads, `${IMPORTED} ${BY_PRODUCT}`, productFromRow);
  const byVariant = new PgQuery(reads, `${PG_CATALOGUE} ${BY_VARIANT}`, productFromRow);
  const giftsOfEntered = new PgQuery(
    reads,
    `${PG_CATALOGUE} ${byGift(ENTERED)}`,
    productFromRow,
  );
  const giftsOfAutomatic = new PgQuery(
    reads,
    `${PG_CATALOGUE} ${
      byGift("c.merchant_id = $1 AND c.application_type = 'AUTOMATIC' AND c.enabled = 1")
    }`,
    productFromRow,
  );
  const known = new PgQuery(
    reads,
    `SELECT product_id::text AS product_id FROM products AS p WHERE p.merchant_id = $1 ${BY_PRODUCT}`,
    productIdFromRow,
  );
  const stock = new PgQuery(
    reads,
    `SELECT variant_id::text AS variant_id, inventory_quantity FROM variants
     WHERE merchant_id = $1 AND variant_id = ANY ($2::bigint[])`,
    stockFromRow,
  );
  /** Reads rows by ids; without ids no query is run. */
  const read = async <T>(query: PgQuery<T>, merchantId: MerchantId, ids: readonly Int64[]) =>
    ids.length === 0 ? [] : await query.all(merchantId, ids);
  const byId = (products: readonly Product[]) =>
    new Map(products.map((product) => [product.productId, product]));
  return {
    variants: async (merchantId, ids) => {
      const wanted = new Set(ids);
      return new Map(
        (await read(byVariant, merchantId, ids)).flatMap((product) =>
          product.variants.filter(({ variantId }) => wanted.has(variantId))
            .map((variant) => [variant.variantId, { product, variant }])
        ),
      );
    },
    products: async (merchantId, ids) => byId(await read(byProduct, merchantId, ids)),
    imported: async (merchantId, ids) => byId(await read(imported, merchantId, ids)),
    gifts: async (merchantId, coupons) =>
      byId(
        coupons === "automatic"
          ? await giftsOfAutomatic.all(merchantId)
          : await giftsOfEntered.all(merchantId, coupons.ids, coupons.code),
      ),
    known: async (merchantId, ids) => new Set(await read(known, merchantId, ids)),
    stock: async (merchantId, ids) => new Map(await read(stock, merchantId, ids)),
    of: async (merchantId, { limit, after, search = "" }) =>
      pageOf(
        await page.all(merchantId, after ?? FIRST, after === undefined, limit + 1, search),
        limit,
        ({ productId }) => productId,
      ),
  };
}
