import { z } from "zod";
import type { PaymentChange } from "../../domain/payment_change.ts";
import { UNEXPECTED_REASONS, type UnexpectedPayment } from "../../domain/session/payment.ts";
import type { Form } from "../form.ts";
import { count, flag, merchantId, parseRow, sessionId, storedUuid } from "./parse.ts";

const rowSchema = z.object({
  id: storedUuid,
  merchant_id: merchantId,
  livemode: flag,
  session_id: sessionId,
  payment_id: z.string(),
  reference: z.string(),
  amount: z.string(),
  currency_code: z.string(),
  reason: z.enum(UNEXPECTED_REASONS),
  message: z.string(),
  at: count,
  resolved_at: count.nullable(),
  note: z.string().nullable(),
  key_id: z.string().nullable(),
  // Not a column: counted by the reads of a record.
  records: count.default(1),
});

/**
 * Reads a payment result without an order from a row of `unexpected_payments`.
 *
 * @throws {RowError} when the row does not parse
 */
export function unexpectedFromRow(row: unknown): UnexpectedPayment {
  const read = parseRow(rowSchema, row, { table: "unexpected_payments", keyColumns: ["id"] });
  return {
    id: read.id,
    merchantId: read.merchant_id,
    livemode: read.livemode === 1,
    sessionId: read.session_id,
    paymentId: read.payment_id,
    reference: read.reference,
    amount: read.amount || null,
    currencyCode: read.currency_code,
    reason: read.reason,
    message: read.message,
    at: read.at,
    keyId: read.key_id,
    count: read.records,
    resolution: read.resolved_at === null ? null : { at: read.resolved_at, note: read.note ?? "" },
  };
}

const referencedSchema = z.object({ session_id: sessionId, payment_id: z.string() });

/**
 * Reads the payment of a row of `payment_references`.
 *
 * @throws {RowError} when the row does not parse
 */
export function referencedFromRow(row: unknown) {
  const place = { table: "payment_references", keyColumns: ["merchant_id", "reference"] };
  const { session_id: sessionId, payment_id: paymentId } = parseRow(referencedSchema, row, place);
  return { sessionId, paymentId };
}

/** The columns of `payment_references`. */
export function referenceToRow(
  taken: Extract<PaymentChange, { readonly kind: "reference.take" }>,
) {
  return {
    merchant_id: taken.merchantId,
    livemode: Number(taken.livemode),
    reference: taken.reference,
    session_id: taken.sessionId,
    payment_id: taken.paymentId,
  };
}

/** The columns of `unexpected_payments`. */
export function unexpectedToRow(
  unexpected: UnexpectedPayment,
): Omit<Form<typeof rowSchema>, "records"> {
  return {
    id: unexpected.id,
    merchant_id: unexpected.merchantId,
    livemode: Number(unexpected.livemode),
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
    key_id: unexpected.keyId,
  };
}
