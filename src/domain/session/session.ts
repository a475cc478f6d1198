import type { CartCatalog, CartContext, CartLine, RawLine } from "../cart/cart.ts";
import { readLines } from "../cart/cart_lines.ts";
import type { Tracking } from "../cart/extra.ts";
import type { CustomerId, MerchantId, SessionId, VariantId } from "../ids.ts";
import type { EnteredCode, GiftClaim, Order, PricedCart, PricingRules } from "../pricing/model.ts";
import { price } from "../pricing/price.ts";
import { type CatalogEntry, isOnOffer, sellable } from "../shop/catalog.ts";
import { isErased } from "../shop/customer.ts";
import type { Merchant, PaymentMethod } from "../shop/merchant.ts";
import type { PrepaidWay } from "../shop/pay_ways.ts";
import { currencyOf, type Minor } from "../values/money.ts";
import { INITIAL_STATE, type State } from "./lifecycle.ts";
import type { PlacedOrder } from "./order.ts";
import { NO_OTP, type OtpState } from "./otp.ts";
import type { Payment } from "./payment.ts";
import { NO_RECOVERY, type Recovery } from "./recovery.ts";

/** Delivery address of an order. */
export interface Address {
  readonly name: string;
  /** E.164. */
  readonly phone: string;
  readonly line1: string;
  readonly line2: string | null;
  readonly city: string;
  readonly state: string | null;
  readonly postalCode: string;
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string;
  readonly email: string | null;
}

/** The buyer, who need not be the recipient of the address. */
export interface Buyer {
  readonly name: string | null;
  readonly email: string | null;
}

/** An unknown buyer. */
export const NO_BUYER: Buyer = { name: null, email: null };

/** Choices of the customer. */
export interface Choices {
  readonly claims: readonly GiftClaim[];
  readonly codes: readonly EnteredCode[];
  readonly address: Address | null;
  /** Id of a shipping option for the address. */
  readonly shippingOption: string | null;
  readonly method: PaymentMethod | null;
  /** Way to pay what is due before delivery; null for the shop's first. */
  readonly way: PrepaidWay | null;
  readonly coins: number;
}

/** The customer of a session. */
export interface SessionCustomer {
  readonly id: CustomerId;
  /** E.164; empty after erasure. */
  readonly phone: string;
}

/** Cash for an order, recorded by the operator. */
export interface CollectedCash {
  readonly amount: Minor;
  readonly at: number;
}

/** A checkout session: the cart, the customer's choices and the price. */
export interface CheckoutSession {
  readonly id: SessionId;
  readonly merchantId: MerchantId;
  /** False for a test: it changes nothing of the live shop. */
  readonly livemode: boolean;
  /** Grows by one with every change. */
  readonly version: number;
  readonly state: State;
  readonly countryCode: string;
  readonly currencyCode: string;
  readonly redirectUrl: string;
  /** The shop's reference of the order or cart; need not be unique. */
  readonly reference: string | null;
  /** Order note. */
  readonly note: string | null;
  /** Cart attributes of the store. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly lines: readonly CartLine[];
  readonly choices: Choices;
  /** The customer with the verified phone number; null until verified. */
  readonly customer: SessionCustomer | null;
  readonly buyer: Buyer;
  readonly otp: OtpState;
  /** Times of unknown codes that still count. */
  readonly wrongCodesAt: readonly number[];
  /** The latest payment; null until one was started. */
  readonly payment: Payment | null;
  /** The order; null until the session is completed. */
  readonly order: PlacedOrder | null;
  readonly amountPaid: Minor;
  /** Cash recorded after the order was placed; null until then. */
  readonly collected: CollectedCash | null;
  readonly recovery: Recovery;
  /** True if a cart link of the hosted page opened it: recovery links lead back to that page. */
  readonly onPage: boolean;
  /**
   * Digest of the address from which the latest step on the checkout page came ({@link clientOf});
   * null without one. API keys leave it as it is: their callers are the shop.
   */
  readonly client: string | null;
  /** Computed on every change and stored, so that a price never changes by itself. */
  readonly priced: PricedCart;
  readonly createdAt: number;
}

