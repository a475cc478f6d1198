/** A shop that uses every rule there is. */
import type { Change } from "../../../src/domain/changes.ts";
import type { CouponId, MerchantId } from "../../../src/domain/ids.ts";
import type { Coupon } from "../../../src/domain/shop/coupon.ts";
import type { ShopRules } from "../../../src/domain/shop/merchant.ts";
import type { Deps } from "../../../src/service/deps.ts";
import { withWorld, type World } from "../../support/app.ts";
import {
  aCoupon,
  aCustomer,
  aMerchant,
  aProduct,
  aVariant,
  int64,
  NOW,
  uuid,
} from "../../support/builders.ts";

export const HOUR_MS = 3_600_000;
/** Holds 500 coins. */
export const KNOWN_PHONE = "+919876543210";
export const MUG = int64(11);
export const POSTER = int64(91);
/** The gift offer: one poster from 600.00 on. */
export const GIFT = uuid<CouponId>(29);

/** A code, known by the last group of its id. */
export function aCode(n: number, code: string, over: Partial<Coupon> = {}): Coupon {
  return aCoupon({ id: uuid<CouponId>(n), code, applicationType: "CODE", ...over });
}

/** So much off, in minor units. */
export function off(amount: number): Pick<Coupon, "discount"> {
  return { discount: { type: "FIXED", amount, cap: null } };
}

export const RULES: ShopRules = {
  tax: { rate: 180_000, included: true },
  shipping: [
    { countries: ["IN"], postalPrefixes: [], price: 8_000, freeAbove: null },
    { countries: ["IN"], postalPrefixes: ["56"], price: 6_000, freeAbove: 99_900 },
    { countries: ["IN"], postalPrefixes: ["560"], price: 3_000, freeAbove: null },
  ],
  cod: { fee: 4_000, min: 20_000, max: 1_000_000, countries: ["IN"], prepaid: null },
  paymentOffers: [
    { method: "PREPAID", discount: { type: "PERCENTAGE", rate: 50_000, cap: 10_000 } },
  ],
  coin: {
    provider: "CUSTOM",
    name: "Demo Coins",
    logo: "",
    coinValue: 10,
    baseCurrencyValue: 100,
    earnRate: 50_000,
  },
};

/** Cash on delivery with a tenth of the order paid ahead. */
export const PREPAID_COD: Partial<ShopRules> = {
  cod: { ...RULES.cod!, prepaid: { type: "PERCENTAGE", rate: 100_000, cap: null } },
};

const COUPONS: readonly Coupon[] = [
  aCode(20, "SAVE10", { minPurchase: 89_900 }),
  aCode(21, "FLAT50", off(5_000)),
  aCode(22, "PLUS5", { ...off(500), combine: true }),
  aCode(23, "PLUS7", { ...off(700), combine: true }),
  aCode(24, "OLD", { endsAt: NOW }),
  aCode(25, "SOON", { startsAt: NOW + 1 }),
  aCode(26, "POSTERS", { productIds: [int64(9)] }),
  aCode(27, "NOCOD", { ...off(2_000), disableCod: true }),
  aCode(28, "HALF 1/2", off(1_000)),
  aCoupon({
    id: GIFT,
    code: "FREEPOSTER",
    gift: {
      targetType: "PURCHASE_AMOUNT",
      target: 60_000,
      maxQuantity: 1,
      productIds: [int64(9)],
    },
  }),
];

export const ADDRESS = {
  name: "Asha Rao",
  phone: "098765 43210",
  line1: "1 Residency Road",
  city: "Bengaluru",
  postal_code: "561 001",
  country_code: "IN",
};

/** The world of a full shop: 20 mugs at 349.00, 5 posters, some codes, one known customer. */
export async function withShop(
  test: (world: World) => Promise<void>,
  { rules = {}, more = [], db = ":memory:", warn }: {
    readonly rules?: Partial<ShopRules>;
    readonly more?: readonly Change[];
    /** A file, for tests that open it otherwise. */
    readonly db?: string;
    /** What the operator is told goes here as well. */
    readonly warn?: Deps["warn"];
  } = {},
): Promise<void> {
  await withWorld(async (world) => {
    await world.store.commit([...stockChanges(world.merchant.id), ...more]);
    await test(world);
  }, {
    merchant: { rules: { ...RULES, ...rules } },
    rateLimit: 1_000_000,
    db,
    ...(warn && { warn }),
  });
}

function stockChanges(merchantId: MerchantId): Change[] {
  const customer = aCustomer({ phone: KNOWN_PHONE });
  const movement = {
    id: uuid(60),
    customerId: customer.id,
    from: "ISSUED",
    to: "AVAILABLE",
    coins: 500,
    reason: "seed",
    sessionId: null,
    at: NOW,
  } as const;
  const own = { productId: int64(9), variantId: POSTER, price: 9_900, inventoryQuantity: 5 };
  const poster = { productId: int64(9), id: uuid(39), title: "Poster", handle: "poster" };
  return [
    { kind: "product.put", merchantId, product: aProduct() },
    {
      kind: "product.put",
      merchantId,
      product: aProduct({ ...poster, variants: [aVariant(own)] }),
    },
    ...COUPONS.map((coupon): Change => ({ kind: "coupon.put", coupon })),
    { kind: "customer.put", customer, seededCoins: 500 },
    { kind: "coins.move", movement },
  ];
}

/** So many mugs as a cart's items. */
export function mugs(quantity: number): Record<string, unknown>[] {
  return [{ product_id: 1, variant_id: 11, quantity, title: "Mug" }];
}

/** The key of another merchant. */
export async function aForeignKey({ store, services }: World): Promise<string> {
  const other = aMerchant({ id: uuid<MerchantId>(2), domains: ["other.example"] });
  await store.commit([{ kind: "merchant.put", merchant: other }]);
  const request = { merchantId: other.id, name: "other", lifetimeMs: null, rateLimit: null };
  return (await services.keys.create(request)).secret;
}
