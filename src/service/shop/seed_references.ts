import { invalid } from "../../domain/errors.ts";
import type { ProductId } from "../../domain/ids.ts";
import type { CouponDraft } from "../../domain/shop/coupon.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import type { SeedShop } from "../../domain/shop/seed.ts";
import type { Store } from "../../store/store.ts";

/** A product that a coupon names, and its path. */
interface Reference {
  readonly productId: ProductId;
  readonly path: string;
  readonly isGift: boolean;
}

/** The shop of coupons: carts of an `open` catalogue have products that it has not stored. */
type CouponShop = Pick<Merchant, "id" | "catalogue">;

/**
 * Finds coupons of a file that name a product which is neither in the file nor in the database.
 *
 * @param path of the shop in the file
 * @returns a warning for each product of an open catalogue
 * @throws {AppError} `error.invalid-request` naming the first such product by its path: one of a
 *   strict catalogue, which no cart can have, or a gift, which is given from the catalogue
 */
export async function checkProducts(
  store: Pick<Store, "catalog">,
  shop: CouponShop,
  { shop: { products, coupons }, path }: { readonly shop: SeedShop; readonly path: string },
): Promise<string[]> {
  const inFile = new Set(products.map(({ productId }) => productId));
  const others = coupons.flatMap((coupon, i) => referencesOf(coupon, `${path}.coupons[${i}]`))
    .filter(({ productId }) => !inFile.has(productId));
  return await checkStored(store, shop, others);
}

/**
 * Finds products of a coupon's scope that the shop has not stored.
 *
 * @returns a warning for each product of an open catalogue
 * @throws {AppError} `error.invalid-request` naming the first one of a strict catalogue
 */
export async function checkScope(
  store: Pick<Store, "catalog">,
  shop: CouponShop,
  { productIds }: Pick<CouponDraft, "productIds">,
): Promise<string[]> {
  const scope = productIds.map((productId) => ({ productId, path: "product_ids", isGift: false }));
  return await checkStored(store, shop, scope);
}

async function checkStored(
  store: Pick<Store, "catalog">,
  { id, catalogue }: CouponShop,
  references: readonly Reference[],
): Promise<string[]> {
  const stored = await store.catalog.known(id, references.map(({ productId }) => productId));
  const unknown = references.filter(({ productId }) => !stored.has(productId));
  const refused = unknown.find(({ isGift }) => isGift || catalogue === "strict");
  if (refused !== undefined) {
    const { path, productId } = refused;
    throw invalid(`${path} must be a product of the shop, got ${productId}`, path);
  }
  return unknown.map(({ path, productId }) =>
    `${path}: the shop has not stored product ${productId}; the coupon applies to carts that have it`
  );
}

function referencesOf({ productIds, gift }: CouponDraft, path: string): Reference[] {
  const named = (ids: readonly ProductId[], at: string, isGift: boolean) =>
    ids.map((productId, i) => ({ productId, path: `${at}.product_ids[${i}]`, isGift }));
  return [
    ...named(productIds, path, false),
    ...named(gift?.productIds ?? [], `${path}.gift`, true),
  ];
}
