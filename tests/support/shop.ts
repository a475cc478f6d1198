/** Parts of a shop, and a whole one: each takes what a test is about and fills in the rest. */
import type { VariantDetails } from "../../src/domain/shop/made_product.ts";
import type { Product } from "../../src/domain/shop/catalog.ts";
import type { Change } from "../../src/domain/changes.ts";
import type { Coupon } from "../../src/domain/shop/coupon.ts";
import type { CoinMovement, Customer } from "../../src/domain/shop/customer.ts";
import type { CouponId, MerchantId } from "../../src/domain/ids.ts";
import {
  type CodRule,
  type CoinProgram,
  type Discount,
  type ShippingOption,
  type ShippingRule,
  STANDARD,
} from "../../src/domain/shop/merchant.ts";
import type { Minor } from "../../src/domain/values/money.ts";
import { aCoupon, aCustomer, aProduct, aVariant, int64, NOW, uuid } from "./builders.ts";

/** Ten coins are worth 1.00; 5 % of an order's goods are earned. */
export const COINS: CoinProgram = {
  provider: "CUSTOM",
  name: "Demo Coins",
  logo: "",
  coinValue: 10,
  baseCurrencyValue: 100,
  earnRate: 50_000,
};

/** Cash on delivery for a fee of 40.00, for every cart and country. */
export const COD: CodRule = { fee: 4_000, min: 0, max: null, countries: [], prepaid: null };

/** The same with a tenth paid ahead. */
export const PARTIAL_COD: CodRule = { ...COD, prepaid: percent(10) };

/** Shipping within India at a price, and by other options. */
export function shippingAt(
  price: Minor,
  { freeAbove = null, more = [], ...place }:
    & Partial<Omit<ShippingRule, "options"> & Pick<ShippingOption, "freeAbove">>
    & { readonly more?: readonly ShippingOption[] } = {},
): ShippingRule {
  const options = [{ ...STANDARD, price, freeAbove }, ...more];
  return { countries: ["IN"], postalPrefixes: [], ...place, options };
}

/** Shipping for 150.00 whatever the cart. */
export const EXPRESS: ShippingOption = {
  id: "express",
  name: "Express",
  price: 15_000,
  freeAbove: null,
};

/** So many percent, at most `cap`. */
export function percent(value: number, cap: Minor | null = null): Discount {
  return { type: "PERCENTAGE", rate: value * 10_000, cap };
}

/** A fixed amount, at most `cap`. */
export function fixed(amount: Minor, cap: Minor | null = null): Discount {
  return { type: "FIXED", amount, cap };
}

/** A coupon whose id follows from its code. */
export function coupon(code: string, discount: Discount, over: Partial<Coupon> = {}): Coupon {
  const number = [...code].reduce((sum, letter) => sum * 128 + letter.charCodeAt(0), 0);
  return aCoupon({ id: uuid<CouponId>(number % 1e12), code, discount, ...over });
}

/** A code, known by the last group of its id. */
export function aCode(n: number, code: string, over: Partial<Coupon> = {}): Coupon {
  return aCoupon({ id: uuid<CouponId>(n), code, ...CODE, ...over });
}

/** Product ids for a coupon's scope. */
export function scope(...products: readonly number[]): Pick<Coupon, "productIds"> {
  return { productIds: products.map((one) => int64(one)) };
}

/** A coupon that stacks. */
export const STACKS = { combine: true } as const;
/** A coupon that the customer enters. */
export const CODE = { applicationType: "CODE" } as const;

/** A code that unlocks up to so many units of products from a purchase amount on. */
export function gift(target: number, maxQuantity: number, ...products: readonly number[]) {
  return { targetType: "PURCHASE_AMOUNT" as const, target, maxQuantity, ...scope(...products) };
}

/** The mug of 349.00, product 1, with its stock; null for a stock that is not tracked. */
export function aMug(inventoryQuantity: number | null = 20, over: Partial<Product> = {}): Product {
  return aProduct({ variants: [aVariant({ inventoryQuantity })], ...over });
}

/** A poster of 99.00, product 9, which offers give away. */
export function aPoster(inventoryQuantity: number | null = 5, over: Partial<Product> = {}) {
  const productId = int64(9);
  const own = { productId, variantId: int64(91), price: 9_900, inventoryQuantity };
  const poster = { productId, id: uuid(39), title: "Poster", handle: "poster" };
  return aProduct({ ...poster, variants: [aVariant(own)], ...over });
}

/** An entry of the ledger: 500 coins given by a seed. */
export function aMovement(over: Partial<CoinMovement> = {}): CoinMovement {
  const customerId = over.customerId ?? aCustomer().id;
  return {
    id: uuid(Number(customerId.slice(-12)) + 10),
    customerId,
    from: "ISSUED",
    to: "AVAILABLE",
    coins: 500,
    reason: "seed",
    sessionId: null,
    at: NOW,
    ...over,
  };
}

/** Goods, coupons and one customer with coins: everything of a shop but its merchant. */
export function aStock(
  { merchantId, products, coupons, customer, coins = 500 }: {
    readonly merchantId: MerchantId;
    readonly products: readonly Product[];
    readonly coupons: readonly Coupon[];
    readonly customer: Customer;
    readonly coins?: number;
  },
): Change[] {
  const movement = aMovement({ customerId: customer.id, coins });
  return [
    ...products.map((product): Change => ({ kind: "product.put", merchantId, product })),
    ...coupons.map((coupon): Change => ({ kind: "coupon.put", coupon })),
    { kind: "customer.put", customer, seededCoins: coins },
    { kind: "coins.move", movement },
  ];
}

/** A variant as a person enters it. */
export function someDetails(over: Partial<VariantDetails> = {}): VariantDetails {
  return {
    price: 20_000,
    compareAtPrice: null,
    sku: "",
    grams: 0,
    taxable: true,
    inventoryQuantity: 5,
    inventoryPolicy: "deny",
    ...over,
  };
}
