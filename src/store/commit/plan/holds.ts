import type { SessionId } from "../../../domain/ids.ts";
import { any, one, type Planners, type Statement } from "./statement.ts";

/** Coupon uses and stock that payments hold, release or use. */
export const HOLDS = {
  // A limit per customer without a customer is refused.
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
      limit === null
        ? one("coupon.countUse", { id: couponId })
        : one("coupon.countLimited", { id: couponId, limit }, {
          onNoRow: `Coupon ${couponId} has been used as often as allowed: ${limit}`,
        }),
    ];
  },

  // Without a use nothing is subtracted.
  "coupon.return": ({ couponId, sessionId }) => {
    const use = { session_id: sessionId, coupon_id: couponId };
    return [any("coupon.uncountUse", use), any("coupon.deleteUse", use)];
  },

  "stock.hold": ({ merchantId, sessionId, variantId, units, buyer }) => {
    const row = { merchant_id: merchantId, variant_id: BigInt(variantId), units };
    const limited = {
      phone: buyer?.phone ?? null,
      address: buyer?.address ?? null,
      client: buyer?.client ?? null,
      max_quantity: buyer?.maxQuantity ?? null,
      client_units: buyer?.clientUnits ?? null,
      client_percent: buyer?.clientPercent ?? null,
    };
    return [
      one("stock.addHold", { ...row, ...limited, session_id: sessionId }, {
        onNoRow: `A limit of unpaid units is reached: variant ${variantId}`,
        onCheck: `Units to set aside must be more than 0: ${units}`,
      }),
      one("stock.holdUnits", row, {
        onNoRow: `Variant ${variantId} is not known or has fewer units left than: ${units}`,
      }),
    ];
  },

  "stock.release": ({ sessionId }) => releaseStock(sessionId),

  // Like a release, but the units leave the stock, which is recorded.
  "stock.sell": ({ sessionId }) => [
    any("stock.recordSales", { id: sessionId }),
    any("stock.sellUnits", { id: sessionId }),
    any("stock.deleteHolds", { id: sessionId }),
  ],

  // No row if nothing was sold or the variant was removed.
  "stock.return": ({ merchantId, sessionId, unrecorded }) => [
    any("stock.returnSales", { id: sessionId }),
    any("stock.deleteSales", { id: sessionId }),
    ...unrecorded.map(({ variantId, units }) =>
      any("stock.addUnits", { merchant_id: merchantId, variant_id: BigInt(variantId), units })
    ),
  ],

  // No row if the stock was not tracked, or the variant was removed.
  "stock.come-back": ({ merchantId, sessionId, variantId, units, unrecorded }) => {
    const row = { merchant_id: merchantId, variant_id: BigInt(variantId), units };
    if (unrecorded) return [any("stock.addUnits", row)];
    const sold = { ...row, session_id: sessionId };
    return [
      any("stock.returnSome", sold),
      any("stock.deleteReturned", sold),
      any("stock.lessenSales", sold),
    ];
  },
} satisfies Partial<Planners>;

/** No row if nothing is held or the variant was removed. */
export function releaseStock(sessionId: SessionId): Statement[] {
  return [
    any("stock.releaseUnits", { id: sessionId }),
    any("stock.deleteHolds", { id: sessionId }),
  ];
}
