import type { PaymentMethod, PaymentOffer } from "../shop/merchant.ts";
import type { Minor } from "../values/money.ts";
import { discountOn } from "./discounts.ts";

/**
 * Discount of the chosen payment method: the best of the shop's offers for it, on the amount after
 * coupons; 0 until a method is chosen.
 */
export function paymentOfferDiscount(
  base: Minor,
  offers: readonly PaymentOffer[],
  method: PaymentMethod | null,
): Minor {
  return offers.filter((offer) => offer.method === method)
    .reduce((best, { discount }) => Math.max(best, discountOn(base, discount)), 0);
}
