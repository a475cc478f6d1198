-- What older programs purge or add meanwhile is counted before or after, and not in between.
LOCK TABLE sessions, purged_sessions IN SHARE ROW EXCLUSIVE MODE;

-- Statistics are sums by quarters of an hour, kept by triggers: days of all time zones begin at one.
-- Reading them takes a time that does not grow with the sessions. These are as last folded: those of
-- session_sum_deltas are added to them.
CREATE TABLE session_sums (
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id) ON DELETE CASCADE,
  -- Start of the quarter of an hour (UTC) in which the session was opened, or the order was placed.
  quarter bigint NOT NULL,
  -- State of the checkout.
  session_state text COLLATE "C" NOT NULL,
  -- State of the payment.
  payment_state text COLLATE "C" NOT NULL,
  -- ISO 4217; empty for sessions that were neither left, resumed nor completed, whose amounts are
  -- not summed, and if the document was damaged.
  currency_code text COLLATE "C" NOT NULL,
  -- Sessions that were opened in the quarter.
  count bigint NOT NULL,
  -- Those of them with a step.
  begun bigint NOT NULL,
  -- Those with an event session.idle.
  idle bigint NOT NULL,
  -- Those that a customer resumed by a link.
  resumed bigint NOT NULL,
  -- Those made by a link from the cart of another one.
  reopened bigint NOT NULL,
  -- Those that are orders, without cancelled ones.
  orders bigint NOT NULL,
  -- Minor units of these orders.
  payable numeric NOT NULL,
  -- Those of these orders with a coupon.
  with_coupon bigint NOT NULL,
  -- Minor units that coupons took off.
  coupon_discount numeric NOT NULL,
  -- Orders of sessions that were resumed or made again.
  recovered bigint NOT NULL,
  -- Minor units of them.
  recovered_payable numeric NOT NULL,
  -- Orders that were placed in the quarter, without cancelled ones.
  placed bigint NOT NULL,
  -- Minor units of them.
  placed_payable numeric NOT NULL,
  PRIMARY KEY (merchant_id, quarter, session_state, payment_state, currency_code)
);

-- How far the sessions from before this table are summed; one row.
CREATE TABLE session_sums_progress (
  -- Sessions with ids up to this one are in session_sums; '~', which is after all ids, once all are.
  summed_to text COLLATE "C" NOT NULL
);

INSERT INTO session_sums_progress
SELECT CASE WHEN EXISTS (SELECT 1 FROM sessions) THEN '' ELSE '~' END;

-- Changes of session_sums that are not folded yet, with the same columns. A row of its own for each:
-- one row of a shop that every commit updates would let one commit run at a time.
CREATE TABLE session_sum_deltas (
  merchant_id text COLLATE "C" NOT NULL,
  quarter bigint NOT NULL,
  session_state text COLLATE "C" NOT NULL,
  payment_state text COLLATE "C" NOT NULL,
  currency_code text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  begun bigint NOT NULL,
  idle bigint NOT NULL,
  resumed bigint NOT NULL,
  reopened bigint NOT NULL,
  orders bigint NOT NULL,
  payable bigint NOT NULL,
  with_coupon bigint NOT NULL,
  coupon_discount bigint NOT NULL,
  recovered bigint NOT NULL,
  recovered_payable bigint NOT NULL,
  placed bigint NOT NULL,
  placed_payable bigint NOT NULL
);

