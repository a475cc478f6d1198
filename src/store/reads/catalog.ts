import type { MerchantId, ProductId, VariantId } from "../../domain/ids.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { CatalogEntry, Product } from "../../domain/shop/catalog.ts";
import type { Page, PageRequest } from "../../domain/values/page.ts";

/** Products and their variants. */
export interface CatalogReads {
  /**
   * These variants, if in the catalogue, with their products. Their inventory is the available
   * stock: units less those held.
   */
  variants(
    merchantId: MerchantId,
    ids: readonly VariantId[],
  ): MaybePromise<Map<VariantId, CatalogEntry>>;
  /** These products, if in the catalogue. */
  products(
    merchantId: MerchantId,
    ids: readonly ProductId[],
  ): MaybePromise<Map<ProductId, Product>>;
  /** Ids of these products, if in the catalogue. */
  known(merchantId: MerchantId, ids: readonly ProductId[]): MaybePromise<Set<ProductId>>;
  /** {@link products} with the inventory as it was last imported. */
  imported(
    merchantId: MerchantId,
    ids: readonly ProductId[],
  ): MaybePromise<Map<ProductId, Product>>;
  /** A merchant's products, by id. */
  of(
    merchantId: MerchantId,
    page: PageRequest<ProductId>,
  ): MaybePromise<Page<Product, ProductId>>;
}
