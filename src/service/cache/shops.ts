import type { KeyId, MerchantId, ProductId, VariantId } from "../../domain/ids.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { ApiKey } from "../../domain/shop/api_key.ts";
import { type CatalogEntry, type Product, sellable } from "../../domain/shop/catalog.ts";
import type { Coupon } from "../../domain/shop/coupon.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import type { Endpoint } from "../../domain/shop/webhook.ts";
import type { Store } from "../../store/store.ts";
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
}

interface ShopEntry {
  readonly shop: Shop;
  /** Catalogue entries by variant; null if not in the catalogue. */
  readonly catalog: Map<VariantId, CatalogEntry | null>;
  /** True for products in the catalogue; null if not. */
  readonly products: Map<ProductId, true | null>;
}

/**
 * Limit of the cached variants, and of the products, of a shop; a larger catalogue is read as
 * needed.
 */
const MAX_CACHED = 5000;

/**
 * Cache of shops by domain, their catalogues, and API keys by hash. It is cleared when another
 * process has made an administrative change.
 */
export class Shops {
  readonly #store: Store;
  readonly #freshness: Freshness;
  readonly #shops = new Map<MerchantId, ShopEntry>();
  /** Shops that are being read, for all who ask meanwhile. */
  readonly #loading = new Map<MerchantId, Promise<ShopEntry | null>>();
  readonly #domains = new Map<string, MerchantId>();
  readonly #keysByHash = new Map<string, ApiKey>();
  readonly #keysById = new Map<KeyId, ApiKey>();
  /** Number of removals: data read during one may mix two states and is not cached. */
  #drops = 0;

  constructor(store: Store, freshness: Freshness) {
    this.#store = store;
    this.#freshness = freshness;
    freshness.onStale(() => {
      this.#drops += 1;
      this.#shops.clear();
      this.#loading.clear();
      this.#domains.clear();
      this.#keysByHash.clear();
      this.#keysById.clear();
    });
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
    return (await this.#entry(id))?.shop ?? null;
  }

  /** Catalogue entries of these variants; others are absent. */
  async catalog(
    id: MerchantId,
    variantIds: readonly VariantId[],
  ): Promise<ReadonlyMap<VariantId, CatalogEntry>> {
    const cached = (await this.#entry(id))?.catalog;
    return await this.#find(
      variantIds,
      cached,
      (missing) => this.#store.catalog.variants(id, missing),
      ({ variant }) => this.#store.shared === null || sellable(variant) === Infinity,
    );
  }

  /** The products among these that are in the shop's catalogue. */
  async knownProducts(
    id: MerchantId,
    productIds: readonly ProductId[],
  ): Promise<ReadonlySet<ProductId>> {
    if (productIds.length === 0) return new Set();
    const cached = (await this.#entry(id))?.products;
    const found = await this.#find(productIds, cached, async (missing) => {
      const known = await this.#store.catalog.known(id, missing);
      return new Map([...known].map((productId) => [productId, true] as const));
    });
    return new Set(found.keys());
  }

  /**
   * Returns cached entries; reads and caches the others.
   *
   * @param isLasting false for an entry that other servers change without a new epoch
   */
  async #find<Id, Found>(
    ids: readonly Id[],
    cached: Map<Id, Found | null> | undefined,
    readMissing: (missing: Id[]) => MaybePromise<ReadonlyMap<Id, Found>>,
    isLasting: (found: Found) => boolean = () => true,
  ): Promise<ReadonlyMap<Id, Found>> {
    const missing = ids.filter((id) => !cached?.has(id));
    const drops = this.#drops;
    const read = missing.length === 0 ? undefined : await readMissing(missing);
    if (cached !== undefined && read !== undefined && drops === this.#drops) {
      if (cached.size + missing.length > MAX_CACHED) cached.clear();
      for (const id of missing) {
        const one = read.get(id) ?? null;
        if (one === null || isLasting(one)) cached.set(id, one);
      }
    }
    const found = new Map<Id, Found>();
    for (const id of ids) {
      const one = read?.get(id) ?? cached?.get(id);
      if (one !== undefined && one !== null) found.set(id, one);
    }
    return found;
  }

  /** Removes a shop whose stock this process has changed. */
  forget(id: MerchantId): void {
    this.#drops += 1;
    this.#shops.delete(id);
    this.#loading.delete(id);
  }

  /** The key with this hash, if it is cached and the cache is fresh. */
  cachedKey(hash: string): ApiKey | undefined {
    return this.#freshness.isFresh() ? this.#keysByHash.get(hash) : undefined;
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

  async #entry(id: MerchantId): Promise<ShopEntry | null> {
    await this.#freshness.renew();
    const known = this.#shops.get(id) ?? this.#loading.get(id);
    if (known !== undefined) return known;
    const loading = this.#load(id).finally(() => {
      if (this.#loading.get(id) === loading) this.#loading.delete(id);
    });
    this.#loading.set(id, loading);
    return await loading;
  }

  async #load(id: MerchantId): Promise<ShopEntry | null> {
    const drops = this.#drops;
    const shop = await loadShop(this.#store, id);
    if (shop === null) return null;
    const entry: ShopEntry = { shop, catalog: new Map(), products: new Map() };
    if (drops === this.#drops) this.#shops.set(id, entry);
    return entry;
  }
}

async function loadShop(store: Store, id: MerchantId): Promise<Shop | null> {
  const [merchant, automaticCoupons, giftProducts, endpoints] = await Promise.all([
    store.merchants.find(id),
    store.coupons.automatic(id),
    store.catalog.gifts(id, "automatic"),
    store.webhooks.of(id),
  ]);
  const sharesGiftStock = store.shared !== null &&
    giftProducts.values().flatMap(({ variants }) => variants)
      .some((variant) => sellable(variant) !== Infinity);
  return merchant && { merchant, automaticCoupons, giftProducts, sharesGiftStock, endpoints };
}
