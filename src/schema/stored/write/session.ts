import { heldSince } from "../../../domain/payment.ts";
import type { CheckoutSession } from "../../../domain/session.ts";
import { briefToText, docToText } from "./session_doc.ts";

/**
 * Longest document and view that are stored as they are: of carts with many tens of lines. A longer
 * view is not stored at all, but made when it is read.
 */
const MAX_PLAIN = 32 * 1024;

/** The columns of `sessions` that change with the session. */
export function sessionStateToRow(session: CheckoutSession, view: string | null) {
  return {
    id: session.id,
    session_state: session.state.session,
    payment_state: session.state.payment,
    version: session.version,
    // An erased customer has no number to be found by.
    customer_phone: session.customer?.phone || null,
    held_since: heldSince(session.payment),
    ...docColumns(session),
    view: view !== null && view.length <= MAX_PLAIN ? view : null,
  };
}

/** The document; where it is long, the fields that queries read, and the whole to be compressed. */
function docColumns(
  session: CheckoutSession,
): { readonly doc: string; readonly packed: string | null } {
  const doc = docToText(session);
  return doc.length <= MAX_PLAIN
    ? { doc, packed: null }
    : { doc: briefToText(session), packed: doc };
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
