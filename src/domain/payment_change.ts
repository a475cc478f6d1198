import type { MerchantId, SessionId } from "./ids.ts";
import type { Resolution, UnexpectedPayment } from "./session/payment.ts";

/** Results of payments. */
export type PaymentChange =
  /** Takes a provider's reference for a payment. Refused if the merchant has used it in this mode. */
  | {
    readonly kind: "reference.take";
    readonly merchantId: MerchantId;
    readonly livemode: boolean;
    readonly reference: string;
    readonly sessionId: SessionId;
    readonly paymentId: string;
  }
  /**
   * Records a payment result without an order. Refused if it is recorded. One of a payment that the
   * shop never had joins the open ones of its key and day.
   */
  | {
    readonly kind: "unexpected.add";
    readonly unexpected: UnexpectedPayment;
    readonly isUnknown?: boolean;
  }
  /** Resolves such a record, with those that it stands for. Refused if it is resolved or unknown. */
  | {
    readonly kind: "unexpected.resolve";
    readonly id: string;
    readonly merchantId: MerchantId;
    readonly resolution: Resolution;
  };
