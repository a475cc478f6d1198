import { sql } from "../sql/sql.ts";
import { key, rows } from "./locks.ts";
import { GREATEST, insertInto, purge, write } from "./write.ts";

const CUSTOMER = ["id", "merchant_id", "phone", "created_at", "seeded_coins"] as const;

const MOVEMENT = [
  "id",
  "customer_id",
  "from_account",
  "to_account",
  "coins",
  "reason",
  "session_id",
  "moved_at",
] as const;

/** Customers, the ledger of their coins, and the codes sent to phones. */
export const CUSTOMER_WRITES = {
  "customer.put": write(
    sql`${insertInto("customers", CUSTOMER)}
       ON CONFLICT (id) DO UPDATE SET seeded_coins = excluded.seeded_coins
       WHERE customers.merchant_id = excluded.merchant_id AND customers.phone = excluded.phone`,
    key("phone", "merchant_id", "phone"),
    rows("customers", "id"),
  ),
  "customer.add": write(
    insertInto("customers", CUSTOMER),
    key("phone", "merchant_id", "phone"),
  ),
  "customer.erase": write(
    `UPDATE customers SET phone = 'erased:' || id WHERE id = :id AND phone LIKE '+%'
         AND (:only_idle = 0 OR (available = 0 AND processing = 0
           AND NOT EXISTS (SELECT 1 FROM sessions WHERE customer_phone = customers.phone
             AND merchant_id = customers.merchant_id AND livemode = 1)))`,
    rows("customers", "id"),
  ),
  "coins.addMovement": write(
    insertInto("coin_movements", MOVEMENT),
    rows("customers", "customer_id"),
  ),
  // Coins that come in pay the debt first, and coins that are not there are taken as a debt alone.
  "coins.moveBalances": write(
    sql`UPDATE customers SET issued = issued + :ISSUED,
         available = ${GREATEST}(0, available - debt + :AVAILABLE),
         debt = ${GREATEST}(0, debt - available - :AVAILABLE),
         processing = processing + :PROCESSING, used = used + :USED
       WHERE id = :id AND (:AVAILABLE >= 0
         OR CASE WHEN :as_debt = 1 THEN available <= debt ELSE available - debt + :AVAILABLE >= 0 END)`,
    rows("customers", "id"),
  ),
  // Reasons of a session's movements are the program's own.
  "coins.eraseReasons": write(
    "UPDATE coin_movements SET reason = '(erased)' WHERE customer_id = :id AND session_id IS NULL",
    rows("customers", "id"),
  ),
  "coins.addWriteOff": write(
    `INSERT INTO coin_movements (${MOVEMENT.join(", ")})
       SELECT :entry_id, id, 'ISSUED', 'AVAILABLE', debt - available, 'debt-written-off', NULL, :at
       FROM customers WHERE id = :id AND debt > available`,
    rows("customers", "id"),
  ),
  "coins.writeOff": write(
    `UPDATE customers SET issued = issued - (debt - available), available = 0, debt = 0
       WHERE id = :id AND debt > available`,
    rows("customers", "id"),
  ),
  "otp.sent": write(
    `INSERT INTO otp_sends (merchant_id, phone, sent_at) SELECT :merchant_id, :phone, :at
       WHERE (SELECT count(*) FROM otp_sends
         WHERE merchant_id = :merchant_id AND phone = :phone AND sent_at > :since) < :limit
         AND NOT EXISTS (SELECT 1 FROM otp_sends
           WHERE merchant_id = :merchant_id AND phone = :phone AND sent_at > :quiet_since)
         AND (SELECT count(*) FROM otp_sends
           WHERE merchant_id = :merchant_id AND sent_at >= :shop_since) < :shop_limit`,
    key("otp", "merchant_id"),
  ),
  "otp.forget": write(
    "UPDATE otp_sends SET phone = '' WHERE merchant_id = :merchant_id AND phone = :phone",
    key("otp", "merchant_id"),
  ),
  "otp.purge": write(
    purge("otp_sends", "sent_at < :before"),
  ),
} as const;
