import { key, sessionById } from "./locks.ts";
import { insertInto, write } from "./write.ts";

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
  "key_id",
] as const;

/** The first open record of its key and day, which the record joins; itself if there is none. */
const GROUP_ID = `CASE WHEN :is_unknown = 1 THEN coalesce((
         SELECT f.id FROM unexpected_payments AS f
         WHERE f.group_id = f.id AND f.merchant_id = :merchant_id AND f.key_id = :key_id
           AND f.livemode = :livemode AND f.resolved_at IS NULL AND f.at >= :at - :at % 86400000
         ORDER BY f.at LIMIT 1), :id) END`;

/** References of payments, and payment results without an order. */
export const PAYMENT_WRITES = {
  "reference.take": write(
    insertInto("payment_references", REFERENCE),
    key("reference", "merchant_id", "livemode", "reference"),
  ),
  "unexpected.add": write(
    insertInto("unexpected_payments", UNEXPECTED, { computed: { group_id: GROUP_ID } }),
    key("unexpected", "merchant_id"),
  ),
  "unexpected.resolve": write(
    `UPDATE unexpected_payments SET resolved_at = :at, note = :note
       WHERE id = :id AND merchant_id = :merchant_id AND resolved_at IS NULL`,
    key("unexpected", "merchant_id"),
  ),
  "unexpected.resolveGroup": write(
    `UPDATE unexpected_payments SET resolved_at = :at, note = :note
       WHERE group_id = :id AND merchant_id = :merchant_id AND resolved_at IS NULL`,
    key("unexpected", "merchant_id"),
  ),
  "unexpected.eraseNotes": write(
    `UPDATE unexpected_payments SET note = '(erased)'
       WHERE merchant_id = :merchant_id AND session_id = :id AND note IS NOT NULL`,
    sessionById,
  ),
} as const;
