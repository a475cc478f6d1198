import type { CartCatalog } from "../../domain/cart/cart.ts";
import type { StepContext } from "../../domain/decision/decision.ts";
import type { CouponId, CustomerId, ProductId, VariantId } from "../../domain/ids.ts";
import type { CoinBalance, PricingRules } from "../../domain/pricing/model.ts";
import { composeOrderNumber, ORDER_NUMBER_BYTES } from "../../domain/session/order_number.ts";
import { type CheckoutSession, stockOf } from "../../domain/session/session.ts";
import type { Product } from "../../domain/shop/catalog.ts";
import { type Coupon, couponKey, type CouponUsage } from "../../domain/shop/coupon.ts";
import { testBalance } from "../../domain/steps/test_mode.ts";
import type { Store } from "../../store/store.ts";
import type { Shop, Shops } from "../cache/shops.ts";
import type { Deps } from "../deps.ts";

/** Data to load for pricing, besides the shop: customer, variants, coupons. */
export interface Situation {
  readonly customerId: CustomerId | null;
  readonly variantIds: Iterable<VariantId>;
  /** New lines of the cart. */
  readonly lines: readonly LineIds[];
  /** Coupons of the entered codes. */
  readonly couponIds: readonly CouponId[];
  /** The code entered now; null for none. */
  readonly code: string | null;
}

/** The catalogue ids of a cart line. */
export interface LineIds {
  readonly productId: ProductId;
  readonly variantId: VariantId;
}

/** Data for deciding a step, in addition to the session's own. */
export interface StepNeeds {
  readonly variantIds?: readonly VariantId[];
  readonly lines?: readonly LineIds[];
  readonly code?: string;
  /** The customer whose coins and coupon uses count (default: the session's). */
  readonly customerId?: CustomerId | null;
}

/** Sources of the data. */
export interface ContextDeps {
  readonly store: Store;
  readonly shops: Shops;
}

/** Reads the current data that a price depends on. */
export async function loadRules(
  { store, shops }: ContextDeps,
  shop: Shop,
  { customerId, variantIds, lines, couponIds, code }: Situation,
): Promise<CartCatalog & { readonly rules: PricingRules }> {
  // All at once: for a database on another machine these are one round trip.
  const [cart, entered, gifts, usage, coinBalance] = await Promise.all([
    loadCatalog(shops, shop, { variantIds, lines }),
    loadEntered(store, shop, { couponIds, code }),
    loadGifts(store, shop, { couponIds, code }),
    loadUsage(store, shop, { couponIds, code, customerId }),
    loadBalance(store, customerId),
  ]);
  const rules = {
    shop: shop.merchant.rules,
    coupons: [...shop.automaticCoupons, ...entered],
    usage,
    giftProducts: gifts,
    stock: stockOf(cart.catalog),
    coinBalance,
    atPayment: false,
  };
  return { rules, ...cart };
}

/** Reads the variants, and which products are known, for lines whose variant is not. */
async function loadCatalog(
  shops: Shops,
  { merchant: { id } }: Shop,
  { variantIds, lines }: Pick<Situation, "variantIds" | "lines">,
): Promise<CartCatalog> {
  const wanted = new Set([...variantIds, ...lines.map(({ variantId }) => variantId)]);
  const productIds = new Set(lines.map(({ productId }) => productId));
  const [catalog, knownProducts] = await Promise.all([
    shops.catalog(id, [...wanted]),
    shops.knownProducts(id, [...productIds]),
  ]);
  return { catalog, knownProducts };
}

/** Reads the context of a step. */
export async function loadContext(
  { store, shops, newId, randomBytes }: ContextDeps & Pick<Deps, "newId" | "randomBytes">,
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
  const newOrderNumber = () =>
    composeOrderNumber(randomBytes(ORDER_NUMBER_BYTES), session.livemode);
  const { livemode } = session;
  const coinBalance = livemode ? rules.coinBalance : testBalance(session, customerId);
  return {
    merchant: shop.merchant,
    rules: { ...rules, coinBalance },
    ...cart,
    now,
    newId,
    newOrderNumber,
  };
}

/** Coins of a customer; zeros without a customer. */
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

/** Enabled coupons of the codes entered before and now. */
async function loadEntered(
  store: Store,
  { merchant }: Shop,
  { couponIds, code }: Pick<Situation, "couponIds" | "code">,
): Promise<Coupon[]> {
  if (couponIds.length === 0 && code === null) return [];
  const found = await store.coupons.entered(merchant.id, { ids: couponIds, code });
  return found.filter(({ applicationType, enabled }) => applicationType === "CODE" && enabled);
}

/** Reads the products that the coupons give away. */
async function loadGifts(
  { catalog }: Store,
  { merchant: { id }, giftProducts, sharesGiftStock }: Shop,
  { couponIds, code }: Pick<Situation, "couponIds" | "code">,
): Promise<ReadonlyMap<ProductId, Product>> {
  const hasCodes = couponIds.length > 0 || code !== null;
  if (!hasCodes && !sharesGiftStock) return giftProducts;
  const [automatic, entered] = await Promise.all([
    sharesGiftStock ? catalog.gifts(id, "automatic") : giftProducts,
    hasCodes ? catalog.gifts(id, { ids: couponIds, code }) : [],
  ]);
  return new Map([...automatic, ...entered]);
}

/** Reads the uses of automatic coupons that have a limit, and of the coupons of codes. */
async function loadUsage(
  store: Store,
  { merchant, automaticCoupons }: Shop,
  { couponIds, code, customerId }: Pick<Situation, "couponIds" | "code" | "customerId">,
): Promise<ReadonlyMap<CouponId, CouponUsage>> {
  const limited = automaticCoupons.filter(({ usageLimit, usageLimitPerCustomer }) =>
    usageLimit !== null || usageLimitPerCustomer !== null
  );
  const ids = [...limited.map(({ id }) => id), ...couponIds];
  if (ids.length === 0 && code === null) return new Map();
  return await store.coupons.usage(ids, customerId, { merchantId: merchant.id, code });
}
