/** Valid domain values for tests; each takes what a test is about and fills in the rest. */
import type { CartCatalog, CartLine, RawLine } from "../../src/domain/cart/cart.ts";
import type { CouponId, CustomerId, Int64, MerchantId, SessionId } from "../../src/domain/ids.ts";
import type { Order, PricingRules } from "../../src/domain/pricing/model.ts";
import type { Payment } from "../../src/domain/session/payment.ts";
import { type Address, NO_CHOICES } from "../../src/domain/session/session.ts";
import type { Product, Variant } from "../../src/domain/shop/catalog.ts";
import type { Coupon } from "../../src/domain/shop/coupon.ts";
import type { Customer } from "../../src/domain/shop/customer.ts";
import { NO_CHECKOUT_FORM } from "../../src/domain/shop/checkout_form.ts";
import { type Merchant, NO_RULES } from "../../src/domain/shop/merchant.ts";
import { currencyOf } from "../../src/domain/values/money.ts";

/** 2026-01-02T03:04:05.000Z, the moment at which tests happen. */
export const NOW = 1_767_323_045_000;

/** A UUID that is `n` in its last group. */
export function uuid<Id extends string = string>(n: number): Id {
  return `00000000-0000-7000-8000-${String(n).padStart(12, "0")}` as Id;
}

/** An int64 id. */
export function int64(n: number | bigint): Int64 {
  return String(n) as Int64;
}

export function aMerchant(over: Partial<Merchant> = {}): Merchant {
  return {
    id: uuid<MerchantId>(1),
    name: "Demo Store",
    domains: ["demo-store.example"],
    countryCode: "IN",
    currencyCode: "INR",
    cartFormat: "plain",
    catalogue: "open",
    redirectUrl: "https://demo-store.example/thanks",
    rules: NO_RULES,
    otpCountries: null,
    timeZone: "UTC",
    idleAfterMinutes: 30,
    staffRefundsDaily: 0,
    refundsDaily: 0,
    coinsDaily: 0,
    picturesMb: 500,
    ordersHourly: 0,
    signInsHourly: 0,
    messagesHourly: 0,
    refundsFactorOver: 0,
    requiresFactor: false,
    recoveryUrl: "",
    checkout: NO_CHECKOUT_FORM,
    createdAt: NOW,
    updatedAt: NOW,
    ...over,
  };
}

/** A new key without an end and without a limit of its own. */
export const FOREVER = { lifetimeMs: null, rateLimit: null } as const;

export function aCoupon(over: Partial<Coupon> = {}): Coupon {
  return {
    id: uuid<CouponId>(20),
    merchantId: uuid<MerchantId>(1),
    code: "SAVE10",
    applicationType: "AUTOMATIC",
    combine: false,
    discount: { type: "PERCENTAGE", rate: 100_000, cap: null },
    disableCod: false,
    platform: "SERVICE",
    startsAt: null,
    endsAt: null,
    minPurchase: 0,
    minQuantity: 0,
    usageLimit: null,
    usageLimitPerCustomer: null,
    productIds: [],
    gift: null,
    enabled: true,
    createdAt: NOW,
    ...over,
  };
}

export function aVariant(over: Partial<Variant> = {}): Variant {
  return {
    variantId: int64(11),
    productId: int64(1),
    title: "Default Title",
    optionValues: [],
    sku: "",
    price: 34_900,
    compareAtPrice: null,
    grams: 300,
    taxable: true,
    inventoryQuantity: 20,
    inventoryPolicy: "deny",
    imageId: int64(1),
    ...over,
  };
}

export function aProduct(over: Partial<Product> = {}): Product {
  return {
    productId: int64(1),
    id: uuid(30),
    title: "Mug",
    handle: "mug",
    vendor: "Demo",
    bodyHtml: "<p>A mug</p>",
    status: "active",
    images: [{ id: int64(1), src: "https://cdn.example/mug.png" }],
    pictures: [],
    optionNames: [],
    maxQuantity: null,
    variants: [aVariant()],
    ...over,
  };
}

/** A shop that has stored no products. */
export const NO_CATALOG: CartCatalog = {
  catalog: new Map(),
  knownProducts: new Set(),
  aliases: new Map(),
};

export function aLine(over: Partial<CartLine> = {}): CartLine {
  return {
    productId: int64(1),
    variantId: int64(11),
    quantity: 1,
    properties: {},
    title: "Mug",
    handle: "mug",
    variantTitle: "",
    unitPrice: 34_900,
    compareAtPrice: null,
    grams: 300,
    singleVariant: true,
    taxable: true,
    image: "https://cdn.example/mug.png",
    source: "MANUAL",
    listed: false,
    ...over,
  };
}

export function aRawLine(
  fields: Record<string, unknown> = {},
  over: Partial<RawLine> = {},
): RawLine {
  return {
    productId: int64(1),
    variantId: int64(11),
    quantity: 1,
    fields: { price: 349, ...fields },
    path: "data.items[0]",
    ...over,
  };
}

export function anOrder(over: Partial<Order> = {}): Order {
  const { address: destination, ...decided } = NO_CHOICES;
  return {
    ...decided,
    destination,
    currency: currencyOf("INR"),
    countryCode: "IN",
    lines: [aLine()],
    customerKnown: false,
    amountPaid: 0,
    ...over,
  };
}

export function someRules(over: Partial<PricingRules> = {}): PricingRules {
  return {
    shop: NO_RULES,
    coupons: [],
    usage: new Map(),
    giftProducts: new Map(),
    stock: new Map(),
    coinBalance: { available: 0, debt: 0, processing: 0 },
    atPayment: false,
    ...over,
  };
}

export function anAddress(over: Partial<Address> = {}): Address {
  return {
    name: "Asha Rao",
    phone: "+919876543210",
    line1: "1 Residency Road",
    line2: null,
    city: "Bengaluru",
    state: "KA",
    postalCode: "560025",
    countryCode: "IN",
    email: null,
    ...over,
  };
}

export function aCustomer(over: Partial<Customer> = {}): Customer {
  return {
    id: uuid<CustomerId>(50),
    merchantId: uuid<MerchantId>(1),
    phone: "+919876543210",
    createdAt: NOW,
    ...over,
  };
}

/** A payment of 598.20 that was begun a minute ago. */
export function aPayment(over: Partial<Payment> = {}): Payment {
  const holds = { PENDING: "held", FAILED: "released", PAID: null } as const;
  return {
    id: uuid(800),
    method: "PREPAID",
    amount: 59_820,
    currencyCode: "INR",
    status: "PENDING",
    reference: null,
    startedAt: NOW - 60_000,
    dueAt: null,
    atProvider: null,
    holds: holds[over.status ?? "PENDING"],
    late: null,
    failure: null,
    fee: null,
    ...over,
  };
}

/** Freezes a value with everything it holds, so that a step that changes its input fails. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}

export const SESSION_ID = uuid<SessionId>(40);

/** An order with a cart and no other fields. */
export const NOTHING_SAID = { reference: null, note: null, attributes: {}, tracking: {} } as const;
