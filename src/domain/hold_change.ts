import type { LimitedBuyer } from "./hold_limits.ts";
import type { CouponId, CustomerId, MerchantId, SessionId, VariantId } from "./ids.ts";

/** Changes by a payment: holds, releases and uses. */
export type HoldChange =
  /**
   * Takes a use of a coupon for a session. Refused at the limit for all or per customer (null for
   * none), and if the session has taken one.
   */
  | {
    readonly kind: "coupon.take";
    readonly couponId: CouponId;
    readonly sessionId: SessionId;
    readonly customerId: CustomerId | null;
    readonly limit: number | null;
    readonly limitPerCustomer: number | null;
  }
  /** Releases a session's use of a coupon, if there is one. */
  | {
    readonly kind: "coupon.return";
    readonly couponId: CouponId;
    readonly sessionId: SessionId;
  }
  /**
   * Holds units of a variant for a session. Refused if fewer are left and overselling is not
   * allowed, and beyond a limit of its buyer.
   */
  | {
    readonly kind: "stock.hold";
    readonly merchantId: MerchantId;
    readonly sessionId: SessionId;
    readonly variantId: VariantId;
    readonly units: number;
    /** Default: the hold is not limited. */
    readonly buyer?: LimitedBuyer;
  }
  /** Releases all units held for a session. */
  | { readonly kind: "stock.release"; readonly sessionId: SessionId }
  /** Removes all units held for a session from the stock, and records them as sold. */
  | { readonly kind: "stock.sell"; readonly sessionId: SessionId }
  /**
   * Adds the units sold by a session to the stock again, where it is still tracked, and those of
   * orders from before sales were recorded.
   */
  | {
    readonly kind: "stock.return";
    readonly merchantId: MerchantId;
    readonly sessionId: SessionId;
    readonly unrecorded: readonly { readonly variantId: VariantId; readonly units: number }[];
  }
  /**
   * Adds units of a variant that came back to the stock again, where it is still tracked: at most as
   * many as the session bought and did not return yet; with `unrecorded` in any case.
   */
  | {
    readonly kind: "stock.come-back";
    readonly merchantId: MerchantId;
    readonly sessionId: SessionId;
    readonly variantId: VariantId;
    readonly units: number;
    readonly unrecorded: boolean;
  };
