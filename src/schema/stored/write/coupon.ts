import { type Coupon, couponKey } from "../../../domain/coupon.ts";

/** What of a coupon is in its `definition` column: all that no other column holds. */
export type CouponDefinition = Omit<
  Coupon,
  | "id"
  | "merchantId"
  | "code"
  | "applicationType"
  | "startsAt"
  | "endsAt"
  | "usageLimit"
  | "enabled"
  | "createdAt"
>;

/** The columns of `coupons`, but `used`, which is counted and never set. */
export function couponToRow(coupon: Coupon) {
  const {
    id,
    merchantId,
    code,
    applicationType,
    startsAt,
    endsAt,
    usageLimit,
    enabled,
    createdAt,
  } = coupon;
  const definition: CouponDefinition = {
    combine: coupon.combine,
    discount: coupon.discount,
    disableCod: coupon.disableCod,
    platform: coupon.platform,
    minPurchase: coupon.minPurchase,
    minQuantity: coupon.minQuantity,
    usageLimitPerCustomer: coupon.usageLimitPerCustomer,
    productIds: coupon.productIds,
    gift: coupon.gift,
  };
  return {
    id,
    merchant_id: merchantId,
    code,
    code_key: couponKey(code),
    application_type: applicationType,
    enabled: Number(enabled),
    starts_at: startsAt,
    ends_at: endsAt,
    usage_limit: usageLimit,
    created_at: createdAt,
    definition: JSON.stringify(definition),
  };
}
