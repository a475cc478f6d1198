import type { Coupon } from "../../../domain/shop/coupon.ts";
import { percentOf } from "../../../domain/values/money.ts";
import type { DashboardFormats } from "../parts/format.ts";
import { Badge } from "../parts/panel.tsx";
import type { Tone } from "../../../things/list.ts";

/** A coupon with its uses. */
export interface ListedCoupon {
  readonly coupon: Coupon;
  readonly used: number;
}

/** The state of a coupon in a word: what its customers would notice. */
function stateOf({ coupon, used }: ListedCoupon, now: number): readonly [string, Tone] {
  const { enabled, startsAt, endsAt, usageLimit } = coupon;
  if (!enabled) return ["Disabled", "plain"];
  if (endsAt !== null && now >= endsAt) return ["Ended", "plain"];
  if (usageLimit !== null && used >= usageLimit) return ["Used up", "plain"];
  if (startsAt !== null && now < startsAt) return ["Not started", "warn"];
  return ["Active", "good"];
}

/** The state of a coupon. */
export function CouponBadge({ shown, now }: {
  readonly shown: ListedCoupon;
  readonly now: number;
}) {
  const [text, tone] = stateOf(shown, now);
  return <Badge tone={tone}>{text}</Badge>;
}

/** A number of units: `1 unit`, `1,000 units`. */
export function unitsText(count: number, { whole }: DashboardFormats, unit = "unit"): string {
  return `${whole(count)} ${count === 1 ? unit : `${unit}s`}`;
}

/** Benefit for the customer: `10% off, at most ₹100.00`. */
export function benefitText({ discount, gift }: Coupon, formats: DashboardFormats): string {
  if (gift !== null) {
    const from = gift.targetType === "QUANTITY"
      ? unitsText(gift.target, formats)
      : formats.amount(gift.target);
    return `${unitsText(gift.maxQuantity, formats, "free gift")} from ${from}`;
  }
  const size = discount.type === "PERCENTAGE"
    ? `${percentOf(discount.rate)}% off`
    : `${formats.amount(discount.amount)} off`;
  return discount.cap === null ? size : `${size}, at most ${formats.amount(discount.cap)}`;
}

/** Conditions on the cart and other effects of the coupon; empty for none. */
export function conditionsText(coupon: Coupon, formats: DashboardFormats): string {
  const { minPurchase, minQuantity, productIds, usageLimitPerCustomer } = coupon;
  return [
    coupon.applicationType === "AUTOMATIC" ? "applies by itself" : "",
    minPurchase > 0 ? `from ${formats.amount(minPurchase)}` : "",
    minQuantity > 0 ? `from ${unitsText(minQuantity, formats)}` : "",
    productIds.length > 0 ? `on ${unitsText(productIds.length, formats, "product")}` : "",
    usageLimitPerCustomer === null
      ? ""
      : `${unitsText(usageLimitPerCustomer, formats, "use")} per customer`,
    coupon.combine ? "combines" : "",
    coupon.disableCod ? "no cash on delivery" : "",
  ].filter((text) => text !== "").join(", ");
}

/** Uses, and their limit: `12 of 1,000`. */
export function usesText({ coupon, used }: ListedCoupon, { whole }: DashboardFormats): string {
  const { usageLimit } = coupon;
  return usageLimit === null ? whole(used) : `${whole(used)} of ${whole(usageLimit)}`;
}
