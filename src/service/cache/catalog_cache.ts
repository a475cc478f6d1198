import type { CartCatalog } from "../../domain/cart/cart.ts";
import type { MerchantId, ProductId, VariantId } from "../../domain/ids.ts";
import { type CatalogEntry, sellable } from "../../domain/shop/catalog.ts";
import type { VariantAlias } from "../../domain/shop/catalog.ts";
import type { CartReads, LineIds } from "../../store/reads/catalog.ts";
import type { Store } from "../../store/store.ts";

/**
 * Limit of the cached variants, and of the products, of a shop; a larger catalogue is read as
 * needed.
 */
const MAX_CACHED = 5000;

const NOTHING: CartReads = { variants: new Map(), known: new Set(), aliases: [] };

/** The part of a shop's catalogue that was read. */
export class CatalogCache {
  readonly #store: Pick<Store, "catalog" | "shared">;
  readonly #merchantId: MerchantId;
  /** Null if not in the catalogue. */
  readonly #variants = new Map<VariantId, CatalogEntry | null>();
  /** True for products in the catalogue. */
  readonly #products = new Map<ProductId, boolean>();
  /** By the ids of the store's own. */
  readonly #aliases = new Map<VariantId, VariantAlias>();

  constructor(store: Pick<Store, "catalog" | "shared">, merchantId: MerchantId) {
    this.#store = store;
    this.#merchantId = merchantId;
  }

  /**
   * The part of the catalogue that a cart is priced with.
   *
   * @param variantIds with those of the lines
   * @param lines new ones, whose product may be known without their variant
   * @param mayKeep false if the catalogue may have changed while it was read
   */
  async cart(
    variantIds: readonly VariantId[],
    lines: readonly LineIds[],
    mayKeep: () => boolean,
  ): Promise<CartCatalog> {
    const renamed = variantIds.flatMap((id) => this.#aliases.get(id) ?? []);
    const ids = [...variantIds, ...renamed.map(({ variantId }) => variantId)];
    const missing = ids.filter((id) => !this.#variants.has(id));
    const unsure = lines.filter((line) => !this.#isSure(line));
    const isCached = missing.length === 0 && unsure.length === 0;
    const read = isCached
      ? NOTHING
      : await this.#store.catalog.cart(this.#merchantId, missing, unsure);
    const catalog = new Map<VariantId, CatalogEntry>();
    for (const id of [...ids, ...read.aliases.map(({ variantId }) => variantId)]) {
      const entry = read.variants.get(id) ?? this.#variants.get(id);
      if (entry) catalog.set(id, entry);
    }
    const strangers = lines.filter(({ variantId }) => !catalog.has(variantId));
    const knownProducts = new Set(
      strangers.map(({ productId }) => productId)
        .filter((id) => this.#products.get(id) ?? read.known.has(id)),
    );
    const aliases = byOwnIds([...renamed, ...read.aliases]);
    if (!isCached && mayKeep()) {
      const lasting = missing.filter((id) => this.#isLasting(catalog.get(id)));
      addTo(this.#variants, lasting.map((id) => [id, catalog.get(id) ?? null]));
      addTo(this.#products, [
        ...strangers.map(({ productId: id }) => [id, knownProducts.has(id)] as const),
        ...catalog.values().map(({ product }) => [product.productId, true] as const),
      ]);
      addTo(this.#aliases, [...aliases]);
    }
    return { catalog, knownProducts, aliases };
  }

  /** True if nothing more is to be read of a line than its variant. */
  #isSure({ productId, variantId }: LineIds): boolean {
    const entry = this.#variants.get(variantId);
    if (this.#aliases.has(variantId)) return true;
    return entry ? entry.product.productId === productId : this.#products.has(productId);
  }

  /** False for stock that other servers change without a new epoch. */
  #isLasting(entry: CatalogEntry | undefined): boolean {
    return this.#store.shared === null || entry === undefined ||
      sellable(entry.variant) === Infinity;
  }
}

function byOwnIds(aliases: readonly VariantAlias[]): Map<VariantId, VariantAlias> {
  return new Map(aliases.map((alias) => [alias.aliasVariantId, alias]));
}

function addTo<Key, Value>(
  cache: Map<Key, Value>,
  entries: readonly (readonly [Key, Value])[],
): void {
  if (cache.size + entries.length > MAX_CACHED) cache.clear();
  for (const [key, value] of entries) cache.set(key, value);
}
