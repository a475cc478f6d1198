import type { SessionId } from "../../../domain/ids.ts";
import { any, one, type Planners, type Statement } from "./statement.ts";

/** Coupon uses and units of stock that payments hold, give back or use up. */
export const HOLDS = {
  // A limit per customer needs a customer: without one it is refused.
  "coupon.take": ({ couponId, sessionId, customerId, limit, limitPerCustomer }) => {
    const use = {
      session_id: sessionId,
      coupon_id: couponId,
      customer_id: customerId,
      limit: limitPerCustomer,
    };
    return [
      one("coupon.addUse", use, {
        onNoRow: `Customer has used coupon ${couponId} as often as allowed: ${limitPerCustomer}`,
        onPrimaryKey: `Session has taken a use of the coupon: ${couponId}`,
        onForeignKey: `Coupon or its customer is not known: ${couponId}`,
      }),
      one("coupon.countUse", { id: couponId, limit }, {
        onNoRow: `Coupon ${couponId} has been used as often as allowed: ${limit}`,
      }),
    ];
  },

  // No use: it was given back before, and is not counted down again.
  "coupon.return": ({ couponId, sessionId }) => {
    const use = { session_id: sessionId, coupon_id: couponId };
    return [any("coupon.uncountUse", use), any("coupon.deleteUse", use)];
  },

  "stock.hold": ({ merchantId, sessionId, variantId, units }) => {
    const row = { merchant_id: merchantId, variant_id: BigInt(variantId), units };
    return [
      one("stock.addHold", { ...row, session_id: sessionId }, {
        onCheck: `Units to set aside must be more than 0: ${units}`,
      }),
      one("stock.holdUnits", row, {
        onNoRow: `Variant ${variantId} is not known or has fewer units left than: ${units}`,
      }),
    ];
  },

  "stock.release": ({ sessionId }) => releaseStock(sessionId),

  // As a release, with the units gone for good.
  "stock.sell": ({ sessionId }) => [
    any("stock.sellUnits", { id: sessionId }),
    any("stock.deleteHolds", { id: sessionId }),
  ],
} satisfies Partial<Planners>;

/** No row: nothing is held, or the variant has left the catalogue. */
export function releaseStock(sessionId: SessionId): Statement[] {
  return [
    any("stock.releaseUnits", { id: sessionId }),
    any("stock.deleteHolds", { id: sessionId }),
  ];
}
