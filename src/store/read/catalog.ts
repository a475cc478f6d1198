import { nothingLeft } from "../../domain/filters.ts";
import type { Int64, MerchantId, ProductId, VariantId } from "../../domain/ids.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { Product } from "../../domain/shop/catalog.ts";
import { pageOf } from "../../domain/values/page.ts";
import {
  aliasFromRow,
  handleFromRow,
  productFromRow,
  productIdFromRow,
} from "../../schema/stored/product.ts";
import { stockFromRow, unpaidFromRow } from "../../schema/stored/stock.ts";
import type { CatalogReads } from "../reads/catalog.ts";
import { JSON_OBJECT, jsonList, jsonValue } from "../sql/dialect.ts";
import { ALIAS, cartReads } from "./cart.ts";
import { mapped, type NamedQuery, type Reader } from "./query.ts";
import { type Sql, sql } from "../sql/sql.ts";

const IS_TAXABLE: Sql = {
  sqlite: "json(iif(v.taxable, 'true', 'false'))",
  postgres: "v.taxable = 1",
};

// 64-bit columns are read as text, because numbers would lose digits. The variants are in the same
// row, so that product and variants are of one snapshot.
const products = (inventory: string, shop = ":merchant_id") => {
  const variant = sql`${JSON_OBJECT}(
        'variantId', CAST(v.variant_id AS TEXT),
        'productId', CAST(v.product_id AS TEXT),
        'title', v.title,
        'optionValues', ${jsonValue("v.option_values")},
        'sku', v.sku,
        'price', v.price,
        'compareAtPrice', v.compare_at_price,
        'grams', v.grams,
        'taxable', ${IS_TAXABLE},
        'inventoryQuantity', ${inventory},
        'inventoryPolicy', v.inventory_policy,
        'imageId', CAST(v.image_id AS TEXT)
      )`;
  const variants = jsonList(variant, {
    order: "v.position",
    from: "FROM variants AS v WHERE v.merchant_id = p.merchant_id AND v.product_id = p.product_id",
  });
  return sql`
  SELECT merchant_id, CAST(product_id AS TEXT) AS product_id, id, title, handle, vendor, body_html,
    status, images, pictures, option_names, max_quantity, ${variants} AS variants
  FROM products AS p WHERE p.merchant_id = ${shop}`;
};

/** Available stock: units less those held; null if not tracked. */
const AVAILABLE = "v.inventory_quantity - v.held";
/** Products of `:merchant_id` with the available stock. */
export const CATALOGUE = products(AVAILABLE);
const IMPORTED = products("v.imported_quantity");

const BY_PRODUCT = "AND p.product_id IN :product_ids";

const BY_VARIANT = sql`${CATALOGUE} AND p.product_id IN (
    SELECT product_id FROM variants
    WHERE merchant_id = :merchant_id AND variant_id IN :variant_ids)`;

/** Products of the variants in `:ids`, each written as its merchant, a space and its id. */
const BY_EACH_VARIANT = sql`
  SELECT w.variant, found.* FROM unnest(:ids) AS w (variant)
  JOIN variants AS one ON one.merchant_id = split_part(w.variant, ' ', 1) COLLATE "C"
    AND one.variant_id = CAST(split_part(w.variant, ' ', 2) AS bigint)
  CROSS JOIN LATERAL (
    ${products(AVAILABLE, "one.merchant_id")} AND p.product_id = one.product_id
  ) AS found`;

/** The first id; a page begins with it or after it. */
const FIRST = "-9223372036854775808" as Int64;

/** A text has the search in it; letters of ASCII alone are compared by their lower case. */
const contains = (text: string): Sql => ({
  sqlite: `instr(lower(${text}), lower(:search)) > 0`,
  postgres: `strpos(lower(${text}), lower(:search COLLATE "C")) > 0`,
});

const PAGE = sql`${CATALOGUE}
  AND p.product_id >= :first_product AND (:is_first = 1 OR p.product_id <> :first_product)
  AND (:search = '' OR ${contains("p.title")} OR ${contains("p.vendor")})
  ORDER BY p.product_id LIMIT :limit`;

/** Units of the variant `v` that are held for a digest. */
const unpaidOf = (digest: string) =>
  `(SELECT coalesce(sum(units), 0) FROM stock_holds AS h WHERE h.merchant_id = v.merchant_id
       AND h.variant_id = v.variant_id AND h.${digest} = :${digest})`;

/** Unpaid units of variants that are held for a buyer, and those not held. */
const UNPAID = `
  SELECT CAST(v.variant_id AS TEXT) AS variant_id, ${unpaidOf("phone")} AS by_phone,
    ${unpaidOf("address")} AS by_address, ${unpaidOf("client")} AS by_client,
    CASE v.inventory_policy WHEN 'continue' THEN NULL
      ELSE v.inventory_quantity - v.held END AS unheld
  FROM variants AS v WHERE v.merchant_id = :merchant_id AND v.variant_id IN :variant_ids`;

/** Products by their ids. */
export function byId(products: readonly Product[]): Map<ProductId, Product> {
  return new Map(products.map((product) => [product.productId, product]));
}

