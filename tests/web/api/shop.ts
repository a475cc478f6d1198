/** A shop that uses every rule there is. */
import type { Change } from "../../../src/domain/changes.ts";
import type { CouponId, MerchantId } from "../../../src/domain/ids.ts";
import type { Scope } from "../../../src/domain/shop/api_key.ts";
import type { Coupon } from "../../../src/domain/shop/coupon.ts";
import { type CheckoutForm, NO_CHECKOUT_FORM } from "../../../src/domain/shop/checkout_form.ts";
import type { ShopRules } from "../../../src/domain/shop/merchant.ts";
import type { Deps } from "../../../src/service/deps.ts";
import type { Store } from "../../../src/store/store.ts";
import { withWorld, type World } from "../../support/app.ts";
import {
  aCoupon,
  aCustomer,
  aMerchant,
  aProduct,
  aVariant,
  FOREVER,
  int64,
  NOW,
  uuid,
} from "../../support/builders.ts";
import {
  aCode,
  aMug,
  aPoster,
  aStock,
  COINS,
  EXPRESS,
  fixed,
  gift,
  percent,
  scope,
  shippingAt,
} from "../../support/shop.ts";
import { OPERATOR } from "../../support/operator.ts";

export const HOUR_MS = 3_600_000;
/** Holds 500 coins. */
export const KNOWN_PHONE = "+919876543210";
export const MUG = int64(11);
export const POSTER = int64(91);
/** Of {@link putBowl}. */
export const BOWL = int64(31);
/** The gift offer: one poster from 600.00 on. */
export const GIFT = uuid<CouponId>(29);

export const RULES: ShopRules = {
  tax: { rate: 180_000, included: true },
  shipping: [
    shippingAt(8_000),
    shippingAt(6_000, { postalPrefixes: ["56"], freeAbove: 99_900, more: [EXPRESS] }),
    shippingAt(3_000, { postalPrefixes: ["560"] }),
  ],
  cod: { fee: 4_000, min: 20_000, max: 1_000_000, countries: ["IN"], prepaid: null },
  paymentOffers: [{ method: "PREPAID", discount: percent(5, 10_000) }],
  coin: COINS,
  verifyPhone: "never",
};

/** Cash on delivery with a tenth of the order paid ahead. */
export const PREPAID_COD: Partial<ShopRules> = { cod: { ...RULES.cod!, prepaid: percent(10) } };

const COUPONS: readonly Coupon[] = [
  aCode(20, "SAVE10", { minPurchase: 89_900 }),
  aCode(21, "FLAT50", { discount: fixed(5_000) }),
  aCode(22, "PLUS5", { discount: fixed(500), combine: true }),
  aCode(23, "PLUS7", { discount: fixed(700), combine: true }),
  aCode(24, "OLD", { endsAt: NOW }),
  aCode(25, "SOON", { startsAt: NOW + 1 }),
  aCode(26, "POSTERS", scope(9)),
  aCode(27, "NOCOD", { discount: fixed(2_000), disableCod: true }),
  aCode(28, "HALF 1/2", { discount: fixed(1_000) }),
  aCoupon({ id: GIFT, code: "FREEPOSTER", gift: gift(60_000, 1, 9) }),
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
  {
    rules = {},
    checkout = {},
    currencyCode,
    more = [],
    db = ":memory:",
    open,
    warn,
    randomBytes,
    isDemo = false,
    callProvider,
    databaseMs,
  }: {
    readonly rules?: Partial<ShopRules>;
    /** Settings of the checkout page. */
    readonly checkout?: Partial<CheckoutForm>;
    readonly currencyCode?: string;
    readonly more?: readonly Change[];
    /** A file, for tests that open it otherwise. */
    readonly db?: string;
    /** Opens a store of another engine. */
    readonly open?: () => Promise<Store>;
    /** Also receives every warning. */
    readonly warn?: Deps["warn"];
    readonly randomBytes?: Deps["randomBytes"];
    readonly isDemo?: boolean;
    readonly callProvider?: Deps["callProvider"];
    /** Limit of the database's part of a request; none when left out. */
    readonly databaseMs?: number;
  } = {},
): Promise<void> {
  await withWorld(async (world) => {
    await world.store.commit([
      ...aStock({
        merchantId: world.merchant.id,
        products: [aMug(), aPoster()],
        coupons: COUPONS,
        customer: aCustomer({ phone: KNOWN_PHONE }),
      }),
      ...more,
    ]);
    await test(world);
  }, {
    merchant: {
      rules: { ...RULES, ...rules },
      checkout: { ...NO_CHECKOUT_FORM, ...checkout },
      ...(currencyCode && { currencyCode }),
    },
    rateLimit: 1_000_000,
    db,
    open,
    ...(warn && { warn }),
    randomBytes,
    isDemo,
    callProvider,
    databaseMs,
  });
}

/** So many mugs as a cart's items. */
export function mugs(quantity: number): Record<string, unknown>[] {
  return [{ product_id: 1, variant_id: 11, quantity, title: "Mug" }];
}

/** Adds 40 bowls at 137.77 to the shop. */
export function putBowl(): Change {
  const productId = int64(3);
  const variant = aVariant({ productId, variantId: BOWL, price: 13_777, inventoryQuantity: 40 });
  const bowl = { productId, id: uuid(38), title: "Bowl", handle: "bowl", variants: [variant] };
  return { kind: "product.put", merchantId: aMerchant().id, product: aProduct(bowl) };
}

/** The key of another merchant. */
export async function aForeignKey({ store, services }: World): Promise<string> {
  const other = aMerchant({ id: uuid<MerchantId>(2), domains: ["other.example"] });
  await store.commit([{ kind: "merchant.put", merchant: other }]);
  const request = { merchantId: other.id, name: "other", ...FOREVER };
  return (await services.keys.create(request, OPERATOR)).secret;
}

/** A key of the shop with some scopes. */
export async function aKeyWith(
  { services, merchant }: World,
  scopes: readonly Scope[],
): Promise<string> {
  const request = { merchantId: merchant.id, name: "n", ...FOREVER, scopes: new Set(scopes) };
  return (await services.keys.create(request, OPERATOR)).secret;
}
