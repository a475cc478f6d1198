import { z } from "zod";
import type { PaymentReturn } from "../../domain/session/payment_return.ts";
import type { Form } from "../form.ts";
import { count, parseRow, sessionId, sha256, storedUuid } from "./parse.ts";

const rowSchema = z.object({
  code_hash: sha256,
  session_id: sessionId,
  payment_id: storedUuid,
  created_at: count,
});

/**
 * Reads the way back from a payment from a row of `payment_returns`.
 *
 * @throws {RowError} when the row does not parse
 */
export function paymentReturnFromRow(row: unknown): PaymentReturn {
  const { code_hash, session_id, payment_id, created_at } = parseRow(rowSchema, row, {
    table: "payment_returns",
    keyColumns: ["code_hash"],
  });
  return {
    codeHash: code_hash,
    sessionId: session_id,
    paymentId: payment_id,
    createdAt: created_at,
  };
}

/** The columns of `payment_returns`. */
export function paymentReturnToRow(way: PaymentReturn): Form<typeof rowSchema> {
  return {
    code_hash: way.codeHash,
    session_id: way.sessionId,
    payment_id: way.paymentId,
    created_at: way.createdAt,
  };
}