type ByVariants = (merchantId: MerchantId, ids: readonly VariantId[]) => MaybePromise<Product[]>;

/** Products of variants. Where stock may be sold by other servers, each price reads them. */
function productsOfVariants(db: Reader): ByVariants {
  if (db.engine === "sqlite") {
    const listed = db.query(["merchant_id", "variant_ids"], BY_VARIANT, productFromRow);
    return (merchantId, ids) =>
      ids.length === 0 ? [] : listed.all({ merchant_id: merchantId, variant_ids: ids });
  }
  const shared = db.queryById(BY_EACH_VARIANT, productFromRow, "variant");
  return async (merchantId, ids) => {
    const found = await Promise.all(ids.map((id) => shared.one(`${merchantId} ${id}`)));
    return found.filter((product) => product !== null);
  };
}

function catalogQueries(db: Reader) {
  const page = db.query(
    ["merchant_id", "first_product", "is_first", "search", "limit"],
    PAGE,
    productFromRow,
  );
  const byProduct = db.query(
    ["merchant_id", "product_ids"],
    sql`${CATALOGUE} ${BY_PRODUCT}`,
    productFromRow,
  );
  const imported = db.query(
    ["merchant_id", "product_ids"],
    sql`${IMPORTED} ${BY_PRODUCT}`,
    productFromRow,
  );
  const known = db.query(
    ["merchant_id", "product_ids"],
    `SELECT CAST(product_id AS TEXT) AS product_id FROM products AS p
     WHERE p.merchant_id = :merchant_id ${BY_PRODUCT}`,
    productIdFromRow,
  );
  const stock = db.query(
    ["merchant_id", "variant_ids"],
    `SELECT CAST(variant_id AS TEXT) AS variant_id, inventory_quantity FROM variants
     WHERE merchant_id = :merchant_id AND variant_id IN :variant_ids`,
    stockFromRow,
  );
  const aliases = db.query(
    ["merchant_id", "product_ids"],
    `SELECT ${ALIAS} FROM variant_aliases
     WHERE merchant_id = :merchant_id AND alias_product_id IN :product_ids`,
    aliasFromRow,
  );
  const byHandle = db.query(
    ["merchant_id", "handles"],
    `SELECT handle, CAST(min(product_id) AS TEXT) AS product_id FROM products
     WHERE merchant_id = :merchant_id AND handle IN :handles AND handle <> '' GROUP BY handle`,
    handleFromRow,
  );
  const unpaid = db.query(
    ["merchant_id", "variant_ids", "phone?", "address?", "client?"],
    UNPAID,
    unpaidFromRow,
  );
  return { page, byProduct, imported, known, aliases, byHandle, stock, unpaid };
}

/** Reads the catalogue. */
export function catalogReads(db: Reader): CatalogReads {
  const { page, byProduct, imported, known, aliases, byHandle, stock, unpaid } = catalogQueries(db);
  /** Reads rows by products; without products no query is run. */
  const read = <T>(
    query: NamedQuery<"merchant_id" | "product_ids", T>,
    merchantId: MerchantId,
    ids: readonly ProductId[],
  ): MaybePromise<T[]> =>
    ids.length === 0 ? [] : query.all({ merchant_id: merchantId, product_ids: ids });
  const ofVariants = productsOfVariants(db);
  const variants = (merchantId: MerchantId, ids: readonly VariantId[]) => {
    const wanted = new Set(ids);
    return mapped(ofVariants(merchantId, ids), (products) =>
      new Map(
        products.flatMap((product) =>
          product.variants.filter(({ variantId }) => wanted.has(variantId))
            .map((variant) => [variant.variantId, { product, variant }])
        ),
      ));
  };
  return {
    variants,
    products: (merchantId, ids) => mapped(read(byProduct, merchantId, ids), byId),
    imported: (merchantId, ids) => mapped(read(imported, merchantId, ids), byId),
    cart: cartReads(db, variants),
    aliases: (merchantId, ids) => read(aliases, merchantId, ids),
    byHandle: (merchantId, handles) =>
      mapped(
        handles.length === 0 ? [] : byHandle.all({ merchant_id: merchantId, handles }),
        (found) => new Map(found),
      ),
    known: (merchantId, ids) => mapped(read(known, merchantId, ids), (found) => new Set(found)),
    stock: (merchantId, ids) =>
      mapped(
        ids.length === 0 ? [] : stock.all({ merchant_id: merchantId, variant_ids: ids }),
        (found) => new Map(found),
      ),
    unpaid: (merchantId, { phone, address, client }, ids) =>
      mapped(
        unpaid.all({ merchant_id: merchantId, variant_ids: ids, phone, address, client }),
        (found) => new Map(found),
      ),
    of: (merchantId, { search, ...rest }, { limit, after }) => {
      nothingLeft(rest);
      const values = {
        merchant_id: merchantId,
        first_product: after ?? FIRST,
        is_first: after === undefined,
        search: search ?? "",
        limit: limit + 1,
      };
      return mapped(
        page.all(values),
        (found) => pageOf(found, limit, ({ productId }) => productId),
      );
    },
  };
}
