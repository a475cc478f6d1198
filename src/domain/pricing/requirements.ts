import type { Coupon } from "../shop/coupon.ts";
import type { ShopRules } from "../shop/merchant.ts";
import type { Order, Requirement } from "./model.ts";

/** Missing requirements of an order, by its current payment method. */
export function requirementsOf(
  order: Pick<Order, "customerKnown" | "destination">,
  shop: Pick<ShopRules, "shipping">,
  coupons: readonly Coupon[],
): Requirement[] {
  return [
    ...(needsPhone(order, coupons) ? ["phone" as const] : []),
    ...(needsAddress(order, shop) ? ["address" as const] : []),
  ];
}

/** Limits per customer count by the verified phone. */
function needsPhone(
  { customerKnown }: Pick<Order, "customerKnown">,
  coupons: readonly Coupon[],
): boolean {
  return !customerKnown &&
    coupons.some(({ usageLimitPerCustomer }) => usageLimitPerCustomer !== null);
}

/** A shop with shipping rules needs the destination. */
export function needsAddress(
  { destination }: Pick<Order, "destination">,
  { shipping }: Pick<ShopRules, "shipping">,
): boolean {
  return shipping.length > 0 && destination === null;
}
