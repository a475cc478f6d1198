import type { MerchantId, SessionId } from "./ids.ts";
import { currencyOf, formatMajor } from "./money.ts";
import type { CheckoutSession } from "./session.ts";

/** What a merchant can be told of. */
export const EVENT_TYPES = [
  "session.created",
  "session.updated",
  "session.completed",
  "order.collected",
  "session.abandoned",
  "payment.pending",
  "payment.paid",
  "payment.failed",
  "payment.unexpected",
  "otp.requested",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Something that happened to a session, as it is told to the merchant. */
export interface CheckoutEvent {
  /** UUID; the same whenever and to whomever the event is sent. */
  readonly id: string;
  readonly merchantId: MerchantId;
  readonly sessionId: SessionId;
  readonly type: EventType;
  readonly at: number;
  /** JSON values; amounts as decimal text in the major unit, exact in every language. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event before it has an id and a moment. */
export interface EventDraft {
  readonly type: EventType;
  readonly data: CheckoutEvent["data"];
}

/** What every event says of its session: enough to know whether to read it. */
export function sessionEvent(
  type: EventType,
  session: CheckoutSession,
  more: CheckoutEvent["data"] = {},
): EventDraft {
  const currency = currencyOf(session.currencyCode);
  const { totals } = session.priced;
  return {
    type,
    data: {
      session_id: session.id,
      merchant_id: session.merchantId,
      version: session.version,
      session_state: session.state.session,
      payment_state: session.state.payment,
      currency_code: session.currencyCode,
      total_payable: formatMajor(totals.totalPayable, currency),
      amount_paid: formatMajor(session.amountPaid, currency),
      cod_order: totals.codOrder,
      payment_id: session.payment?.id ?? null,
      ...more,
    },
  };
}
