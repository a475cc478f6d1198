/** Short words for worked examples: lines, coupons and the price of them. */
import type { CartLine } from "../../../src/domain/cart/cart.ts";
import type { CouponId } from "../../../src/domain/ids.ts";
import type {
  EnteredCode,
  Order,
  PricedCart,
  PricingRules,
} from "../../../src/domain/pricing/model.ts";
import { price } from "../../../src/domain/pricing/price.ts";
import type { Coupon } from "../../../src/domain/shop/coupon.ts";
import {
  type CoinProgram,
  type Discount,
  NO_RULES,
  type ShopRules,
} from "../../../src/domain/shop/merchant.ts";
import type { Minor } from "../../../src/domain/values/money.ts";
import { aCoupon, aLine, anOrder, int64, NOW, someRules, uuid } from "../../support/builders.ts";

/** A line of product `product` at a unit price in minor units. */
export function line(product: number, unitPrice: Minor, over: Partial<CartLine> = {}): CartLine {
  const variantId = int64(product * 10 + 1);
  return aLine({ productId: int64(product), variantId, unitPrice, ...over });
}

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

/** Product ids for a coupon's scope. */
export function scope(...products: readonly number[]): Pick<Coupon, "productIds"> {
  return { productIds: products.map((one) => int64(one)) };
}

/** A coupon that stacks. */
export const STACKS = { combine: true } as const;
/** A coupon that the customer enters. */
export const CODE = { applicationType: "CODE" } as const;

/** Ten coins are worth 1.00, and none are earned. */
export const COINS: CoinProgram = {
  provider: "CUSTOM",
  name: "Demo Coins",
  logo: "",
  coinValue: 10,
  baseCurrencyValue: 100,
  earnRate: 0,
};

/** A code as it was entered. */
export function entered(
  { id }: Coupon,
  enteredAt: number,
  previousCode: string | null = null,
): EnteredCode {
  return { couponId: id, enteredAt, previousCode };
}

/** Everything that an example is about; the rest is the simplest there is. */
export interface Example {
  readonly order?: Partial<Order>;
  readonly coupons?: readonly Coupon[];
  readonly shop?: Partial<ShopRules>;
  readonly rules?: Partial<PricingRules>;
}

/** The price of some lines. */
export function priced(lines: readonly CartLine[], example: Example = {}): PricedCart {
  const { order, coupons = [], shop, rules } = example;
  return price(
    anOrder({ lines, ...order }),
    someRules({ coupons, shop: { ...NO_RULES, ...shop }, ...rules }),
    NOW,
  );
}

/** What each coupon in force took off, in the order they applied. */
export function taken({ coupons }: PricedCart): [string, Minor][] {
  return coupons.map(({ coupon, amount }) => [coupon.code, amount]);
}
