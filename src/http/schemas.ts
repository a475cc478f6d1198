import { z } from "zod";
import { REQUIREMENTS } from "../domain/pricing/model.ts";
import { PRODUCT_STATUSES } from "../domain/catalog.ts";
import { APPLICATION_TYPES, COUPON_PLATFORMS, TARGET_TYPES } from "../domain/coupon.ts";
import { ERROR_CODES } from "../domain/errors.ts";
import { PAYMENT_HOLDS } from "../domain/payment.ts";
import { PAYMENT_STATES, SESSION_STATES } from "../domain/lifecycle.ts";
import { COIN_PROVIDERS, DISCOUNT_TYPES, PAYMENT_METHODS } from "../domain/merchant.ts";

// The shapes of what is sent (spec sections 2.1 to 2.7), for the OpenAPI document and for the
// tests, which hold every answer against them.

const int64 = z.number().meta({ override: { type: "integer", format: "int64" } });
const uuid = z.uuid();
const amount = z.number().min(0).meta({ description: "Major currency unit" });
const amountOrNull = z.number().min(0).nullable();

/** A line of the cart with computed pricing (spec 2.3). */
export const sessionItemSchema = z.strictObject({
  title: z.string().meta({ description: "Product title" }),
  handle: z.string().meta({ description: "Product handle (URL slug)" }),
  product_id: int64,
  variant_id: int64,
  quantity: z.int().min(1),
  properties: z.record(z.string(), z.string()),
  variant: z.strictObject({
    title: z.string(),
    variant_id: int64,
    compare_at_price: amountOrNull.meta({ description: "Null when not on sale" }),
    price: amount,
  }),
  grams: z.int().min(0),
  single_variant: z.boolean(),
  item_price: amount,
  total_discount: amount,
  sub_total_price: amount.meta({ description: "Before discounts" }),
  total_price: amount.meta({ description: "After discounts" }),
  out_of_stock: z.boolean(),
  taxable: z.boolean(),
  image: z.string(),
  source: z.enum(["MANUAL", "UPSELL", "ADD_ON"]),
}).meta({ id: "SessionItem" });

/** The computed pricing of the cart (spec 2.4). */
export const pricingSchema = z.strictObject({
  cart_total: amount,
  sub_total: amount,
  discount: amount,
  payment_offer_discount: amount,
  shipping: z.number().min(-1).meta({ description: "-1 until there is a delivery address" }),
  cod_price: amount,
  cod_available: z.boolean(),
  cod_order: z.boolean(),
  total: amount,
  tax: amount,
  taxes_included: z.boolean(),
  total_payable: amount,
  partial_cod_price: amount,
  is_partial_cod: z.boolean(),
  amount_paid: amount,
  coin_discount: amount,
  coupon_discount: amount,
}).meta({ id: "Pricing", description: "All amounts in the major currency unit" });

/** An applied coupon (spec 2.5). */
export const couponSchema = z.strictObject({
  coupon_id: uuid,
  code: z.string(),
  application_type: z.enum(APPLICATION_TYPES),
  combine: z.boolean(),
  discount_type: z.enum(DISCOUNT_TYPES),
  discount_amount: z.number().min(0).meta({
    description: "Percent for PERCENTAGE, an amount for FIXED",
  }),
  discount_max_cap: amountOrNull,
  cart_discounted_amount: amount.meta({ description: "The cart after this coupon" }),
  cart_discount_amount: amount.meta({ description: "What this coupon takes off" }),
  previous_coupon_code: z.string().nullable(),
  coupon_type: z.enum(["ORDER_AMOUNT", "PRODUCT_AMOUNT", "FREE_GIFT"]),
  coupon_platform: z.enum(COUPON_PLATFORMS),
  applied_from: z.enum(["MANUAL", "AUTOMATIC"]),
  disable_cod: z.boolean(),
  id: uuid,
  _id: uuid.meta({ description: "Alias of `id`" }),
}).meta({ id: "Coupon" });

const restingCouponSchema = z.strictObject({
  code: z.string(),
  reason: z.string().meta({
    description: "Error code that entering the code would be refused with; the set is open",
  }),
  message: z.string().meta({ description: "For the shopper; it may change" }),
}).meta({
  id: "RestingCoupon",
  description: "A code that was entered and does not apply at the moment; it does again by itself",
});

const addOnVariantSchema = z.strictObject({
  title: z.string(),
  variant_id: int64,
  image_id: int64.nullable().meta({ override: { type: ["integer", "null"], format: "int64" } }),
  compare_at_price: amountOrNull,
  product_id: int64,
  item_price: amount.meta({ description: "What it costs as a gift" }),
  price: amount.meta({ description: "What it costs otherwise" }),
  image: z.string(),
  inventory_quantity: z.int().meta({
    description: "May be negative when oversold; 100000 when not tracked",
  }),
}).meta({ id: "AddOnVariant" });

