/** Short words for worked examples: lines, coupons and the price of them. */
import type { CartLine } from "../../../src/domain/cart/cart.ts";
import type {
  EnteredCode,
  Order,
  PricedCart,
  PricingRules,
} from "../../../src/domain/pricing/model.ts";
import { price } from "../../../src/domain/pricing/price.ts";
import type { Coupon } from "../../../src/domain/shop/coupon.ts";
import { NO_RULES, type ShopRules } from "../../../src/domain/shop/merchant.ts";
import type { Minor } from "../../../src/domain/values/money.ts";
import { aLine, anOrder, int64, NOW, someRules } from "../../support/builders.ts";

/** A line of product `product` at a unit price in minor units. */
export function line(product: number, unitPrice: Minor, over: Partial<CartLine> = {}): CartLine {
  const variantId = int64(product * 10 + 1);
  return aLine({ productId: int64(product), variantId, unitPrice, ...over });
}

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

/** Discount of each applied coupon, in order. */
export function taken({ coupons }: PricedCart): [string, Minor][] {
  return coupons.map(({ coupon, amount }) => [coupon.code, amount]);
}
