import type { StoredCustomer } from "../session/stored.ts";
import type { UnexpectedPayment } from "../session/payment.ts";
import { amountRefunded } from "../session/refundable.ts";
import type { DisputeRow, RefundRow } from "../session/refund.ts";
import type { CheckoutSession } from "../session/session.ts";
import type { AuditAction } from "./actions.ts";
import type { AuditFact } from "./entry.ts";
import { type AuditKind, factOf, timeText } from "./fact.ts";

/** A session and its order. Amounts are in minor units. */
export const AUDITED_SESSION: AuditKind<CheckoutSession> = {
  kind: "session",
  place: ({ merchantId, id, order }) => ({ merchantId, id, label: order?.number ?? null }),
  shown: ({ state, payment, order, ...session }) => ({
    state: state.session,
    payment_state: state.payment,
    payment_id: payment?.id ?? null,
    order_number: order?.number ?? null,
    late: order?.late || null,
    currency_code: session.currencyCode,
    amount_paid: session.amountPaid,
    amount_collected: session.collected?.amount ?? null,
    amount_refunded: amountRefunded({ order }) || null,
    cancelled_at: timeText(order?.cancellation?.at ?? null),
  }),
};

/** Facts of a step: a cancellation that gives money back is one, and so is the refund. */
export function sessionFacts(
  action: AuditAction,
  { before, after }: { readonly before: CheckoutSession; readonly after: CheckoutSession },
): AuditFact[] {
  const refunds = before.order?.refunds ?? [];
  if (action !== "session.cancel" || after.order?.refunds.length === refunds.length) {
    return [factOf(AUDITED_SESSION, action, { before, after })];
  }
  const cancelled = { ...after, order: after.order && { ...after.order, refunds } };
  return [
    factOf(AUDITED_SESSION, action, { before, after: cancelled }),
    factOf(AUDITED_SESSION, "session.refund", { before: cancelled, after }),
  ];
}

/** A payment result without an order. */
export const AUDITED_UNEXPECTED_PAYMENT: AuditKind<UnexpectedPayment> = {
  kind: "payment",
  place: ({ merchantId, id }) => ({ merchantId, id, label: null }),
  shown: (payment) => ({
    session_id: payment.sessionId,
    livemode: payment.livemode,
    amount: payment.amount,
    currency_code: payment.currencyCode,
    reason: payment.reason,
    resolved_at: timeText(payment.resolution?.at ?? null),
  }),
  hidden: ({ reference, resolution }) => ({ reference, note: resolution?.note ?? null }),
};

/** A refund of a payment without an order. */
export const AUDITED_REFUND: AuditKind<RefundRow> = {
  kind: "payment",
  place: ({ merchantId, unexpectedId }) => ({ merchantId, id: unexpectedId, label: null }),
  shown: (refund) => ({
    refund_id: refund.id,
    livemode: refund.livemode,
    state: refund.state,
    amount: refund.amount,
    currency_code: refund.currencyCode,
  }),
  hidden: ({ reference }) => ({ reference }),
};

const shownOfDispute = (dispute: DisputeRow) => ({
  dispute: dispute.reference,
  livemode: dispute.livemode,
  amount: dispute.amount,
  currency_code: dispute.currencyCode,
  status: dispute.status,
});

/** A dispute of an order. */
export const AUDITED_DISPUTE: AuditKind<DisputeRow> = {
  kind: "session",
  place: ({ merchantId, sessionId }) => ({ merchantId, id: sessionId, label: null }),
  shown: shownOfDispute,
};

/** A dispute of a payment without an order. */
export const AUDITED_DISPUTE_OF_RECORD: AuditKind<DisputeRow> = {
  kind: "payment",
  place: ({ merchantId, unexpectedId }) => ({ merchantId, id: unexpectedId, label: null }),
  shown: shownOfDispute,
};

/** A customer's coins. */
export const AUDITED_CUSTOMER: AuditKind<StoredCustomer> = {
  kind: "customer",
  place: ({ customer: { merchantId, id } }) => ({ merchantId, id, label: null }),
  shown: ({ balances, debt }) => ({ coins: balances.AVAILABLE, debt: debt || null }),
};
