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
import { BatchedQuery } from "./batched.ts";
import { PgQuery, type Reads } from "./query.ts";

// 64-bit columns are read as text, because numbers would lose digits. The variants are in the same
// row, so that product and variants are of one snapshot.
const products = (inventory: string, shop = "$1") => `
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
  FROM products AS p WHERE p.merchant_id = ${shop}`;

/** Available stock: units less those held; null if not tracked. */
const AVAILABLE = "v.inventory_quantity - v.held";
/** Products of the merchant $1 with the available stock. */
export const PG_CATALOGUE = products(AVAILABLE);
const IMPORTED = products("v.imported_quantity");

const BY_PRODUCT = "AND p.product_id = ANY ($2::bigint[])";
/** Products of the variants in $1, each written as its merchant, a space and its id. */
const BY_VARIANT = `
  SELECT w.variant, found.* FROM unnest($1::text[]) AS w (variant)
  JOIN variants AS one ON one.merchant_id = split_part(w.variant, ' ', 1) COLLATE "C"
    AND one.variant_id = split_part(w.variant, ' ', 2)::bigint
  CROSS JOIN LATERAL (
    ${products(AVAILABLE, "one.merchant_id")} AND p.product_id = one.product_id
  ) AS found`;

/** The first id; $3 says whether the page begins with it or after it. */
const FIRST = "-9223372036854775808";
/** Letters of ASCII alone, as the columns are compared. */
const SEARCH = `lower($5::text COLLATE "C")`;

/** Units of the variant `v` that are held for a digest. */
const unpaidOf = (digest: string, at: string) =>
  `(SELECT coalesce(sum(units), 0) FROM stock_holds AS h WHERE h.merchant_id = v.merchant_id
     AND h.variant_id = v.variant_id AND h.${digest} = ${at})::bigint`;

/** Unpaid units of variants that are held for a buyer, and those not held. */
const UNPAID = `SELECT v.variant_id::text AS variant_id,
       ${unpaidOf("phone", "$3")} AS by_phone,
       ${unpaidOf("address", "$4")} AS by_address,
       ${unpaidOf("client", "$5")} AS by_client,
       CASE v.inventory_policy WHEN 'continue' THEN NULL
         ELSE v.inventory_quantity - v.held END AS unheld
     FROM variants AS v WHERE v.merchant_id = $1 AND v.variant_id = ANY ($2::bigint[])`;

/** Products by their ids. */
export function byId(products: readonly Product[]): Map<ProductId, Product> {
  return new Map(products.map((product) => [product.productId, product]));
}

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
  // Where stock may be sold by other servers, each price reads it.
  const byVariant = new BatchedQuery(reads, {
    sql: BY_VARIANT,
    key: "variant",
    read: productFromRow,
  });
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
  const unpaid = new PgQuery(reads, UNPAID, unpaidFromRow);
  /** Reads rows by ids; without ids no query is run. */
  const read = async <T>(query: PgQuery<T>, merchantId: MerchantId, ids: readonly Int64[]) =>
    ids.length === 0 ? [] : await query.all(merchantId, ids);
  const variants = async (merchantId: MerchantId, ids: readonly VariantId[]) => {
    const found = await Promise.all(ids.map((id) => byVariant.one(`${merchantId} ${id}`)));
    return new Map(ids.flatMap((id, i) => {
      const product = found[i];
      const variant = product?.variants.find(({ variantId }) => variantId === id);
      return product && variant ? [[id, { product, variant }] as const] : [];
    }));
  };
  return {
    variants,
    products: async (merchantId, ids) => byId(await read(byProduct, merchantId, ids)),
    imported: async (merchantId, ids) => byId(await read(imported, merchantId, ids)),
    // All at once: which lines have an unknown variant is known only then.
    cart: async (merchantId, ids, lines) => {
      const productIds = new Set(lines.map(({ productId }) => productId));
      const [found, knownIds] = await Promise.all([
        variants(merchantId, ids),
        read(known, merchantId, [...productIds]),
      ]);
      const strangers = lines.filter(({ variantId }) => !found.has(variantId));
      const ofStrangers = new Set(strangers.map(({ productId }) => productId));
      return { variants: found, known: new Set(knownIds.filter((id) => ofStrangers.has(id))) };
    },
    known: async (merchantId, ids) => new Set(await read(known, merchantId, ids)),
    stock: async (merchantId, ids) => new Map(await read(stock, merchantId, ids)),
    unpaid: async (merchantId, { phone, address, client }, ids) =>
      new Map(await unpaid.all(merchantId, ids, phone, address, client)),
    of: async (merchantId, { search, ...rest }, { limit, after }) => {
      nothingLeft(rest);
      const place = [after ?? FIRST, after === undefined] as const;
      const found = await page.all(merchantId, ...place, limit + 1, search ?? "");
      return pageOf(found, limit, ({ productId }) => productId);
    },
  };
}
