import { z } from "zod";
import { REQUIREMENTS } from "../../domain/pricing/model.ts";
import { PAYMENT_STATES, SESSION_STATES } from "../../domain/session/lifecycle.ts";
import { orderJson } from "../../domain/session/order.ts";
import { amountRefunded } from "../../domain/session/refundable.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import { isErased } from "../../domain/shop/customer.ts";
import { currencyOf } from "../../domain/values/money.ts";
import type { FieldName, Form } from "../form.ts";
import { addOnSchema, encodeAddOn } from "./add_on.ts";
import { addressSchema, encodeAddress } from "./address.ts";
import { buyerSchema } from "./buyer.ts";
import { coinSchema, encodeCoin } from "./coin.ts";
import {
  appliedCouponSchema,
  encodeAppliedCoupon,
  encodeRestingCoupons,
  restingCouponSchema,
} from "./coupon.ts";
import { amount, major, textRecord, uuid } from "./fields.ts";
import { encodeItem, itemSchema } from "./item.ts";
import { orderSchema } from "./order.ts";
import { encodePayment, paymentSchema } from "./payment.ts";
import { encodePricing, pricingSchema } from "./pricing.ts";
import { disputeSchema, encodeDispute, encodeRefund, refundSchema } from "./refund.ts";
import { encodeShippingOption, shippingOptionSchema } from "./shipping.ts";

/** Raise it with every change of the form: stored views are then made again. */
export const FORM_VERSION = 13;

/** Parts of a session that clients do not see or see under other names. */
type OtherParts =
  | "version"
  | "state"
  | "lines"
  | "choices"
  | "otp"
  | "wrongCodesAt"
  | "amountPaid"
  | "collected"
  | "recovery"
  | "onPage"
  | "client"
  | "priced"
  | "createdAt";

/**
 * Requires a field for every other part: a new field of a session that is missing in the schema
 * does not compile.
 */
type Shape =
  & { readonly [Part in Exclude<keyof CheckoutSession, OtherParts> as FieldName<Part>]: z.ZodType }
  & Readonly<Record<string, z.ZodType>>;

/** A checkout session (spec 2.2, plus the fields of the checkout steps). */
export const sessionSchema = z.strictObject(
  {
    id: uuid.meta({ description: "Id of the session" }),
    items: z.array(itemSchema).meta({
      description: "Cart lines with prices, then claimed gifts",
    }),
    pricing: pricingSchema.meta({ description: "Computed cart pricing" }),
    merchant_id: uuid.meta({ description: "Merchant that the session belongs to" }),
    payment_state: z.enum(PAYMENT_STATES).meta({ description: "State of the payment" }),
    session_state: z.enum(SESSION_STATES).meta({ description: "State of the checkout" }),
    redirect_url: z.string().meta({ description: "Where to send the customer after checkout" }),
    coupons: z.array(appliedCouponSchema).meta({ description: "Applied coupons" }),
    add_ons: z.array(addOnSchema).meta({ description: "Gift offers that are unlocked" }),
    country_code: z.string().length(2).meta({ description: "ISO 3166-1 alpha-2" }),
    currency_code: z.string().length(3).meta({ description: "ISO 4217" }),
    coin: coinSchema.meta({ description: "Loyalty coins" }),
    customer: z.strictObject({
      id: uuid.meta({ description: "Id of the customer" }),
      phone: z.string().meta({ description: "Verified phone number, E.164" }),
    }).nullable().meta({
      description: "Customer whose phone number was verified; null until then",
    }),
    buyer: buyerSchema.meta({ description: "The buyer, as far as known" }),
    address: addressSchema.nullable().meta({ description: "Delivery address; null until given" }),
    shipping_options: z.array(shippingOptionSchema).meta({
      description: "Shipping options for the address; empty without one",
    }),
    shipping_option: z.string().nullable().meta({
      description: "Id of the option in the price: the first until one is chosen; null for none",
    }),
    payment: paymentSchema.nullable().meta({
      description: "The latest payment; null until one was started",
    }),
    resting_coupons: z.array(restingCouponSchema).meta({
      description:
        "Entered codes that do not apply now, and automatic coupons that wait for a verified phone " +
        "number. They are never in `requires`",
    }),
    requires: z.array(z.enum(REQUIREMENTS)).meta({
      description:
        "Missing before the order can be paid or placed: a verified phone number, an address",
    }),
    order: orderSchema.nullable().meta({
      description: "The order; null until the session is COMPLETED",
    }),
    amount_refunded: amount.meta({
      description: "Amount that refunds give back, without those that failed",
    }),
    refunds: z.array(refundSchema).meta({ description: "Refunds of the order, oldest first" }),
    disputes: z.array(disputeSchema).meta({
      description: "Disputes of the payment by the customer's bank",
    }),
    reference: z.string().nullable().meta({
      description: "Your reference, as sent to Create Session",
    }),
    note: z.string().nullable().meta({
      description: "Note of the order, as sent to Create Session",
    }),
    attributes: textRecord.meta({
      description: "Attributes of the cart, as sent to Create Session",
    }),
    livemode: z.boolean().meta({
      description: "False for a session of a test key, which changes nothing of the live shop",
    }),
    expires_at: z.iso.datetime().nullable().meta({
      description: "When the session expires if there is no other call; null once it is completed",
    }),
  } satisfies Shape,
).meta({ id: "Session" });

