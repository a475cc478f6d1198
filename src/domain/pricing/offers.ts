import type { PaymentMethod, PaymentOffer } from "../shop/merchant.ts";
import type { Minor } from "../values/money.ts";
import { discountOn } from "./discounts.ts";

/**
 * The discount for paying by the chosen method: the best of the shop's offers for
 * it, on what the coupons left. Nothing until a method is chosen.
 */
export function paymentOfferDiscount(
  base: Minor,
  offers: readonly PaymentOffer[],
  method: PaymentMethod | null,
): Minor {
  return offers.filter((offer) => offer.method === method)
    .reduce((best, { discount }) => Math.max(best, discountOn(base, discount)), 0);
}
