-- Disputes of payments without an order are no loss of the order of their session.

ALTER TABLE disputes ADD COLUMN
  -- The payment without an order; null for one of an order.
  unexpected_id TEXT;

DROP VIEW money_shares;

-- What live orders that are not cancelled add to money_sums: a row each for a refund, a lost dispute
-- and a fee.
CREATE VIEW money_shares AS
SELECT r.session_id, r.id AS refund_id, NULL AS dispute, r.merchant_id, r.at, r.currency_code,
  1 AS refunds, r.amount AS refunded, 0 AS losses, 0 AS lost, 0 AS charged, 0 AS fees
FROM refunds AS r JOIN session_parts AS s ON s.id = r.session_id
WHERE r.state <> 'FAILED' AND r.unexpected_id IS NULL AND s.placed_at IS NOT NULL AND s.is_kept
UNION ALL
SELECT d.session_id, NULL, d.reference, d.merchant_id, d.at, d.currency_code, 0, 0, 1, d.amount, 0, 0
FROM disputes AS d JOIN session_parts AS s ON s.id = d.session_id
WHERE d.status = 'LOST' AND d.unexpected_id IS NULL AND s.placed_at IS NOT NULL AND s.is_kept
UNION ALL
SELECT s.id, NULL, NULL, s.merchant_id, s.placed_at, s.currency_code, 0, 0, 0, 0, 1, f.payment_fee
FROM sessions AS f JOIN session_parts AS s ON s.id = f.id
WHERE f.payment_fee IS NOT NULL AND s.placed_at IS NOT NULL AND s.is_kept;
