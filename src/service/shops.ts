import type { ApiKey } from "../domain/api_key.ts";
import type { Product } from "../domain/catalog.ts";
import type { Coupon } from "../domain/coupon.ts";
import type { MerchantId, ProductId } from "../domain/ids.ts";
import type { Merchant } from "../domain/merchant.ts";
import type { Store } from "../store/store.ts";

/**
 * For how long what was read is used without asking whether another process wrote.
 * A command that takes something away returns only after {@link SETTLE_MS}.
 */
const FRESH_FOR_MS = 5;

/** Once this long has passed after a commit, no running server still uses what was before it. */
export const SETTLE_MS = 50;

/** A shop with what pricing needs of it; taken together, so that it is of one moment. */
export interface Shop {
  readonly merchant: Merchant;
  /** Enabled ones. */
  readonly coupons: readonly Coupon[];
  readonly giftProducts: ReadonlyMap<ProductId, Product>;
}

/**
 * What merchants decided, kept at hand: shops by domain, and API keys by hash.
 *
 * Nothing is used longer than {@link FRESH_FOR_MS} without the store's epoch having
 * been looked at, and all of it is dropped as soon as that moved. The age is judged
 * when something is asked for and not by a timer, so a busy event loop cannot make
 * an entry older than that.
 */
export class Shops {
  readonly #store: Store;
  readonly #monotonicMs: () => number;
  readonly #shops = new Map<MerchantId, Shop>();
  readonly #domains = new Map<string, MerchantId>();
  readonly #keys = new Map<string, ApiKey>();
  #epoch = -1;
  #checkedAtMs = -Infinity;

  constructor(store: Store, monotonicMs: () => number) {
    this.#store = store;
    this.#monotonicMs = monotonicMs;
  }

  /** The shop that has this domain (in the form of `parseDomain`); null when there is none. */
  async byDomain(domain: string): Promise<Shop | null> {
    await this.#refresh();
    const known = this.#domains.get(domain);
    if (known !== undefined) return await this.#shop(known);
    const epoch = this.#epoch;
    const merchant = await this.#store.merchantByDomain(domain);
    if (merchant === null) return null;
    if (epoch === this.#epoch) this.#domains.set(domain, merchant.id);
    return await this.#shop(merchant.id);
  }

  /** The key with this hash; null when there is none. Unknown hashes are not remembered. */
  async keyByHash(hash: string): Promise<ApiKey | null> {
    await this.#refresh();
    const known = this.#keys.get(hash);
    if (known !== undefined) return known;
    const epoch = this.#epoch;
    const key = await this.#store.keyByHash(hash);
    if (key !== null && epoch === this.#epoch) this.#keys.set(hash, key);
    return key;
  }

  async #shop(id: MerchantId): Promise<Shop | null> {
    const known = this.#shops.get(id);
    if (known !== undefined) return known;
    const epoch = this.#epoch;
    const shop = await loadShop(this.#store, id);
    // Read across a change it may be of two moments: good for this call, not for the next.
    if (shop !== null && epoch === this.#epoch) this.#shops.set(id, shop);
    return shop;
  }

  async #refresh(): Promise<void> {
    const now = this.#monotonicMs();
    if (now - this.#checkedAtMs < FRESH_FOR_MS) return;
    const epoch = await this.#store.epoch();
    if (epoch !== this.#epoch) {
      this.#shops.clear();
      this.#domains.clear();
      this.#keys.clear();
    }
    this.#epoch = epoch;
    this.#checkedAtMs = now;
  }
}

async function loadShop(store: Store, id: MerchantId): Promise<Shop | null> {
  const merchant = await store.merchant(id);
  if (merchant === null) return null;
  const coupons = (await store.coupons(id)).filter(({ enabled }) => enabled);
  const giftIds = new Set(coupons.flatMap(({ gift }) => gift?.productIds ?? []));
  const giftProducts = giftIds.size === 0
    ? new Map<ProductId, Product>()
    : await store.productsById(id, [...giftIds]);
  return { merchant, coupons, giftProducts };
}
