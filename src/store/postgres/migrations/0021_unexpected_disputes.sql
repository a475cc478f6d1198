-- Disputes of payments without an order are no loss of the order of their session.

ALTER TABLE disputes ADD COLUMN
  -- The payment without an order; null for one of an order.
  unexpected_id text COLLATE "C";

CREATE OR REPLACE FUNCTION checkoutd_dispute_share(d disputes, sign bigint) RETURNS TABLE (
  merchant_id text, quarter bigint, currency_code text, refunds bigint, refunded bigint,
  losses bigint, lost bigint, charged bigint, fees bigint
) LANGUAGE sql IMMUTABLE AS $$
  SELECT d.merchant_id, d.at - d.at % 900000, d.currency_code, 0::bigint, 0::bigint, sign,
    sign * d.amount, 0::bigint, 0::bigint
  WHERE d.livemode = 1 AND d.status = 'LOST' AND d.unexpected_id IS NULL
$$;
