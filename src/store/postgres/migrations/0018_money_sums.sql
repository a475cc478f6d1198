-- Statistics know what went back of the money of orders, and the fees of their payments.

ALTER TABLE sessions ADD COLUMN
  -- Fee that the provider keeps of the payment, in the minor unit; null if it is not known. Earlier
  -- programs leave it as it is.
  payment_fee bigint;

-- Sums of money by quarters of an hour, kept by triggers, without cancelled orders. These are as last
-- folded: those of money_sum_deltas are added to them.
CREATE TABLE money_sums (
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id) ON DELETE CASCADE,
  -- Start of the quarter of an hour (UTC) in which the refund or the dispute was made, or the order
  -- was placed.
  quarter bigint NOT NULL,
  -- ISO 4217.
  currency_code text COLLATE "C" NOT NULL,
  -- Refunds that were made in the quarter and have not failed.
  refunds bigint NOT NULL,
  -- Minor units of them.
  refunded numeric NOT NULL,
  -- Disputes that were made in the quarter and are lost by now.
  losses bigint NOT NULL,
  -- Minor units of them.
  lost numeric NOT NULL,
  -- Orders that were placed in the quarter and whose fee is known.
  charged bigint NOT NULL,
  -- Minor units of these fees.
  fees numeric NOT NULL,
  PRIMARY KEY (merchant_id, quarter, currency_code)
);

-- Changes of money_sums that are not folded yet, with the same columns.
CREATE TABLE money_sum_deltas (
  merchant_id text COLLATE "C" NOT NULL,
  quarter bigint NOT NULL,
  currency_code text COLLATE "C" NOT NULL,
  refunds bigint NOT NULL,
  refunded bigint NOT NULL,
  losses bigint NOT NULL,
  lost bigint NOT NULL,
  charged bigint NOT NULL,
  fees bigint NOT NULL
);

-- What a refund adds to money_sums, if its order is not cancelled. With the sign -1 what is taken
-- away.
CREATE FUNCTION checkoutd_refund_share(r refunds, sign bigint) RETURNS TABLE (
  merchant_id text, quarter bigint, currency_code text, refunds bigint, refunded bigint,
  losses bigint, lost bigint, charged bigint, fees bigint
) LANGUAGE sql IMMUTABLE AS $$
  SELECT r.merchant_id, r.at - r.at % 900000, r.currency_code, sign, sign * r.amount, 0::bigint,
    0::bigint, 0::bigint, 0::bigint
  WHERE r.livemode = 1 AND r.state <> 'FAILED' AND r.unexpected_id IS NULL
$$;

CREATE FUNCTION checkoutd_dispute_share(d disputes, sign bigint) RETURNS TABLE (
  merchant_id text, quarter bigint, currency_code text, refunds bigint, refunded bigint,
  losses bigint, lost bigint, charged bigint, fees bigint
) LANGUAGE sql IMMUTABLE AS $$
  SELECT d.merchant_id, d.at - d.at % 900000, d.currency_code, 0::bigint, 0::bigint, sign,
    sign * d.amount, 0::bigint, 0::bigint
  WHERE d.livemode = 1 AND d.status = 'LOST'
$$;

-- What a session adds to money_sums: nothing unless it is an order that is not cancelled.
CREATE FUNCTION checkoutd_money_shares(s sessions, sign bigint) RETURNS TABLE (
  merchant_id text, quarter bigint, currency_code text, refunds bigint, refunded bigint,
  losses bigint, lost bigint, charged bigint, fees bigint
) LANGUAGE sql STABLE AS $$
  SELECT share.* FROM refunds AS r, checkoutd_refund_share(r, sign) AS share
  WHERE r.session_id = s.id AND s.placed_at IS NOT NULL AND s.is_order = 1
  UNION ALL
  SELECT share.* FROM disputes AS d, checkoutd_dispute_share(d, sign) AS share
  WHERE d.session_id = s.id AND s.placed_at IS NOT NULL AND s.is_order = 1
  UNION ALL
  SELECT s.merchant_id, s.placed_at - s.placed_at % 900000, s.currency_code, 0::bigint, 0::bigint,
    0::bigint, 0::bigint, sign, sign * s.payment_fee
  WHERE s.placed_at IS NOT NULL AND s.is_order = 1 AND s.payment_fee IS NOT NULL
$$;

CREATE FUNCTION checkoutd_sum_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO money_sum_deltas SELECT * FROM checkoutd_money_shares(OLD, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO money_sum_deltas SELECT * FROM checkoutd_money_shares(NEW, 1);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION checkoutd_is_kept_order(session text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT 1 FROM sessions WHERE id = session AND placed_at IS NOT NULL AND is_order = 1)
$$;

CREATE FUNCTION checkoutd_sum_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND checkoutd_is_kept_order(OLD.session_id) THEN
    INSERT INTO money_sum_deltas SELECT * FROM checkoutd_refund_share(OLD, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND checkoutd_is_kept_order(NEW.session_id) THEN
    INSERT INTO money_sum_deltas SELECT * FROM checkoutd_refund_share(NEW, 1);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION checkoutd_sum_dispute() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND checkoutd_is_kept_order(OLD.session_id) THEN
    INSERT INTO money_sum_deltas SELECT * FROM checkoutd_dispute_share(OLD, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND checkoutd_is_kept_order(NEW.session_id) THEN
    INSERT INTO money_sum_deltas SELECT * FROM checkoutd_dispute_share(NEW, 1);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER money_sums_insert AFTER INSERT ON sessions
  FOR EACH ROW WHEN (NEW.livemode = 1 AND NEW.placed_at IS NOT NULL)
  EXECUTE FUNCTION checkoutd_sum_money();

CREATE TRIGGER money_sums_update AFTER UPDATE OF version ON sessions
  FOR EACH ROW WHEN (NEW.livemode = 1 AND (OLD.placed_at, OLD.is_order, OLD.payment_fee)
    IS DISTINCT FROM (NEW.placed_at, NEW.is_order, NEW.payment_fee))
  EXECUTE FUNCTION checkoutd_sum_money();

CREATE TRIGGER money_sums_delete AFTER DELETE ON sessions
  FOR EACH ROW WHEN (OLD.livemode = 1 AND OLD.placed_at IS NOT NULL)
  EXECUTE FUNCTION checkoutd_sum_money();

CREATE TRIGGER money_sums_refund AFTER INSERT OR UPDATE OF state OR DELETE ON refunds
  FOR EACH ROW EXECUTE FUNCTION checkoutd_sum_refund();

CREATE TRIGGER money_sums_dispute AFTER INSERT OR UPDATE OF status OR DELETE ON disputes
  FOR EACH ROW EXECUTE FUNCTION checkoutd_sum_dispute();

-- Earlier programs write no refund from here on until this commits. No fee is known yet.
INSERT INTO money_sums
SELECT share.merchant_id, share.quarter, share.currency_code, sum(share.refunds), sum(share.refunded),
  sum(share.losses), sum(share.lost), 0, 0
FROM (
  SELECT session_id FROM refunds UNION SELECT session_id FROM disputes
) AS known JOIN sessions AS s ON s.id = known.session_id, checkoutd_money_shares(s, 1) AS share
WHERE s.livemode = 1
GROUP BY share.merchant_id, share.quarter, share.currency_code;
