import type { CartCatalog } from "../../domain/cart/cart.ts";
import type { StepContext } from "../../domain/decision/decision.ts";
import type { CouponId, CustomerId, ProductId, VariantId } from "../../domain/ids.ts";
import type { CoinBalance, PricingRules } from "../../domain/pricing/model.ts";
import { type CheckoutSession, stockOf } from "../../domain/session/session.ts";
import { type Coupon, couponKey, type CouponUsage } from "../../domain/shop/coupon.ts";
import type { Store } from "../../store/store.ts";
import { loadGifts, type Shop, type Shops } from "../cache/shops.ts";
import type { Deps } from "../deps.ts";

/** Data for pricing besides the shop: the customer, the variants, the coupons. */
export interface Situation {
  readonly customerId: CustomerId | null;
  readonly variantIds: Iterable<VariantId>;
  /** Lines that are being put into the cart. */
  readonly lines: readonly LineIds[];
  /** Coupons whose codes were entered. */
  readonly couponIds: readonly CouponId[];
  /** A code that is being entered; null for none. */
  readonly code: string | null;
}

/** A line of a cart as far as the catalogue is concerned. */
export interface LineIds {
  readonly productId: ProductId;
  readonly variantId: VariantId;
}

/** Data that a step is decided with besides what its session names. */
export interface StepNeeds {
  readonly variantIds?: readonly VariantId[];
  readonly lines?: readonly LineIds[];
  readonly code?: string;
  /** The customer whose coins and coupon uses count (default: the session's). */
  readonly customerId?: CustomerId | null;
}

/** Where it is read from. */
export interface ContextDeps {
  readonly store: Store;
  readonly shops: Shops;
}

/** Reads what a price depends on, as it stands now. */
export async function loadRules(
  { store, shops }: ContextDeps,
  shop: Shop,
  { customerId, variantIds, lines, couponIds, code }: Situation,
): Promise<CartCatalog & { readonly rules: PricingRules }> {
  const cart = await loadCatalog(shops, shop, { variantIds, lines });
  const entered = await loadEntered(store, shop, { couponIds, code });
  const coupons = [...shop.automaticCoupons, ...entered];
  const gifts = await loadGifts(store, shop.merchant.id, entered);
  const rules = {
    shop: shop.merchant.rules,
    coupons,
    usage: await loadUsage(store, coupons, customerId),
    giftProducts: gifts.size === 0 ? shop.giftProducts : new Map([...shop.giftProducts, ...gifts]),
    stock: stockOf(cart.catalog),
    coinBalance: await loadBalance(store, customerId),
    atPayment: false,
  };
  return { rules, ...cart };
}

/** Only a variant that is not known makes it ask for the product. */
async function loadCatalog(
  shops: Shops,
  { merchant: { id } }: Shop,
  { variantIds, lines }: Pick<Situation, "variantIds" | "lines">,
): Promise<CartCatalog> {
  const wanted = new Set([...variantIds, ...lines.map(({ variantId }) => variantId)]);
  const catalog = await shops.catalog(id, [...wanted]);
  const strangers = lines.filter(({ variantId }) => !catalog.has(variantId));
  const productIds = new Set(strangers.map(({ productId }) => productId));
  return { catalog, knownProducts: await shops.knownProducts(id, [...productIds]) };
}

/** Reads what a step on a session is decided in. */
export async function loadContext(
  { store, shops, newId }: ContextDeps & Pick<Deps, "newId">,
  shop: Shop,
  { session, needs, now }: {
    readonly session: CheckoutSession;
    readonly needs: StepNeeds;
    readonly now: number;
  },
): Promise<StepContext> {
  const { lines, choices: { claims, codes } } = session;
  const { customerId = session.customer?.id ?? null } = needs;
  const inCart = [...lines, ...claims].map(({ variantId }) => variantId);
  const { rules, ...cart } = await loadRules({ store, shops }, shop, {
    customerId,
    variantIds: [...inCart, ...needs.variantIds ?? []],
    lines: needs.lines ?? [],
    couponIds: codes.map(({ couponId }) => couponId),
    code: needs.code === undefined ? null : couponKey(needs.code),
  });
  return { merchant: shop.merchant, rules, ...cart, now, newId };
}

/** Coins of a customer; none for one who is not known. */
export async function loadBalance(
  store: Store,
  customerId: CustomerId | null,
): Promise<CoinBalance> {
  const stored = customerId === null ? null : await store.customers.find(customerId);
  return {
    available: stored?.balances.AVAILABLE ?? 0,
    processing: stored?.balances.PROCESSING ?? 0,
  };
}

/** Enabled coupons whose codes were entered, or one is being. */
async function loadEntered(
  store: Store,
  { merchant }: Shop,
  { couponIds, code }: Pick<Situation, "couponIds" | "code">,
): Promise<Coupon[]> {
  if (couponIds.length === 0 && code === null) return [];
  const found = await store.coupons.entered(merchant.id, { ids: couponIds, code });
  return found.filter(({ applicationType, enabled }) => applicationType === "CODE" && enabled);
}

/** Only coupons with a limit need their uses counted. */
async function loadUsage(
  store: Store,
  coupons: readonly Coupon[],
  customerId: CustomerId | null,
): Promise<ReadonlyMap<CouponId, CouponUsage>> {
  const limited = coupons.filter(({ usageLimit, usageLimitPerCustomer }) =>
    usageLimit !== null || usageLimitPerCustomer !== null
  );
  if (limited.length === 0) return new Map();
  return await store.coupons.usage(limited.map(({ id }) => id), customerId);
}