/** A request for a new session (spec 4.1). */
export interface CartRequest {
  /** As `parseDomain` writes it; undefined for text that is not a host. */
  readonly shopDomain: string | undefined;
  /** Null: the shop's. */
  readonly countryCode: string | null;
  readonly items: readonly RawLine[];
  /** Null: the shop's. */
  readonly redirectUrl: string | null;
  readonly reference: string | null;
  readonly note: string | null;
  readonly attributes: Readonly<Record<string, string>>;
  /** Valid tracking data. */
  readonly tracking: Tracking;
}

/** Data for a new session, in addition to its request. */
export interface NewSessionData extends CartCatalog {
  readonly id: SessionId;
  readonly merchant: Merchant;
  readonly rules: PricingRules;
  readonly livemode: boolean;
  /** True for a cart of the hosted page (default: false). */
  readonly onPage?: boolean;
  /** Digest of the client's address for a cart that is opened on a page (default: null). */
  readonly client?: string | null;
  readonly now: number;
}

/** No choices yet. */
export const NO_CHOICES: Choices = {
  claims: [],
  codes: [],
  address: null,
  shippingOption: null,
  method: null,
  way: null,
  coins: 0,
};

/**
 * Opens a session on a cart.
 *
 * @throws {AppError} `error.invalid-request` when a line cannot be read or priced
 */
export function openSession(request: CartRequest, opening: NewSessionData): CheckoutSession {
  const {
    id,
    merchant,
    catalog,
    knownProducts,
    aliases,
    rules,
    livemode,
    onPage = false,
    client = null,
    now,
  } = opening;
  const context: CartContext = {
    format: merchant.cartFormat,
    currency: currencyOf(merchant.currencyCode),
    catalog,
    knownProducts,
    aliases,
    rule: merchant.catalogue,
  };
  const unpriced = {
    id,
    merchantId: merchant.id,
    livemode,
    version: 1,
    state: INITIAL_STATE,
    countryCode: request.countryCode ?? merchant.countryCode,
    currencyCode: merchant.currencyCode,
    redirectUrl: request.redirectUrl ?? merchant.redirectUrl,
    reference: request.reference,
    note: request.note,
    attributes: request.attributes,
    lines: readLines(request.items, context),
    choices: NO_CHOICES,
    customer: null,
    buyer: NO_BUYER,
    otp: NO_OTP,
    wrongCodesAt: [],
    payment: null,
    order: null,
    amountPaid: 0,
    collected: null,
    recovery: NO_RECOVERY,
    onPage,
    client,
    createdAt: now,
  };
  const stock = stockOf(catalog);
  return { ...unpriced, priced: price(orderOf(unpriced), { ...rules, stock }, now) };
}

/** The part of a session that determines its price. */
export function orderOf(session: Omit<CheckoutSession, "priced">): Order {
  const { countryCode, currencyCode, lines, choices, amountPaid, customer } = session;
  const { address, way: _, ...decided } = choices;
  return {
    ...decided,
    currency: currencyOf(currencyCode),
    countryCode,
    lines,
    destination: address,
    customerKnown: customer !== null && !isErased(customer),
    amountPaid,
  };
}

/**
 * Available units of the variants that are limited: by stock, or because their product is archived
 * or not published.
 */
export function stockOf(catalog: ReadonlyMap<VariantId, CatalogEntry>): Map<VariantId, number> {
  const stock = new Map<VariantId, number>();
  for (const [variantId, { product, variant }] of catalog) {
    const units = isOnOffer(product) ? sellable(variant) : 0;
    if (units !== Infinity) stock.set(variantId, units);
  }
  return stock;
}

/**
 * True if a session has ended by inactivity (spec section 8).
 *
 * @param lastActiveAt time of the latest successful call
 */
export function isExpired(
  lastActiveAt: number,
  { now, ttlMs }: { readonly now: number; readonly ttlMs: number },
): boolean {
  return now - lastActiveAt >= ttlMs;
}
