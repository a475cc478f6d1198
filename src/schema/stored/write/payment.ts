import type { PaymentChange } from "../../../domain/changes.ts";
import type { UnexpectedPayment } from "../../../domain/unexpected_payment.ts";

/** The columns of `payment_references`. */
export function referenceToRow(
  taken: Extract<PaymentChange, { readonly kind: "reference.take" }>,
) {
  return {
    merchant_id: taken.merchantId,
    reference: taken.reference,
    session_id: taken.sessionId,
    payment_id: taken.paymentId,
  };
}

/** The columns of `unexpected_payments`. */
export function unexpectedToRow(unexpected: UnexpectedPayment) {
  return {
    id: unexpected.id,
    merchant_id: unexpected.merchantId,
    session_id: unexpected.sessionId,
    payment_id: unexpected.paymentId,
    reference: unexpected.reference,
    amount: unexpected.amount ?? "",
    currency_code: unexpected.currencyCode,
    reason: unexpected.reason,
    message: unexpected.message,
    at: unexpected.at,
    resolved_at: unexpected.resolution?.at ?? null,
    note: unexpected.resolution?.note ?? null,
  };
}
