import { insertRow } from "./insert.ts";

const REFERENCE = ["merchant_id", "livemode", "reference", "session_id", "payment_id"] as const;

const UNEXPECTED = [
  "id",
  "merchant_id",
  "livemode",
  "session_id",
  "payment_id",
  "reference",
  "amount",
  "currency_code",
  "reason",
  "message",
  "at",
  "resolved_at",
  "note",
] as const;

/** References of payments, and payment results without an order. */
export const PAYMENT_WRITES = {
  "reference.take": insertRow("payment_references", REFERENCE),
  "unexpected.add": insertRow("unexpected_payments", UNEXPECTED),
  "unexpected.resolve": `UPDATE unexpected_payments SET resolved_at = :at::bigint, note = :note
       WHERE id = :id AND resolved_at IS NULL`,
  "unexpected.eraseNotes": `UPDATE unexpected_payments SET note = '(erased)'
       WHERE merchant_id = :merchant_id AND session_id = :id AND note IS NOT NULL`,
} as const;
