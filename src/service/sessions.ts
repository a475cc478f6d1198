import type { ApiKey } from "../domain/api_key.ts";
import { AppError, shown } from "../domain/errors.ts";
import { parseSessionId, type SessionId } from "../domain/ids.ts";
import { canExpire } from "../domain/lifecycle.ts";
import type { PricingRules } from "../domain/pricing/model.ts";
import {
  type CartRequest,
  type CheckoutSession,
  isExpired,
  openSession,
} from "../domain/session.ts";
import type { Store, StoredSession } from "../store/store.ts";
import type { Activity } from "./activity.ts";
import type { Deps } from "./deps.ts";
import type { Shop, Shops } from "./shops.ts";

/** The checkout sessions of all shops, as the shops' backends use them. */
export class Sessions {
  readonly #deps: Deps;
  readonly #shops: Shops;
  readonly #activity: Activity;

  constructor(deps: Deps, shops: Shops, activity: Activity) {
    this.#deps = deps;
    this.#shops = shops;
    this.#activity = activity;
  }

  /**
   * Creates a session from a cart (spec 4.1).
   *
   * @throws {AppError} `error.shop-not-found` when the domain is nobody's or not of the key's
   *   merchant; `error.invalid-request` when the cart cannot be read or priced
   */
  async create(key: ApiKey, request: CartRequest): Promise<CheckoutSession> {
    const { store, newId } = this.#deps;
    const now = this.#deps.now();
    const { shopDomain } = request;
    const shop = shopDomain === undefined ? null : await this.#shops.byDomain(shopDomain);
    // One answer for "nobody's" and "somebody else's": a key must not find out who our merchants are.
    if (shop === null || shop.merchant.id !== key.merchantId) throw shopNotFound(shopDomain);
    const variantIds = [...new Set(request.items.map(({ variantId }) => variantId))];
    const session = openSession(request, {
      id: newId() as SessionId,
      merchant: shop.merchant,
      catalog: await store.catalog(shop.merchant.id, variantIds),
      rules: await rulesOf(shop, store),
      now,
    });
    await store.commit([{ kind: "session.add", session, received: request.received }]);
    return session;
  }

  /**
   * Finds a session for reading (spec 4.2), which counts as activity on it.
   *
   * @throws {AppError} `error.session-not-found` when there is none, it is another
   *   merchant's, or it has expired
   */
  async read(key: ApiKey, idText: string): Promise<StoredSession> {
    const id = parseSessionId(idText);
    const stored = id === undefined ? null : await this.#deps.store.session(id);
    const now = this.#deps.now();
    if (stored === null || stored.merchantId !== key.merchantId || this.#hasEnded(stored, now)) {
      throw sessionNotFound(idText);
    }
    this.#activity.touchSession(stored.id, now);
    return stored;
  }

  /** Ended by inactivity: found so by the clock, with or without the sweep having come by. */
  #hasEnded(stored: StoredSession, now: number): boolean {
    if (stored.state.session === "ABANDONED") return true;
    if (!canExpire(stored.state)) return false;
    const lastActiveAt = this.#activity.lastActiveAt(stored.id, stored.lastActiveAt);
    return isExpired(lastActiveAt, { now, ttlMs: this.#deps.sessionTtlMs });
  }
}

/** What the shop has decided, with how often its limited coupons have been used. */
async function rulesOf(shop: Shop, store: Store): Promise<PricingRules> {
  const limited = shop.coupons.filter(({ usageLimit }) => usageLimit !== null).map(({ id }) => id);
  const uses = limited.length === 0 ? new Map() : await store.couponUses(limited);
  return {
    shop: shop.merchant.rules,
    coupons: shop.coupons,
    usage: new Map([...uses].map(([id, used]) => [id, { used, usedByCustomer: 0 }])),
    giftProducts: shop.giftProducts,
    stock: new Map(),
    coinBalance: { available: 0, processing: 0 },
    atPayment: false,
  };
}

function shopNotFound(domain: string | undefined): AppError {
  return new AppError("error.shop-not-found", `No shop has this domain: ${shown(domain ?? "")}`);
}

function sessionNotFound(id: string): AppError {
  return new AppError("error.session-not-found", `No session has this id: ${shown(id)}`);
}