/** A session in an answer; {@link withExpiry} adds the field that changes with every call. */
export type SessionForm = Omit<Form<typeof sessionSchema>, "expires_at">;

/** Encodes a session: amounts in the major unit, ids digit for digit. */
export function encodeSession(session: CheckoutSession): SessionForm {
  const currency = currencyOf(session.currencyCode);
  const { priced, customer, payment } = session;
  const { address } = session.choices;
  return {
    id: session.id,
    items: priced.lines.map((line) => encodeItem(line, currency)),
    pricing: encodePricing(priced.totals, currency),
    merchant_id: session.merchantId,
    payment_state: session.state.payment,
    session_state: session.state.session,
    redirect_url: session.redirectUrl,
    coupons: priced.coupons.map((coupon) => encodeAppliedCoupon(coupon, currency)),
    add_ons: priced.offers.map((offer) => encodeAddOn(offer, priced.claims, currency)),
    country_code: session.countryCode,
    currency_code: session.currencyCode,
    coin: encodeCoin(priced.coins, priced.coinProgram, currency),
    customer: customer === null || isErased(customer)
      ? null
      : { id: customer.id, phone: customer.phone },
    buyer: session.buyer,
    address: address && encodeAddress(address),
    shipping_options: priced.shippingOptions.map((one) => encodeShippingOption(one, currency)),
    shipping_option: priced.shippingOption,
    payment: payment && encodePayment(payment, currency),
    resting_coupons: encodeRestingCoupons(priced, currency),
    requires: priced.requires,
    order: orderJson(session),
    amount_refunded: major(amountRefunded(session), currency),
    refunds: session.order?.refunds.map((one) => encodeRefund(one, currency)) ?? [],
    disputes: session.order?.disputes.map((one) => encodeDispute(one, currency)) ?? [],
    reference: session.reference,
    note: session.note,
    attributes: session.attributes,
    livemode: session.livemode,
  };
}

/** Fields about the customer. */
const PERSONAL = {
  coin: true,
  customer: true,
  buyer: true,
  address: true,
  note: true,
  attributes: true,
} as const;

/** If a field is about the customer: a new field of a session does not compile without it. */
const IS_PERSONAL: Readonly<Record<keyof SessionForm, boolean>> = {
  ...PERSONAL,
  id: false,
  items: false,
  pricing: false,
  merchant_id: false,
  payment_state: false,
  session_state: false,
  redirect_url: false,
  coupons: false,
  add_ons: false,
  country_code: false,
  currency_code: false,
  shipping_options: false,
  shipping_option: false,
  payment: false,
  resting_coupons: false,
  requires: false,
  order: false,
  amount_refunded: false,
  refunds: false,
  disputes: false,
  reference: false,
  livemode: false,
};

/** An order in an answer: the session; fields about the customer may be missing. */
export const orderAnswerSchema = sessionSchema.omit({ expires_at: true }).partial(PERSONAL)
  .meta({ id: "PlacedSession" });

/**
 * Encodes an order: amounts in the major unit, ids digit for digit.
 *
 * @param isPersonal false to leave out the fields about the customer
 */
export function encodeOrder(
  session: CheckoutSession,
  { isPersonal }: { readonly isPersonal: boolean },
): Partial<SessionForm> {
  const form = encodeSession(session);
  if (isPersonal) return form;
  const shown = Object.entries(form)
    .filter(([name]) => !IS_PERSONAL[name as keyof SessionForm]);
  return Object.fromEntries(shown);
}
