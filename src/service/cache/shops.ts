import type { CartCatalog } from "../../domain/cart/cart.ts";
import type { KeyId, MerchantId, ProductId, VariantId } from "../../domain/ids.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { ApiKey } from "../../domain/shop/api_key.ts";
import { type CatalogEntry, type Product, sellable } from "../../domain/shop/catalog.ts";
import type { Coupon } from "../../domain/shop/coupon.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import { withPictures } from "../../domain/shop/picture.ts";
import type { ProviderAccount } from "../../domain/shop/provider.ts";
import type { Endpoint } from "../../domain/shop/webhook.ts";
import type { LineIds } from "../../store/reads/catalog.ts";
import type { Store } from "../../store/store.ts";
import type { PageAddress } from "../page_address.ts";
import { CatalogCache } from "./catalog_cache.ts";
import type { Freshness } from "./freshness.ts";

/** A shop with its pricing data, read together. */
export interface Shop {
  readonly merchant: Merchant;
  /** Enabled automatic coupons; others are read when their code is entered. */
  readonly automaticCoupons: readonly Coupon[];
  readonly giftProducts: ReadonlyMap<ProductId, Product>;
  /** True if {@link giftProducts} must be read for every price: other servers give them away too. */
  readonly sharesGiftStock: boolean;
  /** Including disabled ones. */
  readonly endpoints: readonly Endpoint[];
  /** Including those that are no longer in use. */
  readonly providers: readonly ProviderAccount[];
}

/**
 * Cache of shops by domain, their catalogues, and API keys by hash. What is cached of a shop is
 * removed when another process has made an administrative change of it.
 */
export class Shops {
  readonly #store: Store;
  readonly #freshness: Freshness;
  readonly #pages: Pick<PageAddress, "url">;
  readonly #shops = new Map<MerchantId, Shop>();
  readonly #caches = new WeakMap<Shop, CatalogCache>();
  /** Shops that are being read, for all who ask meanwhile. */
  readonly #loading = new Map<MerchantId, Promise<Shop | null>>();
  readonly #domains = new Map<string, MerchantId>();
  readonly #keysByHash = new Map<string, ApiKey>();
  readonly #keysById = new Map<KeyId, ApiKey>();
  /** Number of removals: data read during one may mix two states and is not cached. */
  #drops = 0;

