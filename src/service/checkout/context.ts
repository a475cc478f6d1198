import type { CartCatalog } from "../../domain/cart/cart.ts";
import type { StepContext } from "../../domain/decision/decision.ts";
import { limitedBuyer } from "../../domain/hold_limits.ts";
import type { CouponId, CustomerId, VariantId } from "../../domain/ids.ts";
import type { CoinBalance, PricingRules } from "../../domain/pricing/model.ts";
import { composeOrderNumber, ORDER_NUMBER_BYTES } from "../../domain/session/order_number.ts";
import { type CheckoutSession, stockOf } from "../../domain/session/session.ts";
import type { MaybePromise, StoredCustomer } from "../../domain/session/stored.ts";
import { couponKey, giftIdsOf, hasLimit } from "../../domain/shop/coupon.ts";
import { testBalance } from "../../domain/steps/test_mode.ts";
import type { LineIds } from "../../store/reads/catalog.ts";
import type { PricingCoupons } from "../../store/reads/shop.ts";
import type { Store } from "../../store/store.ts";
import type { Shop, Shops } from "../cache/shops.ts";
import type { Deps } from "../deps.ts";

/** The customer of a price, by id or as one that is being read by phone (E.164). */
export type PricedCustomer =
  | { readonly id: CustomerId }
  | { readonly phone: string; readonly stored: MaybePromise<StoredCustomer | null> };

const NO_COUPONS: PricingCoupons = { entered: [], gifts: new Map(), usage: new Map() };

/** Data to load for pricing, besides the shop: customer, variants, coupons. */
export interface Situation {
  readonly customer: PricedCustomer | null;
  readonly variantIds: Iterable<VariantId>;
  /** New lines of the cart. */
  readonly lines: readonly LineIds[];
  /** Coupons of the entered codes. */
  readonly couponIds: readonly CouponId[];
  /** The code entered now; null for none. */
  readonly code: string | null;
}

/** Data for deciding a step, in addition to the session's own. */
export interface StepNeeds {
  readonly variantIds?: readonly VariantId[];
  readonly lines?: readonly LineIds[];
  readonly code?: string;
  /** The customer whose coins and coupon uses count (default: the session's). */
  readonly customer?: PricedCustomer | null;
  /** True to limit what the step holds for the buyer of a cart link (default: no limit). */
  readonly limitsHolds?: boolean;
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
  { customer, variantIds, lines, couponIds, code }: Situation,
): Promise<CartCatalog & { readonly rules: PricingRules }> {
  const limited = shop.automaticCoupons.filter(hasLimit).map(({ id }) => id);
  const isPlain = limited.length === 0 && couponIds.length === 0 && code === null;
  const { id } = shop.merchant;
  // All at once: for a database on another machine these are one round trip.
  const [cart, { entered, gifts, usage }, giftProducts, coinBalance] = await Promise.all([
    shops.cart(
      shop,
      [...new Set([...variantIds, ...lines.map(({ variantId }) => variantId)])],
      lines,
    ),
    isPlain
      ? NO_COUPONS
      : store.coupons.forPricing(id, { ids: couponIds, code, limited, customer }),
    shop.sharesGiftStock
      ? store.catalog.products(id, giftIdsOf(shop.automaticCoupons))
      : shop.giftProducts,
    loadBalance(store, customer),
  ]);
  const codes = entered.filter(({ applicationType, enabled }) =>
    applicationType === "CODE" && enabled
  );
  const rules = {
    shop: shop.merchant.rules,
    coupons: [...shop.automaticCoupons, ...codes],
    usage,
    giftProducts: shops.pictured(
      gifts.size === 0 ? giftProducts : new Map([...giftProducts, ...gifts]),
    ),
    stock: stockOf(cart.catalog),
    coinBalance,
    atPayment: false,
  };
  return { rules, ...cart };
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
  const { customer = session.customer } = needs;
  const inCart = [...lines, ...claims].map(({ variantId }) => variantId);
  const buyer = needs.limitsHolds === true
    ? limitedBuyer(session, shop.merchant.checkout.limits)
    : null;
  // Beside the rules: for a database on another machine these are one round trip.
  const reading = buyer && store.catalog.unpaid(shop.merchant.id, buyer, [...new Set(inCart)]);
  const loading = loadRules({ store, shops }, shop, {
    customer,
    variantIds: [...inCart, ...needs.variantIds ?? []],
    lines: needs.lines ?? [],
    couponIds: codes.map(({ couponId }) => couponId),
    code: needs.code === undefined ? null : couponKey(needs.code),
  });
  const [{ rules, ...cart }, unpaid] = await Promise.all([loading, reading]);
  const newOrderNumber = () =>
    composeOrderNumber(randomBytes(ORDER_NUMBER_BYTES), session.livemode);
  const { livemode } = session;
  const coinBalance = livemode ? rules.coinBalance : testBalance(session, idOf(customer));
  return {
    merchant: shop.merchant,
    rules: { ...rules, coinBalance },
    ...cart,
    ...(buyer !== null && unpaid !== null && { holdLimits: { buyer, unpaid } }),
    now,
    newId,
    newOrderNumber,
  };
}

/** The id of a customer; null for one who is read by phone, as in no session of test mode. */
function idOf(customer: PricedCustomer | null): CustomerId | null {
  return customer !== null && "id" in customer ? customer.id : null;
}

/** Coins of a customer; zeros without a customer. */
async function loadBalance(store: Store, customer: PricedCustomer | null): Promise<CoinBalance> {
  const stored = customer === null
    ? null
    : await ("id" in customer ? store.customers.find(customer.id) : customer.stored);
  return {
    available: stored?.balances.AVAILABLE ?? 0,
    debt: stored?.debt ?? 0,
    processing: stored?.balances.PROCESSING ?? 0,
  };
}
