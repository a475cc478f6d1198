import { type Coupon, couponType } from "../../domain/shop/coupon.ts";
import { localTime } from "../../domain/values/calendar.ts";
import { type Currency, percentOf } from "../../domain/values/money.ts";
import { amountField, optionalAmount } from "../seed/fields.ts";
import { type CsvCell, csvForm } from "./csv.ts";

/** A coupon with its uses and what its shop says about its amounts and times. */
export interface CsvCoupon {
  readonly coupon: Coupon;
  readonly used: number;
  readonly currency: Currency;
  readonly timeZone: string;
}

/** Coupons as CSV: amounts in the major unit, times in the shop's time zone. */
export const COUPONS_CSV = csvForm<CsvCoupon>([
  ["code", ({ coupon }) => coupon.code],
  ["enabled", ({ coupon }) => String(coupon.enabled)],
  ["application_type", ({ coupon }) => coupon.applicationType],
  ["coupon_type", ({ coupon }) => couponType(coupon)],
  ["discount_type", ({ coupon }) => coupon.gift === null ? coupon.discount.type : null],
  ["discount_amount", discountAmount],
  ["discount_max_cap", ({ coupon, currency }) => optionalAmount(coupon.discount.cap, currency)],
  ["combine", ({ coupon }) => String(coupon.combine)],
  ["disable_cod", ({ coupon }) => String(coupon.disableCod)],
  ["min_purchase", ({ coupon, currency }) => amountField(coupon.minPurchase, currency)],
  ["min_quantity", ({ coupon }) => coupon.minQuantity],
  ["product_ids", ({ coupon }) => coupon.productIds.join(" ")],
  ["gift_target_type", ({ coupon }) => coupon.gift?.targetType ?? null],
  ["gift_target", giftTarget],
  ["gift_max_quantity", ({ coupon }) => coupon.gift?.maxQuantity ?? null],
  ["gift_product_ids", ({ coupon }) => coupon.gift?.productIds.join(" ") ?? null],
  ["used", ({ used }) => used],
  ["usage_limit", ({ coupon }) => coupon.usageLimit],
  ["usage_limit_per_customer", ({ coupon }) => coupon.usageLimitPerCustomer],
  ["starts_at", (row) => time(row.coupon.startsAt, row)],
  ["ends_at", (row) => time(row.coupon.endsAt, row)],
  ["created_at", (row) => time(row.coupon.createdAt, row)],
  ["time_zone", ({ timeZone }) => timeZone],
  ["currency_code", ({ currency }) => currency.code],
]);

function discountAmount({ coupon: { discount, gift }, currency }: CsvCoupon): CsvCell {
  if (gift !== null) return null;
  return discount.type === "PERCENTAGE"
    ? percentOf(discount.rate)
    : amountField(discount.amount, currency);
}

function giftTarget({ coupon: { gift }, currency }: CsvCoupon): CsvCell {
  if (gift === null) return null;
  return gift.targetType === "QUANTITY" ? gift.target : amountField(gift.target, currency);
}

function time(at: number | null, { timeZone }: CsvCoupon): string | null {
  return at === null ? null : localTime(at, timeZone);
}
