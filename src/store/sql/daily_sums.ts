/** The sum that the shop `:merchant_id` has given since a time: minor units, or coins. */
export const DAILY_SUMS = {
  refunds: `SELECT CAST(coalesce(sum(amount), 0) AS bigint) AS given FROM refunds
       WHERE merchant_id = :merchant_id AND livemode = 1 AND at >= :since AND state <> 'FAILED'`,
  coins: `SELECT CAST(coalesce(sum(m.coins), 0) AS bigint) AS given
       FROM coin_movements AS m JOIN customers AS c ON c.id = m.customer_id
       WHERE m.from_account = 'ISSUED' AND m.session_id IS NULL AND m.moved_at >= :since
         AND c.merchant_id = :merchant_id`,
} as const;
