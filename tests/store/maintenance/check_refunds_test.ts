import { type Damage, findsAlone } from "./support.ts";

const BROKEN: readonly Damage[] = [
  [
    "refund",
    "a refund of a session that is gone",
    `UPDATE refunds SET session_id = '00000000-0000-7000-8000-00000000ffff';
     DELETE FROM money_sums WHERE refunds > 0`,
    /Its session is missing: 0{8}-/,
  ],
  [
    "refund",
    "a refund for which the provider is not called",
    "UPDATE refunds SET next_try_at = NULL",
    /column next_try_at says/,
  ],
  [
    "refund",
    "refunds of more than a payment without an order",
    `INSERT INTO unexpected_payments (id, merchant_id, session_id, payment_id, reference, amount,
       currency_code, reason, message, at)
     SELECT unexpected_id, merchant_id, session_id, payment_id, 'pay_9', '0.99', currency_code,
       'error.invalid-state', 'late', at FROM refunds WHERE unexpected_id IS NOT NULL`,
    /^Refunds and disputes must be at most 0\.99, the payment received: 1\.00$/,
  ],
  ["row", "a refund in no state", "UPDATE refunds SET state = 'LATER'", /refunds .+ state /],
  ["row", "a dispute of no status", "UPDATE disputes SET status = 'LATER'", /disputes .+ status /],
];

for (const damage of BROKEN) findsAlone(damage);
