import type { ProductFilter } from "../../domain/filters.ts";
import type { Holder, UnpaidUnits } from "../../domain/hold_limits.ts";
import type { MerchantId, ProductId, VariantId } from "../../domain/ids.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { CatalogEntry, Product } from "../../domain/shop/catalog.ts";
import type { VariantAlias } from "../../domain/shop/catalog.ts";
import type { Page, PageRequest } from "../../domain/values/page.ts";

/** The catalogue ids of a cart line. */
export interface LineIds {
  readonly productId: ProductId;
  readonly variantId: VariantId;
}

/** The part of a catalogue that a cart is priced with. */
export interface CartReads {
  readonly variants: ReadonlyMap<VariantId, CatalogEntry>;
  /** Products in the catalogue, of the lines whose variant is not. */
  readonly known: ReadonlySet<ProductId>;
  /** Of ids that no variant has, or that a variant of another product than the line's has. */
  readonly aliases: readonly VariantAlias[];
}

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
  /**
   * {@link variants}, with those that ids are aliases of, and which products of cart lines are
   * {@link known}.
   */
  cart(
    merchantId: MerchantId,
    ids: readonly VariantId[],
    lines: readonly LineIds[],
  ): MaybePromise<CartReads>;
  /** Ids of these products, if in the catalogue. */
  known(merchantId: MerchantId, ids: readonly ProductId[]): MaybePromise<Set<ProductId>>;
  /** The aliases of products by the ids that files have for them. */
  aliases(
    merchantId: MerchantId,
    aliasProductIds: readonly ProductId[],
  ): MaybePromise<VariantAlias[]>;
  /** Ids of the products with these handles, by handle; of several with one the lowest. */
  byHandle(
    merchantId: MerchantId,
    handles: readonly string[],
  ): MaybePromise<Map<string, ProductId>>;
  /** {@link products} with the inventory as it was last imported. */
  imported(
    merchantId: MerchantId,
    ids: readonly ProductId[],
  ): MaybePromise<Map<ProductId, Product>>;
  /** Stock of these variants, if in the catalogue, held units included; null if not tracked. */
  stock(
    merchantId: MerchantId,
    ids: readonly VariantId[],
  ): MaybePromise<Map<VariantId, number | null>>;
  /**
   * Unpaid units of these variants, if in the catalogue, that are held for a buyer whose holds are
   * limited, and the units that others do not hold.
   */
  unpaid(
    merchantId: MerchantId,
    buyer: Holder,
    ids: readonly VariantId[],
  ): MaybePromise<Map<VariantId, UnpaidUnits>>;
  /** A merchant's products, by id. */
  of(
    merchantId: MerchantId,
    filter: ProductFilter,
    page: PageRequest<ProductId>,
  ): MaybePromise<Page<Product, ProductId>>;
}