-- What a session adds to session_sums: to the quarter in which it was opened, and to that in which its
-- order was placed. With the sign -1 what is taken away.
CREATE FUNCTION checkoutd_session_shares(s sessions, sign bigint) RETURNS TABLE (
  merchant_id text, quarter bigint, session_state text, payment_state text, currency_code text,
  count bigint, begun bigint, idle bigint, resumed bigint, reopened bigint, orders bigint, payable
  bigint, with_coupon bigint, coupon_discount bigint, recovered bigint, recovered_payable bigint,
  placed bigint, placed_payable bigint
) LANGUAGE sql IMMUTABLE AS $$
  SELECT s.merchant_id, s.created_at - s.created_at % 900000, s.session_state, s.payment_state,
    coalesce(s.currency_code, ''), sign,
    sign * (s.version > CASE s.session_state WHEN 'ABANDONED' THEN 2 ELSE 1 END)::integer,
    sign * (s.idle_at IS NOT NULL)::integer, sign * (s.returned IS NOT DISTINCT FROM 'RESUMED')::integer,
    sign * (s.returned IS NOT DISTINCT FROM 'REOPENED')::integer,
    sign * k.is_kept, sign * k.is_kept * coalesce(s.total_payable, 0),
    sign * k.is_kept * coalesce(s.has_coupon, 0), sign * k.is_kept * coalesce(s.coupon_discount, 0),
    sign * k.is_kept * (s.returned IS NOT NULL)::integer,
    sign * k.is_kept * (s.returned IS NOT NULL)::integer * coalesce(s.total_payable, 0), 0, 0
  FROM (
    SELECT CASE WHEN s.session_state = 'COMPLETED' AND s.is_order = 1 THEN 1 ELSE 0 END
  ) AS k (is_kept)
  UNION ALL
  SELECT s.merchant_id, s.placed_at - s.placed_at % 900000, s.session_state, s.payment_state,
    s.currency_code, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, sign, sign * s.total_payable
  WHERE s.placed_at IS NOT NULL AND s.is_order = 1
$$;

-- A program sums earlier sessions while it has the lock for itself; until all are summed, changes have
-- it together. So a session is in the sums exactly if its id is up to summed_to.
CREATE FUNCTION checkoutd_sum_session() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  summed text;
BEGIN
  SELECT summed_to INTO summed FROM session_sums_progress;
  IF summed <> '~' THEN
    PERFORM pg_advisory_xact_lock_shared(7161399312460);
    SELECT summed_to INTO summed FROM session_sums_progress;
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.id <= summed COLLATE "C" THEN
    INSERT INTO session_sum_deltas SELECT * FROM checkoutd_session_shares(OLD, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.id <= summed COLLATE "C" THEN
    INSERT INTO session_sum_deltas SELECT * FROM checkoutd_session_shares(NEW, 1);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION checkoutd_sum_purged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO session_sum_deltas
  VALUES (NEW.merchant_id, NEW.opened_at, NEW.session_state, NEW.payment_state, NEW.currency_code,
    NEW.count - coalesce(OLD.count, 0), NEW.begun - coalesce(OLD.begun, 0),
    NEW.idle - coalesce(OLD.idle, 0), NEW.resumed - coalesce(OLD.resumed, 0),
    NEW.reopened - coalesce(OLD.reopened, 0), 0, 0, 0, 0, 0, 0, 0, 0);
  RETURN NULL;
END $$;

-- Purged sessions stay counted.
INSERT INTO session_sums
SELECT merchant_id, opened_at, session_state, payment_state, currency_code,
  count, begun, idle, resumed, reopened, 0, 0, 0, 0, 0, 0, 0, 0
FROM purged_sessions;

CREATE TRIGGER session_sums_insert AFTER INSERT ON sessions
  FOR EACH ROW WHEN (NEW.livemode = 1) EXECUTE FUNCTION checkoutd_sum_session();

-- Whether a session has a step is known from its version, up to the third one.
CREATE TRIGGER session_sums_update AFTER UPDATE OF version ON sessions
  FOR EACH ROW WHEN (NEW.livemode = 1 AND (
    (OLD.version > 1, OLD.version > 2) <> (NEW.version > 1, NEW.version > 2)
    OR (OLD.session_state, OLD.payment_state) <> (NEW.session_state, NEW.payment_state)
    OR (OLD.placed_at, OLD.idle_at, OLD.returned, OLD.total_payable, OLD.coupon_discount,
      OLD.has_coupon, OLD.is_order) IS DISTINCT FROM (NEW.placed_at, NEW.idle_at, NEW.returned,
      NEW.total_payable, NEW.coupon_discount, NEW.has_coupon, NEW.is_order)))
  EXECUTE FUNCTION checkoutd_sum_session();

-- A purged session moves to purged_sessions in its commit, and stays in the sums by the next two.
CREATE TRIGGER session_sums_delete AFTER DELETE ON sessions
  FOR EACH ROW WHEN (OLD.livemode = 1) EXECUTE FUNCTION checkoutd_sum_session();

CREATE TRIGGER session_sums_purged AFTER INSERT OR UPDATE ON purged_sessions
  FOR EACH ROW EXECUTE FUNCTION checkoutd_sum_purged();
