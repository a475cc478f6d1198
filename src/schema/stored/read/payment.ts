import { z } from "zod";
import { UNEXPECTED_REASONS, type UnexpectedPayment } from "../../../domain/unexpected_payment.ts";
import { count, merchantId, parseRow, sessionId, uuid } from "./parse.ts";

const rowSchema = z.object({
  id: uuid,
  merchant_id: merchantId,
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
});

/**
 * Reads a result that no order is for from a row of `unexpected_payments`.
 *
 * @throws {RowError} when the row does not parse
 */
export function unexpectedFromRow(row: unknown): UnexpectedPayment {
  const read = parseRow(rowSchema, row, { table: "unexpected_payments", keyColumns: ["id"] });
  return {
    id: read.id,
    merchantId: read.merchant_id,
    sessionId: read.session_id,
    paymentId: read.payment_id,
    reference: read.reference,
    amount: read.amount || null,
    currencyCode: read.currency_code,
    reason: read.reason,
    message: read.message,
    at: read.at,
    resolution: read.resolved_at === null ? null : { at: read.resolved_at, note: read.note ?? "" },
  };
}
