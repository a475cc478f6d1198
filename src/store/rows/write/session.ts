import { heldSince } from "../../../domain/payment.ts";
import type { CheckoutSession } from "../../../domain/session.ts";
import { docToText } from "./session_doc.ts";

/** The columns of `sessions` that change with the session. */
export function sessionStateToRow(session: CheckoutSession, view: string | null) {
  return {
    id: session.id,
    session_state: session.state.session,
    payment_state: session.state.payment,
    version: session.version,
    customer_phone: session.customer?.phone ?? null,
    held_since: heldSince(session.payment),
    doc: docToText(session),
    view,
  };
}

/** The columns of `sessions` for a session that is added. */
export function sessionToRow(
  session: CheckoutSession,
  { extra, view }: { readonly extra: string; readonly view: string | null },
) {
  return {
    ...sessionStateToRow(session, view),
    merchant_id: session.merchantId,
    created_at: session.createdAt,
    updated_at: session.createdAt,
    last_active_at: session.createdAt,
    expired: 0,
    extra,
  };
}
