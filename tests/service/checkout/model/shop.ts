/** The one small shop that the model-based test walks about in. */
import type { Change } from "../../../../src/domain/changes.ts";
import type { CouponId, ProductId, VariantId } from "../../../../src/domain/ids.ts";
import type { Coupon } from "../../../../src/domain/shop/coupon.ts";
import type { Merchant, ShopRules, VerifyPhone } from "../../../../src/domain/shop/merchant.ts";
import { anEndpoint } from "../../../support/webhooks.ts";
import {
  aCoupon,
  aCustomer,
  aMerchant,
  aProduct,
  aVariant,
  int64,
  NOW,
  uuid,
} from "../../../support/builders.ts";
import {
  aStock,
  COD,
  CODE,
  COINS,
  EXPRESS,
  fixed,
  gift,
  percent,
  shippingAt,
} from "../../../support/shop.ts";

/** Variants of the shop. */
export interface ShopKind {
  /** Time by which sweeps are late: other servers may have noted activity that is not stored. */
  readonly lagMs?: number;
  /** True if part of a cash-on-delivery order is prepaid. */
  readonly prepaid: boolean;
  /** True if the shop has shipping rules and so needs an address. */
  readonly ships: boolean;
  /** Orders that need a verified phone. */
  readonly verifies: VerifyPhone;
}

/** Variants of the shop with the units at hand at first; null where nobody counts. */
export const STOCK: Readonly<Record<string, number | null>> = { "11": 12, "21": null, "91": 3 };

/** Products by variant: a mug of 100.00, a pen of 20.00, and a poster to be given away. */
const GOODS = [
  { product: 1, variant: 11, title: "Mug", price: 10_000 },
  { product: 2, variant: 21, title: "Pen", price: 2_000 },
  { product: 9, variant: 91, title: "Poster", price: 5_000 },
];

/** Coupons by code with their limits; null for none. */
export const LIMITS: Readonly<Record<string, { all: number | null; each: number | null }>> = {
  FEW: { all: 2, each: null },
  ONCE: { all: null, each: 1 },
  FREE: { all: 2, each: null },
  HELLO: { all: null, each: 1 },
  GIFT: { all: 3, each: null },
  SHORT: { all: null, each: null },
};

/** The gift coupon. */
export const GIFT_ID = uuid<CouponId>(204);
/** When SHORT ends. */
export const SHORT_ENDS_AT = NOW + 90 * 60_000;

/** A customer with coins, and two whom the shop does not know yet. */
export const RICH = "+919876543210";
export const NEW = "+14155552671";
export const NEWER = "+447400123456";
export const RICH_COINS = 400;

/** Coupons of the shop. */
export function coupons(): Coupon[] {
  const tenth = percent(10);
  const definitions: Partial<Coupon>[] = [
    { ...CODE, discount: tenth, code: "FEW", combine: true },
    { ...CODE, discount: tenth, code: "ONCE", combine: true },
    { ...CODE, discount: percent(100), code: "FREE" },
    { code: "HELLO", discount: percent(2) },
    { code: "GIFT", discount: fixed(0), gift: gift(15_000, 2, 9) },
    { ...CODE, discount: tenth, code: "SHORT", endsAt: SHORT_ENDS_AT, disableCod: true },
  ];
  return definitions.map((over, i) => {
    const { all: usageLimit, each: usageLimitPerCustomer } = LIMITS[over.code!]!;
    return aCoupon({ ...over, id: uuid(200 + i), usageLimit, usageLimitPerCustomer });
  });
}

/** Codes that the shop sends on a day. */
export const OTP_DAILY = 6;

/** The shop's merchant, whose next day begins less than an hour after the start, at 4:00 UTC. */
export function merchantOf({ prepaid, ships, verifies }: ShopKind): Merchant {
  const rules: ShopRules = {
    tax: { rate: 180_000, included: true },
    shipping: ships ? [shippingAt(500, { freeAbove: 20_000, more: [EXPRESS] })] : [],
    cod: { ...COD, fee: 300, countries: ["IN"], prepaid: prepaid ? percent(10) : null },
    paymentOffers: [{ method: "PREPAID", discount: percent(5) }],
    coin: COINS,
    verifyPhone: verifies,
  };
  return aMerchant({ rules, otpCountries: [], timeZone: "America/Puerto_Rico" });
}

/** Everything in the shop but its merchant. */
export function stockUp({ id: merchantId }: Merchant): Change[] {
  const products = GOODS.map(({ product, variant, title, price }, i) => {
    const productId: ProductId = int64(product);
    const inventoryQuantity = STOCK[variant] ?? null;
    const variantId: VariantId = int64(variant);
    const own = aVariant({ productId, variantId, price, inventoryQuantity });
    return aProduct({ productId, id: uuid(300 + i), title, variants: [own] });
  });
  const customer = aCustomer({ phone: RICH });
  const events = ["session.idle", "otp.requested"] as const;
  return [
    ...aStock({ merchantId, products, coupons: coupons(), customer, coins: RICH_COINS }),
    { kind: "webhook.put", endpoint: anEndpoint(1, { merchantId, events }) },
  ];
}