  /** @param pages by whose URL pictures of products are named */
  constructor(store: Store, freshness: Freshness, pages: Pick<PageAddress, "url">) {
    this.#store = store;
    this.#pages = pages;
    this.#freshness = freshness;
    freshness.onStale((isStale) => {
      this.#drops += 1;
      deleteIf(this.#shops, (_shop, id) => isStale(id));
      deleteIf(this.#loading, (_loading, id) => isStale(id));
      deleteIf(this.#domains, isStale);
      deleteIf(this.#keysByHash, ({ merchantId }) => isStale(merchantId));
      deleteIf(this.#keysById, ({ merchantId }) => isStale(merchantId));
    });
  }

  /** Checks that what is cached is fresh. The result finds a shop without another check. */
  async fresh(): Promise<Pick<Shops, "byId">> {
    await this.#freshness.renew();
    return { byId: (id) => this.#find(id) };
  }

  /** The shop with this domain (as `parseDomain` writes it); null for none. */
  async byDomain(domain: string): Promise<Shop | null> {
    await this.#freshness.renew();
    const known = this.#domains.get(domain);
    if (known !== undefined) return await this.byId(known);
    const drops = this.#drops;
    const merchant = await this.#store.merchants.byDomain(domain);
    if (merchant === null) return null;
    if (drops === this.#drops) this.#domains.set(domain, merchant.id);
    return await this.byId(merchant.id);
  }

  /** The shop with this id; null for none. */
  async byId(id: MerchantId): Promise<Shop | null> {
    const drops = this.#drops;
    // Beside the check, as one round trip.
    const early = this.#find(id);
    early.catch(() => {});
    await this.#freshness.renew();
    return await (drops === this.#drops ? early : this.#find(id));
  }

  async #find(id: MerchantId): Promise<Shop | null> {
    const known = this.#shops.get(id) ?? this.#loading.get(id);
    if (known !== undefined) return known;
    const loading = this.#load(id).finally(() => {
      if (this.#loading.get(id) === loading) this.#loading.delete(id);
    });
    this.#loading.set(id, loading);
    return await loading;
  }

  /**
   * The part of a shop's catalogue that a cart is priced with.
   *
   * @param variantIds with those of the lines
   * @param lines new ones, whose product may be known without their variant
   */
  async cart(
    shop: Shop,
    variantIds: readonly VariantId[],
    lines: readonly LineIds[],
  ): Promise<CartCatalog> {
    const drops = this.#drops;
    const cache = this.#caches.get(shop) ?? new CatalogCache(this.#store, shop.merchant.id);
    const cart = await cache.cart(variantIds, lines, () => drops === this.#drops);
    const { url } = this.#pages;
    return {
      ...cart,
      catalog: mapped(cart.catalog, hasPictures, (entry) => ({
        ...entry,
        product: withPictures(entry.product, url),
      })),
    };
  }

  /** Products whose images are their pictures too. */
  pictured(products: ReadonlyMap<ProductId, Product>): ReadonlyMap<ProductId, Product> {
    const { url } = this.#pages;
    return mapped(
      products,
      (product) => product.pictures.length > 0,
      (product) => withPictures(product, url),
    );
  }

  /** Removes a shop whose stock this process has changed, unless no changing stock is cached. */
  forgetStock(id: MerchantId): void {
    if (this.#store.shared === null) this.forget(id);
  }

  /** Removes a shop that may have changed. */
  forget(id: MerchantId): void {
    this.#drops += 1;
    this.#shops.delete(id);
    this.#loading.delete(id);
  }

  /** The key with this hash, if it is cached and the cache is fresh. */
  cachedKey(hash: string): ApiKey | undefined {
    return this.#freshness.isFresh() ? this.#keysByHash.get(hash) : undefined;
  }

  /** The key with this hash as it was last read, fresh or not. */
  lastKey(hash: string): ApiKey | undefined {
    return this.#keysByHash.get(hash);
  }

  /** The key with this hash; null for none. Unknown hashes are not cached. */
  async keyByHash(hash: string): Promise<ApiKey | null> {
    await this.#freshness.renew();
    return this.#keysByHash.get(hash) ??
      await this.#readKey(() => this.#store.keys.byHash(hash));
  }

  /** The key with this id; null for none. */
  async keyById(id: KeyId): Promise<ApiKey | null> {
    await this.#freshness.renew();
    return this.#keysById.get(id) ?? await this.#readKey(() => this.#store.keys.find(id));
  }

  async #readKey(read: () => MaybePromise<ApiKey | null>): Promise<ApiKey | null> {
    const drops = this.#drops;
    const key = await read();
    if (key !== null && drops === this.#drops) {
      this.#keysByHash.set(key.hash, key);
      this.#keysById.set(key.id, key);
    }
    return key;
  }

  async #load(id: MerchantId): Promise<Shop | null> {
    const drops = this.#drops;
    const shop = await loadShop(this.#store, id);
    if (shop === null) return null;
    this.#caches.set(shop, new CatalogCache(this.#store, id));
    if (drops === this.#drops) this.#shops.set(id, shop);
    return shop;
  }
}

function hasPictures({ product }: CatalogEntry): boolean {
  return product.pictures.length > 0;
}

/** A map with the values mapped for which the condition is true; itself if there are none. */
function mapped<Key, Value>(
  all: ReadonlyMap<Key, Value>,
  condition: (value: Value) => boolean,
  change: (value: Value) => Value,
): ReadonlyMap<Key, Value> {
  if (!all.values().some(condition)) return all;
  return new Map(
    all.entries().map(([key, value]) => [key, condition(value) ? change(value) : value]),
  );
}

/** Deletes the entries for which the condition is true. */
function deleteIf<Key, Value>(
  cache: Map<Key, Value>,
  condition: (value: Value, key: Key) => boolean,
): void {
  for (const [key, value] of cache) if (condition(value, key)) cache.delete(key);
}

/** Adds entries to a cache, which is emptied when it is full. */
async function loadShop(store: Store, id: MerchantId): Promise<Shop | null> {
  const [merchant, { coupons, gifts }, endpoints, providers] = await Promise.all([
    store.merchants.find(id),
    store.coupons.automatic(id),
    store.webhooks.of(id),
    store.providers.of(id),
  ]);
  const sharesGiftStock = store.shared !== null &&
    gifts.values().flatMap(({ variants }) => variants)
      .some((variant) => sellable(variant) !== Infinity);
  return merchant && {
    merchant,
    automaticCoupons: coupons,
    giftProducts: gifts,
    sharesGiftStock,
    endpoints,
    providers,
  };
}