const addOnProductSchema = z.strictObject({
  product_id: int64,
  status: z.enum(PRODUCT_STATUSES),
  id: uuid,
  title: z.string(),
  vendor: z.string(),
  body_html: z.string(),
  handle: z.string(),
  image: z.string(),
  single_variant: z.boolean(),
  images: z.array(z.strictObject({ src: z.string(), id: int64 })),
  variants: z.array(addOnVariantSchema),
}).meta({ id: "AddOnProduct" });

/** A free-gift offer (spec 2.6). */
export const addOnSchema = z.strictObject({
  coupon_id: uuid,
  target_type: z.enum(TARGET_TYPES),
  target: z.number().min(0),
  max_quantity: z.int().min(1),
  products: z.array(addOnProductSchema),
}).meta({ id: "AddOn" });

/** Loyalty coins (spec 2.7). */
export const coinSchema = z.strictObject({
  coin_ratio: z.strictObject({ base_currency_value: z.number(), coin_value: z.number() }),
  config: z.strictObject({
    provider: z.enum(COIN_PROVIDERS),
    name: z.string(),
    logo: z.string(),
  }),
  coin_available: z.number().min(0),
  coin_redeemable: z.number().min(0),
  coin_used: z.number().min(0),
  coins_processing: z.number().min(0),
}).meta({ id: "Coin" });

const addressSchema = z.strictObject({
  name: z.string(),
  phone: z.string(),
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  state: z.string().nullable(),
  postal_code: z.string(),
  country_code: z.string(),
  email: z.string().nullable(),
}).meta({ id: "Address" });

const paymentSchema = z.strictObject({
  payment_id: uuid,
  method: z.enum(PAYMENT_METHODS),
  amount: amount.meta({ description: "What is to be collected" }),
  currency: z.string(),
  status: z.enum(["PENDING", "PAID", "FAILED"]),
  reference: z.string().nullable(),
  holds: z.enum(PAYMENT_HOLDS).nullable().meta({
    description: "Stock, coupon uses and coins: `held`, or `released` when they were given back; " +
      "null once they are an order",
  }),
}).meta({ id: "Payment" });

const orderSchema = z.strictObject({
  placed_at: z.iso.datetime(),
  late: z.boolean().meta({ description: "Paid after what the payment held had been released" }),
  shortfall: z.strictObject({
    coupons: z.array(z.string()).meta({ description: "Codes that had no use left" }),
    units: z.array(
      z.strictObject({ product_id: int64, variant_id: int64, quantity: z.int().min(1) }),
    ).meta({ description: "Units that were not in stock any more" }),
    coins: z.int().min(0).meta({ description: "Coins that the customer did not have any more" }),
  }).meta({ id: "Shortfall" }).nullable().meta({
    description: "What a late order could not take again; null when nothing is missing",
  }),
}).meta({ id: "Order" });

/** A checkout session (spec 2.2, and what the steps of the checkout add). */
export const sessionSchema = z.strictObject({
  id: uuid,
  items: z.array(sessionItemSchema),
  pricing: pricingSchema,
  merchant_id: uuid,
  payment_state: z.enum(PAYMENT_STATES),
  session_state: z.enum(SESSION_STATES),
  redirect_url: z.string(),
  coupons: z.array(couponSchema),
  add_ons: z.array(addOnSchema),
  country_code: z.string().length(2).meta({ description: "ISO 3166-1 alpha-2" }),
  currency_code: z.string().length(3).meta({ description: "ISO 4217" }),
  coin: coinSchema,
  customer: z.strictObject({ id: uuid, phone: z.string() }).nullable().meta({
    description: "The customer whose phone was verified",
  }),
  address: addressSchema.nullable(),
  payment: paymentSchema.nullable(),
  resting_coupons: z.array(restingCouponSchema),
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
export const createdSchema = z.strictObject({ session_id: uuid, merchant_id: uuid })
  .meta({ id: "CreatedSession" });

/** A failure (spec 2.1). */
export const failureSchema = z.strictObject({
  status: z.literal("FAILURE"),
  error: z.strictObject({
    code: z.enum(ERROR_CODES),
    message: z.string().meta({ description: "For people; it may change" }),
  }),
}).meta({ id: "Failure" });

/** The envelope of a success (spec 2.1). */
export function envelope<T extends z.ZodType>(data: T) {
  return z.strictObject({ status: z.literal("SUCCESS"), data });
}
