import { insertInto } from "./insert.ts";

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
export const CUSTOMER_SQL = {
  "customer.put": `${insertInto("customers", CUSTOMER)}
       ON CONFLICT (id) DO UPDATE SET seeded_coins = excluded.seeded_coins
       WHERE merchant_id = excluded.merchant_id AND phone = excluded.phone`,
  "customer.add": insertInto("customers", CUSTOMER),
  "customer.erase": `UPDATE customers SET phone = 'erased:' || id WHERE id = :id AND phone GLOB '+*'
         AND (NOT :only_idle OR (available = 0 AND processing = 0
           AND NOT EXISTS (SELECT 1 FROM sessions WHERE customer_phone = customers.phone
             AND merchant_id = customers.merchant_id AND livemode = 1)))`,
  "coins.addMovement": insertInto("coin_movements", MOVEMENT),
  // Coins that come in pay the debt first, and coins that are not there are taken as a debt alone.
  "coins.moveBalances": `UPDATE customers SET issued = issued + :ISSUED,
         available = max(0, available - debt + :AVAILABLE),
         debt = max(0, debt - available - :AVAILABLE),
         processing = processing + :PROCESSING, used = used + :USED
       WHERE id = :id AND (:AVAILABLE >= 0
         OR CASE WHEN :as_debt THEN available <= debt ELSE available - debt + :AVAILABLE >= 0 END)`,
  // Reasons of a session's movements are the program's own.
  "coins.eraseReasons":
    "UPDATE coin_movements SET reason = '(erased)' WHERE customer_id = :id AND session_id IS NULL",
  "coins.addWriteOff": `INSERT INTO coin_movements (${MOVEMENT.join(", ")})
       SELECT :entry_id, id, 'ISSUED', 'AVAILABLE', debt - available, 'debt-written-off', NULL, :at
       FROM customers WHERE id = :id AND debt > available`,
  "coins.writeOff":
    `UPDATE customers SET issued = issued - (debt - available), available = 0, debt = 0
       WHERE id = :id AND debt > available`,
  "otp.sent": `INSERT INTO otp_sends (merchant_id, phone, sent_at) SELECT :merchant_id, :phone, :at
       WHERE (SELECT count(*) FROM otp_sends
         WHERE merchant_id = :merchant_id AND phone = :phone AND sent_at > :since) < :limit
         AND NOT EXISTS (SELECT 1 FROM otp_sends
           WHERE merchant_id = :merchant_id AND phone = :phone AND sent_at > :quiet_since)
         AND (SELECT count(*) FROM otp_sends
           WHERE merchant_id = :merchant_id AND sent_at >= :shop_since) < :shop_limit`,
  "otp.forget":
    "UPDATE otp_sends SET phone = '' WHERE merchant_id = :merchant_id AND phone = :phone",
  "otp.purge": "DELETE FROM otp_sends WHERE sent_at < :before",
} as const;
