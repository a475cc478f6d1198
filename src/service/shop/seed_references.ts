import { invalid } from "../../domain/errors.ts";
import type { MerchantId, ProductId } from "../../domain/ids.ts";
import type { CouponDraft } from "../../domain/shop/coupon.ts";
import type { SeedShop } from "../../domain/shop/seed.ts";
import type { Store } from "../../store/store.ts";

/** A product that a coupon of the file names, and its path. */
interface Reference {
  readonly productId: ProductId;
  readonly path: string;
}

/**
 * Refuses coupons that name a product which is neither in the file nor in the database: such a
 * coupon would silently never apply.
 *
 * @param path of the shop in the file
 * @throws {AppError} `error.invalid-request` naming the first such product by its path
 */
export async function requireKnownProducts(
  store: Pick<Store, "catalog">,
  merchantId: MerchantId,
  { shop: { products, coupons }, path }: { readonly shop: SeedShop; readonly path: string },
): Promise<void> {
  const inFile = new Set(products.map(({ productId }) => productId));
  const others = coupons.flatMap((coupon, i) => referencesOf(coupon, `${path}.coupons[${i}]`))
    .filter(({ productId }) => !inFile.has(productId));
  const stored = await store.catalog.known(merchantId, others.map(({ productId }) => productId));
  const unknown = others.find(({ productId }) => !stored.has(productId));
  if (unknown === undefined) return;
  throw invalid(`${unknown.path} must be a product of the shop, got ${unknown.productId}`);
}

function referencesOf({ productIds, gift }: CouponDraft, path: string): Reference[] {
  const named = (ids: readonly ProductId[], at: string) =>
    ids.map((productId, i) => ({ productId, path: `${at}.product_ids[${i}]` }));
  return [...named(productIds, path), ...named(gift?.productIds ?? [], `${path}.gift`)];
}
