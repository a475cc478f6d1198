import { z } from "zod";
import type { JsonNumber } from "../../domain/values/json.ts";
import type { Totals } from "../../domain/pricing/model.ts";
import type { Currency, Minor } from "../../domain/values/money.ts";
import type { Form } from "../form.ts";
import { amount, major, minor, type NumberField } from "./fields.ts";

const shippingPrice: NumberField = amount
  .meta({ override: { type: "number", minimum: -1 } });

/** The computed pricing of the cart (spec 2.4). */
export const pricingSchema = z.strictObject({
  cart_total: amount.meta({ description: "Sum of item prices before discounts" }),
  sub_total: amount.meta({ description: "Subtotal before discounts" }),
  discount: amount.meta({ description: "Total discount applied" }),
  payment_offer_discount: amount.meta({ description: "Discount from payment-method offers" }),
  shipping: shippingPrice.meta({ description: "Shipping price; -1 until there is an address" }),
  cod_price: amount.meta({ description: "Cash-on-delivery fee" }),
  cod_available: z.boolean().meta({ description: "Cash on delivery is available for this cart" }),
  cod_order: z.boolean().meta({ description: "The customer chose cash on delivery" }),
  total: amount.meta({ description: "Total after discounts, before payable adjustments" }),
  tax: amount.meta({ description: "Tax of all lines" }),
  taxes_included: z.boolean().meta({ description: "Prices include tax" }),
  total_payable: amount.meta({ description: "Final amount the customer pays" }),
  partial_cod_price: amount.meta({
    description: "Amount to pay in advance with cash on delivery",
  }),
  is_partial_cod: z.boolean().meta({
    description: "A part of this cash-on-delivery order must be paid in advance",
  }),
  amount_paid: amount.meta({ description: "Amount received so far" }),
  coin_discount: amount.meta({ description: "Discount from redeemed coins" }),
  coupon_discount: amount.meta({ description: "Discount from applied coupons" }),
}).meta({ id: "Pricing", description: "All amounts in the major currency unit" });

/** Encodes the totals. */
export function encodePricing(totals: Totals, currency: Currency): Form<typeof pricingSchema> {
  const amount = (minor: Minor) => major(minor, currency);
  return {
    cart_total: amount(totals.subTotal),
    sub_total: amount(totals.subTotal),
    discount: amount(totals.discount),
    payment_offer_discount: amount(totals.paymentOfferDiscount),
    // -1 means unknown and is not an amount.
    shipping: totals.shipping === -1 ? -1 : amount(totals.shipping),
    cod_price: amount(totals.codPrice),
    cod_available: totals.codAvailable,
    cod_order: totals.codOrder,
    total: amount(totals.total),
    tax: amount(totals.tax),
    taxes_included: totals.taxesIncluded,
    total_payable: amount(totals.totalPayable),
    partial_cod_price: amount(totals.partialCodPrice),
    is_partial_cod: totals.isPartialCod,
    amount_paid: amount(totals.amountPaid),
    coin_discount: amount(totals.coinDiscount),
    coupon_discount: amount(totals.couponDiscount),
  };
}

/** Decodes the totals. */
export function decodePricing(
  pricing: z.infer<typeof pricingSchema>,
  currency: Currency,
): Totals {
  const amount = (value: JsonNumber) => minor(value, currency);
  return {
    subTotal: amount(pricing.sub_total),
    couponDiscount: amount(pricing.coupon_discount),
    paymentOfferDiscount: amount(pricing.payment_offer_discount),
    coinDiscount: amount(pricing.coin_discount),
    discount: amount(pricing.discount),
    total: amount(pricing.total),
    tax: amount(pricing.tax),
    taxesIncluded: pricing.taxes_included,
    shipping: pricing.shipping === -1 ? -1 : amount(pricing.shipping),
    codAvailable: pricing.cod_available,
    codOrder: pricing.cod_order,
    codPrice: amount(pricing.cod_price),
    partialCodPrice: amount(pricing.partial_cod_price),
    isPartialCod: pricing.is_partial_cod,
    totalPayable: amount(pricing.total_payable),
    amountPaid: amount(pricing.amount_paid),
  };
}
