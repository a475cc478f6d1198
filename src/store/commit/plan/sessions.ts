import type { CheckoutSession } from "../../../domain/session/session.ts";
import { checkoutLinkToRow } from "../../../schema/stored/checkout_link.ts";
import { recordToRow } from "../../../schema/stored/idempotency.ts";
import { paymentReturnToRow } from "../../../schema/stored/payment_return.ts";
import {
  isFoundAsBefore,
  sessionStateToRow,
  sessionToRow,
} from "../../../schema/stored/session_row.ts";
import { releaseStock } from "./holds.ts";
import type { CompressedText } from "../../write/params.ts";
import { any, one, type Planners } from "./statement.ts";

/** Checkout sessions, their links, and the recorded answers to their requests. */
export const SESSIONS = {
  "session.add": (change) => {
    const { session } = change;
    return [
      one("session.add", packed(sessionToRow(session, change)), {
        onPrimaryKey: `Session id is taken: ${session.id}`,
        onUnique: numberTaken(session),
        onForeignKey: `Merchant of the session is not known: ${session.merchantId}`,
      }),
    ];
  },

  "session.put": ({ session, view, expectedVersion, expired, before, at }) => {
    // A defect: a refusal would be retried, and caches depend on id and version.
    if (session.version !== expectedVersion + 1) {
      throw new RangeError(`Session version must follow ${expectedVersion}: ${session.version}`);
    }
    const row = packed(sessionStateToRow(session, view));
    const onNoRow = `Session ${session.id} is not at the expected version: ${expectedVersion}`;
    const at_version = { expected_version: expectedVersion, at };
    if (before !== undefined && isFoundAsBefore(before, session)) {
      const { id, version, doc, packed, view, payment_fee } = row;
      const changed = { id, version, doc, packed, view, payment_fee };
      return [one("session.putDoc", { ...changed, ...at_version }, { onNoRow })];
    }
    const params = { ...row, ...at_version, expired: Number(expired) };
    return [one("session.put", params, { onNoRow, onUnique: numberTaken(session) })];
  },

  // No row if the session was active later or is deleted. Refunds of a payment without an order stay with it.
  "session.touch": ({ sessionId, at }) => [any("session.touch", { id: sessionId, at })],

  "link.update": ({ link }) => [
    one("link.update", checkoutLinkToRow(link), {
      onNoRow: `Link of the session was replaced: ${link.sessionId}`,
    }),
  ],
  "link.put": ({ link }) => [
    one("link.put", checkoutLinkToRow(link), {
      onForeignKey: `Session of the link is not known: ${link.sessionId}`,
    }),
  ],

  "return.add": ({ way }) => [{
    ...any("return.add", paymentReturnToRow(way)),
    refusals: { onForeignKey: `Session of the payment is not known: ${way.sessionId}` },
  }],
  "return.purge": ({ before }) => [any("return.purge", { before })],

  // Coupon uses stay, because limits count them. Held units are released; the record of sold ones
  // is deleted.
  "session.delete": ({ sessionId, lastActiveBefore: before, withShop }) => [
    ...(withShop !== undefined ? [] : [any("session.countPurged", { id: sessionId })]),
    one("session.delete", { id: sessionId, before, with_shop: withShop === undefined ? 0 : 1 }, {
      onNoRow: `Session has been active since, is an order or is not known: ${sessionId}`,
    }),
    ...releaseStock(sessionId),
    any("stock.deleteSales", { id: sessionId }),
    any("refund.deleteOfSession", { id: sessionId }),
    any("dispute.deleteOfSession", { id: sessionId }),
    any("event.deleteDeliveries", { id: sessionId }),
    any("event.deleteOfSession", { id: sessionId }),
  ],

  "session.sum": ({ after, last }) => [
    one("session.sumTo", { after, last }, {
      onNoRow: `Sessions after this one are not next: ${after}`,
    }),
    any("session.sum", { after, last }),
  ],

  "session.retain": ({ sessionId: id }) => [any("session.retain", { id })],

  "session.erase": ({
    sessionId: id,
    merchantId: merchant_id,
    phone,
    at,
    withReference,
    withReason,
  }) => [
    any("session.eraseExtra", { id, erased_at: phone === null ? at : null }),
    ...(phone === null ? [any("link.delete", { id }), any("return.delete", { id })] : []),
    any("stock.forgetBuyer", { id }),
    any("event.erasePhones", { id, phone }),
    ...(withReference ? [any("event.eraseReferences", { id })] : []),
    ...(withReason ? [any("event.eraseReasons", { id })] : []),
    any("event.deleteErased", { id }),
    // Recorded paths are as sent.
    ...[id, id.toUpperCase()].map((path_id) =>
      any("idempotency.deleteOfSession", { merchant_id, path_id })
    ),
    any("unexpected.eraseNotes", { merchant_id, id }),
  ],

  "idempotency.add": ({ record }) => {
    const row = recordToRow(record);
    return [
      one("idempotency.add", { ...row, body: { compress: row.body } }, {
        onPrimaryKey: `Idempotency key has an answer: ${record.key}`,
        onForeignKey: `Merchant of the answer is not known: ${record.merchantId}`,
      }),
    ];
  },

  "idempotency.purge": ({ before }) => [any("idempotency.purge", { before })],
} satisfies Partial<Planners>;

function numberTaken({ order }: CheckoutSession): string {
  return `Order number is taken: ${order?.number}`;
}

/** Marks the long text of a row for compression. */
function packed<Row extends { readonly packed: string | null }>(
  row: Row,
): Omit<Row, "packed"> & { readonly packed: CompressedText | null } {
  return { ...row, packed: row.packed === null ? null : { compress: row.packed } };
}
