import { z } from "zod";
import { REQUIREMENTS } from "../../domain/pricing/model.ts";
import { addOnSchema, coinSchema } from "./reward_schemas.ts";
import { amount, amountOrNull, int64, uuid } from "./fields.ts";
import { APPLICATION_TYPES, COUPON_PLATFORMS } from "../../domain/coupon.ts";
import { PAYMENT_HOLDS } from "../../domain/payment.ts";
import { PAYMENT_STATES, SESSION_STATES } from "../../domain/lifecycle.ts";
import { DISCOUNT_TYPES, PAYMENT_METHODS } from "../../domain/merchant.ts";

// The shapes of what is sent (spec sections 2.1 to 2.7), for the OpenAPI document and for the
// tests, which hold every answer against them.

/** A line of the cart with computed pricing (spec 2.3). */
export const sessionItemSchema = z.strictObject({
  title: z.string().meta({ description: "Product title" }),
  handle: z.string().meta({ description: "Product handle (URL slug)" }),
  product_id: int64.meta({ description: "Product, int64" }),
  variant_id: int64.meta({ description: "Variant, int64" }),
  quantity: z.int().min(1).meta({ description: "Units" }),
  properties: z.record(z.string(), z.string()).meta({ description: "Custom line-item properties" }),
  variant: z.strictObject({
    title: z.string().meta({ description: "Title to display" }),
    variant_id: int64.meta({ description: "Variant, int64" }),
    compare_at_price: amountOrNull.meta({ description: "Null when not on sale" }),
    price: amount.meta({ description: "Price in the major currency unit" }),
  }).meta({ description: "The variant as it is sold" }),
  grams: z.int().min(0).meta({ description: "Weight of one unit in grams" }),
  single_variant: z.boolean().meta({ description: "The product has only its default variant" }),
  item_price: amount.meta({ description: "Unit price" }),
  total_discount: amount.meta({ description: "Total discount on this line" }),
  sub_total_price: amount.meta({ description: "Before discounts" }),
  total_price: amount.meta({ description: "After discounts" }),
  out_of_stock: z.boolean().meta({
    description: "Fewer units are left than the cart has of the variant",
  }),
  taxable: z.boolean().meta({ description: "Tax applies to the line" }),
  image: z.string().meta({ description: "Image URL; empty when there is none" }),
  source: z.enum(["MANUAL", "UPSELL", "ADD_ON"]).meta({
    description: "`ADD_ON` is a claimed gift",
  }),
}).meta({ id: "SessionItem" });

/** The computed pricing of the cart (spec 2.4). */
export const pricingSchema = z.strictObject({
  cart_total: amount.meta({ description: "Sum of item prices before discounts" }),
  sub_total: amount.meta({ description: "Subtotal before discounts" }),
  discount: amount.meta({ description: "Total discount applied" }),
  payment_offer_discount: amount.meta({ description: "Discount from payment-method offers" }),
  shipping: z.number().min(-1).meta({ description: "-1 until there is a delivery address" }),
  cod_price: amount.meta({ description: "Cash-on-delivery fee" }),
  cod_available: z.boolean().meta({ description: "Cash on delivery is available for this cart" }),
  cod_order: z.boolean().meta({ description: "The customer chose cash on delivery" }),
  total: amount.meta({ description: "Total after discounts, before payable adjustments" }),
  tax: amount.meta({ description: "Tax of all lines" }),
  taxes_included: z.boolean().meta({ description: "Prices include tax" }),
  total_payable: amount.meta({ description: "Final amount the customer pays" }),
  partial_cod_price: amount.meta({
    description: "Prepaid amount that cash on delivery would ask for",
  }),
  is_partial_cod: z.boolean().meta({
    description: "A part of the cash-on-delivery order is to be paid ahead",
  }),
  amount_paid: amount.meta({ description: "Amount received so far" }),
  coin_discount: amount.meta({ description: "Discount from redeemed coins" }),
  coupon_discount: amount.meta({ description: "Discount from applied coupons" }),
}).meta({ id: "Pricing", description: "All amounts in the major currency unit" });

/** An applied coupon (spec 2.5). */
export const appliedCouponSchema = z.strictObject({
  coupon_id: uuid.meta({ description: "The coupon" }),
  code: z.string().meta({ description: "Coupon code" }),
  application_type: z.enum(APPLICATION_TYPES).meta({
    description: "Entered by the customer, or applied by itself",
  }),
  combine: z.boolean().meta({ description: "Stacks with other coupons that combine" }),
  discount_type: z.enum(DISCOUNT_TYPES).meta({ description: "Meaning of `discount_amount`" }),
  discount_amount: z.number().min(0).meta({
    description: "Percent for PERCENTAGE, an amount for FIXED",
  }),
  discount_max_cap: amountOrNull.meta({ description: "Maximum discount; null when uncapped" }),
  cart_discounted_amount: amount.meta({ description: "The cart after this coupon" }),
  cart_discount_amount: amount.meta({ description: "What this coupon takes off" }),
  previous_coupon_code: z.string().nullable().meta({
    description: "Code that this coupon replaced; null for none",
  }),
  coupon_type: z.enum(["ORDER_AMOUNT", "PRODUCT_AMOUNT", "FREE_GIFT"]).meta({
    description: "Acts on the order, on products, or unlocks a gift",
  }),
  coupon_platform: z.enum(COUPON_PLATFORMS).meta({ description: "Where the coupon was made" }),
  applied_from: z.enum(["MANUAL", "AUTOMATIC"]).meta({
    description: "Entered, or applied by itself",
  }),
  disable_cod: z.boolean().meta({ description: "Makes cash on delivery unavailable" }),
  id: uuid.meta({ description: "Identifier" }),
  _id: uuid.meta({ description: "Alias of `id`" }),
}).meta({ id: "Coupon" });

