import { z } from "zod";
import { parseCouponId } from "../../domain/ids.ts";
import type { AppliedCoupon, RestingCoupon, UnverifiedCoupon } from "../../domain/pricing/model.ts";
import { unverifiedText } from "../../domain/pricing/unverified.ts";
import {
  APPLICATION_TYPES,
  type Coupon,
  COUPON_PLATFORMS,
  couponType,
} from "../../domain/shop/coupon.ts";
import { type Discount, DISCOUNT_TYPES } from "../../domain/shop/merchant.ts";
import type { JsonNumber } from "../../domain/values/json.ts";
import { type Currency, parsePercent, percentOf } from "../../domain/values/money.ts";
import type { Form } from "../form.ts";
import {
  amount,
  amountOrNull,
  major,
  majorOrNull,
  minor,
  minorOrNull,
  type NumberField,
  uuid,
} from "./fields.ts";

const discountAmount: NumberField = z.number().min(0);

/** An applied coupon (spec 2.5). */
export const appliedCouponSchema = z.strictObject({
  coupon_id: uuid.meta({ description: "Id of the coupon" }),
  code: z.string().meta({ description: "Coupon code" }),
  application_type: z.enum(APPLICATION_TYPES).meta({
    description: "`CODE`: entered by the customer; `AUTOMATIC`: applied by the shop",
  }),
  combine: z.boolean().meta({ description: "Combines with other coupons that combine" }),
  discount_type: z.enum(DISCOUNT_TYPES).meta({ description: "Unit of `discount_amount`" }),
  discount_amount: discountAmount.meta({
    description: "Percent for PERCENTAGE, an amount for FIXED",
  }),
  discount_max_cap: amountOrNull.meta({ description: "Maximum discount; null when uncapped" }),
  cart_discounted_amount: amount.meta({ description: "Amount of the cart after this coupon" }),
  cart_discount_amount: amount.meta({ description: "Discount of this coupon" }),
  previous_coupon_code: z.string().nullable().meta({
    description: "Code that this coupon replaced; null without one",
  }),
  coupon_type: z.enum(["ORDER_AMOUNT", "PRODUCT_AMOUNT", "FREE_GIFT"]).meta({
    description: "A discount on the order, a discount on products, or a gift",
  }),
  coupon_platform: z.enum(COUPON_PLATFORMS).meta({ description: "Where the coupon was created" }),
  applied_from: z.enum(["MANUAL", "AUTOMATIC"]).meta({
    description: "`MANUAL` for an entered code, else `AUTOMATIC`",
  }),
  disable_cod: z.boolean().meta({ description: "Makes cash on delivery unavailable" }),
  id: uuid.meta({ description: "Id of the coupon" }),
  _id: uuid.meta({ description: "Same as `id`" }),
}).meta({ id: "Coupon" });

/** Encodes an applied coupon. */
export function encodeAppliedCoupon(
  { coupon, amount, cartAfter, previousCode }: AppliedCoupon,
  currency: Currency,
): Form<typeof appliedCouponSchema> {
  return {
    coupon_id: coupon.id,
    code: coupon.code,
    application_type: coupon.applicationType,
    combine: coupon.combine,
    discount_type: coupon.discount.type,
    discount_amount: encodeSize(coupon.discount, currency),
    discount_max_cap: majorOrNull(coupon.discount.cap, currency),
    cart_discounted_amount: major(cartAfter, currency),
    cart_discount_amount: major(amount, currency),
    previous_coupon_code: previousCode,
    coupon_type: couponType(coupon),
    coupon_platform: coupon.platform,
    applied_from: coupon.applicationType === "CODE" ? "MANUAL" : "AUTOMATIC",
    disable_cod: coupon.disableCod,
    id: coupon.id,
    _id: coupon.id,
  };
}

function encodeSize(discount: Discount, currency: Currency): JsonNumber {
  return discount.type === "PERCENTAGE"
    ? percentOf(discount.rate)
    : major(discount.amount, currency);
}

/** Parts of an applied coupon that clients see. */
export interface ShownCoupon extends Omit<AppliedCoupon, "coupon"> {
  readonly coupon: Pick<
    Coupon,
    "id" | "code" | "applicationType" | "combine" | "discount" | "disableCod" | "platform"
  >;
}

/**
 * Decodes an applied coupon.
 *
 * @throws {RangeError} for an id that is not a UUID
 */
export function decodeAppliedCoupon(
  shown: z.infer<typeof appliedCouponSchema>,
  currency: Currency,
): ShownCoupon {
  const { discount_type: type, discount_amount: size, discount_max_cap } = shown;
  const cap = minorOrNull(discount_max_cap, currency);
  const id = parseCouponId(shown.coupon_id);
  if (id === undefined) throw new RangeError("not a UUID");
  return {
    coupon: {
      id,
      code: shown.code,
      applicationType: shown.application_type,
      combine: shown.combine,
      discount: type === "PERCENTAGE"
        ? { type, rate: parsePercent(size, "discount_amount"), cap }
        : { type, amount: minor(size, currency), cap },
      disableCod: shown.disable_cod,
      platform: shown.coupon_platform,
    },
    amount: minor(shown.cart_discount_amount, currency),
    cartAfter: minor(shown.cart_discounted_amount, currency),
    previousCode: shown.previous_coupon_code,
  };
}

/** A coupon that does not apply now. */
export const restingCouponSchema = z.strictObject({
  code: z.string().meta({ description: "Coupon code" }),
  reason: z.string().meta({
    description:
      "Error code of an entered code: why it does not apply. `phone-unverified` for an automatic " +
      "coupon that a verified phone number would add. Reasons may be added",
  }),
  message: z.string().meta({ description: "Message for the customer; the wording may change" }),
  would_save: amountOrNull.meta({
    description:
      "What the customer would pay less with a `phone-unverified` coupon; null for a gift and for " +
      "other reasons",
  }),
}).meta({
  id: "RestingCoupon",
  description:
    "An entered code that does not apply now and applies again when the cart qualifies, or an " +
    "automatic coupon that waits for a verified phone number",
});

/** Encodes the coupons that do not apply now. */
export function encodeRestingCoupons(
  { resting, unverified }: {
    readonly resting: readonly RestingCoupon[];
    readonly unverified: readonly UnverifiedCoupon[];
  },
  currency: Currency,
): Form<typeof restingCouponSchema>[] {
  return [
    ...resting.map(({ code, reason, message }) => ({ code, reason, message, would_save: null })),
    ...unverified.map((coupon) => ({
      code: coupon.code,
      reason: "phone-unverified",
      message: unverifiedText(coupon, currency),
      would_save: majorOrNull(coupon.saves, currency),
    })),
  ];
}
