import type { Coupon } from "../shop/coupon.ts";
import type { ShopRules } from "../shop/merchant.ts";
import type { Order, Requirement } from "./model.ts";

/** Missing requirements of an order, by its current payment method. */
export function requirementsOf(
  order: Pick<Order, "customerKnown" | "method" | "destination">,
  shop: Pick<ShopRules, "shipping" | "verifyPhone">,
  coupons: readonly Coupon[],
): Requirement[] {
  return [
    ...(needsPhone(order, shop, coupons) ? ["phone" as const] : []),
    ...(needsAddress(order, shop) ? ["address" as const] : []),
  ];
}

function needsPhone(
  { customerKnown, method }: Pick<Order, "customerKnown" | "method">,
  { verifyPhone }: Pick<ShopRules, "verifyPhone">,
  coupons: readonly Coupon[],
): boolean {
  if (customerKnown) return false;
  const isRule = verifyPhone === "always" || (verifyPhone === "cod" && method === "COD");
  // Limits per customer count by the verified phone.
  return isRule || coupons.some(({ usageLimitPerCustomer }) => usageLimitPerCustomer !== null);
}

/** A shop with shipping rules needs the destination. */
export function needsAddress(
  { destination }: Pick<Order, "destination">,
  { shipping }: Pick<ShopRules, "shipping">,
): boolean {
  return shipping.length > 0 && destination === null;
}