const restingCouponSchema = z.strictObject({
  code: z.string().meta({ description: "Coupon code" }),
  reason: z.string().meta({
    description: "Error code that entering the code would be refused with; the set is open",
  }),
  message: z.string().meta({ description: "For the shopper; it may change" }),
}).meta({
  id: "RestingCoupon",
  description: "A code that was entered and does not apply at the moment; it does again by itself",
});

const addressSchema = z.strictObject({
  name: z.string().meta({ description: "Name to display" }),
  phone: z.string().meta({ description: "Phone number, E.164" }),
  line1: z.string().meta({ description: "First address line" }),
  line2: z.string().nullable().meta({ description: "Second address line; null when left out" }),
  city: z.string().meta({ description: "City" }),
  state: z.string().nullable().meta({ description: "State or province; null when left out" }),
  postal_code: z.string().meta({ description: "Postal code" }),
  country_code: z.string().meta({ description: "ISO 3166-1 alpha-2" }),
  email: z.string().nullable().meta({ description: "E-mail; null when left out" }),
}).meta({ id: "Address" });

const paymentSchema = z.strictObject({
  payment_id: uuid.meta({ description: "The payment" }),
  method: z.enum(PAYMENT_METHODS).meta({
    description: "`COD`: the prepaid part of a cash-on-delivery order",
  }),
  amount: amount.meta({ description: "What is to be collected" }),
  currency: z.string().meta({ description: "ISO 4217" }),
  status: z.enum(["PENDING", "PAID", "FAILED"]).meta({ description: "Storefront product status" }),
  reference: z.string().nullable().meta({
    description: "The payment provider's reference; null until there is a result",
  }),
  holds: z.enum(PAYMENT_HOLDS).nullable().meta({
    description: "Stock, coupon uses and coins: `held`, or `released` when they were given back; " +
      "null once they are an order",
  }),
}).meta({ id: "Payment" });

/** The order that a session became. */
export const orderSchema = z.strictObject({
  placed_at: z.iso.datetime().meta({ description: "When the order was placed" }),
  late: z.boolean().meta({ description: "Paid after what the payment held had been released" }),
  shortfall: z.strictObject({
    coupons: z.array(z.string()).meta({ description: "Codes that had no use left" }),
    units: z.array(
      z.strictObject({
        product_id: int64.meta({ description: "Product, int64" }),
        variant_id: int64.meta({ description: "Variant, int64" }),
        quantity: z.int().min(1).meta({ description: "Units" }),
      }),
    ).meta({ description: "Units that were not in stock any more" }),
    coins: z.int().min(0).meta({ description: "Coins that the customer did not have any more" }),
  }).nullable().meta({
    description: "What a late order could not take again; null when nothing is missing",
  }),
});

/** A checkout session (spec 2.2, and what the steps of the checkout add). */
export const sessionSchema = z.strictObject({
  id: uuid.meta({ description: "Identifier" }),
  items: z.array(sessionItemSchema).meta({
    description: "Cart lines with computed pricing, then claimed gifts",
  }),
  pricing: pricingSchema.meta({ description: "Computed cart pricing" }),
  merchant_id: uuid.meta({ description: "Owning merchant" }),
  payment_state: z.enum(PAYMENT_STATES).meta({ description: "State of the payment" }),
  session_state: z.enum(SESSION_STATES).meta({ description: "State of the checkout" }),
  redirect_url: z.string().meta({ description: "Where to send the customer after checkout" }),
  coupons: z.array(appliedCouponSchema).meta({ description: "Applied coupons" }),
  add_ons: z.array(addOnSchema).meta({ description: "Gift offers that are unlocked" }),
  country_code: z.string().length(2).meta({ description: "ISO 3166-1 alpha-2" }),
  currency_code: z.string().length(3).meta({ description: "ISO 4217" }),
  coin: coinSchema.meta({ description: "Loyalty coins" }),
  customer: z.strictObject({
    id: uuid.meta({ description: "Identifier" }),
    phone: z.string().meta({ description: "Verified phone, E.164" }),
  }).nullable().meta({
    description: "The customer whose phone was verified",
  }),
  address: addressSchema.nullable().meta({ description: "Delivery address; null until given" }),
  payment: paymentSchema.nullable().meta({
    description: "The latest payment; null until one was started",
  }),
  resting_coupons: z.array(restingCouponSchema).meta({
    description: "Codes that were entered and do not apply at the moment",
  }),
  requires: z.array(z.enum(REQUIREMENTS)).meta({
    description:
      "What is missing before the order can be paid or placed: `phone` is a verified one",
  }),
  order: orderSchema.nullable().meta({ description: "Null until the session is COMPLETED" }),
  reference: z.string().nullable().meta({ description: "The shop's own, as it was sent" }),
  note: z.string().nullable().meta({ description: "The order's note, as it was sent" }),
  attributes: z.record(z.string(), z.string()).meta({ description: "As they were sent" }),
  expires_at: z.iso.datetime().nullable().meta({
    description: "When the session ends unless it is called again; null once it is completed",
  }),
}).meta({ id: "Session" });

/** What Create Session answers (spec 4.1). */
export const createdSchema = z.strictObject({
  session_id: uuid.meta({ description: "Use it for everything that follows" }),
  merchant_id: uuid.meta({ description: "Owning merchant" }),
})
  .meta({ id: "CreatedSession" });

/** The envelope of a success (spec 2.1). */
export function envelope<T extends z.ZodType>(data: T) {
  return z.strictObject({
    status: z.literal("SUCCESS").meta({ description: "Always `SUCCESS`" }),
    data,
  });
}
