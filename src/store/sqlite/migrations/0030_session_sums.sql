-- Statistics are sums by quarters of an hour, kept by triggers: days of all time zones begin at one.
-- Reading them takes a time that does not grow with the sessions.
CREATE TABLE session_sums (
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id) ON DELETE CASCADE,
  -- Start of the quarter of an hour (UTC) in which the session was opened, or the order was placed.
  quarter INTEGER NOT NULL,
  -- State of the checkout.
  session_state TEXT NOT NULL,
  -- State of the payment.
  payment_state TEXT NOT NULL,
  -- ISO 4217; empty for sessions that were neither left, resumed nor completed, whose amounts are
  -- not summed, and if the document was damaged.
  currency_code TEXT NOT NULL,
  -- Sessions that were opened in the quarter.
  count INTEGER NOT NULL,
  -- Those of them with a step.
  begun INTEGER NOT NULL,
  -- Those with an event session.idle.
  idle INTEGER NOT NULL,
  -- Those that a customer resumed by a link.
  resumed INTEGER NOT NULL,
  -- Those made by a link from the cart of another one.
  reopened INTEGER NOT NULL,
  -- Those that are orders, without cancelled ones.
  orders INTEGER NOT NULL,
  -- Minor units of these orders.
  payable INTEGER NOT NULL,
  -- Those of these orders with a coupon.
  with_coupon INTEGER NOT NULL,
  -- Minor units that coupons took off.
  coupon_discount INTEGER NOT NULL,
  -- Orders of sessions that were resumed or made again.
  recovered INTEGER NOT NULL,
  -- Minor units of them.
  recovered_payable INTEGER NOT NULL,
  -- Orders that were placed in the quarter, without cancelled ones.
  placed INTEGER NOT NULL,
  -- Minor units of them.
  placed_payable INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, quarter, session_state, payment_state, currency_code)
) STRICT, WITHOUT ROWID;

-- How far the sessions from before this table are summed; one row.
CREATE TABLE session_sums_progress (
  -- Sessions with ids up to this one are in session_sums; '~', which is after all ids, once all are.
  summed_to TEXT NOT NULL
) STRICT;

INSERT INTO session_sums_progress SELECT iif(EXISTS (SELECT 1 FROM sessions), '', '~');

-- Parts of live sessions that statistics sum. The document is parsed only where its parts are summed.
CREATE VIEW session_parts AS
SELECT id, merchant_id, created_at, placed_at, session_state, payment_state, idle_at, returned,
  version > CASE session_state WHEN 'ABANDONED' THEN 2 ELSE 1 END AS begun,
  CASE WHEN coalesce(placed_at, idle_at, returned) IS NULL AND session_state <> 'COMPLETED' THEN ''
    ELSE iif(json_valid(doc), coalesce(doc ->> '$.currencyCode', ''), '') END AS currency_code,
  CASE WHEN placed_at IS NULL AND session_state <> 'COMPLETED' THEN 0
    ELSE iif(json_valid(doc), doc ->> '$.order.cancellation' IS NULL, 1) END AS is_kept,
  CASE WHEN placed_at IS NULL AND session_state <> 'COMPLETED' THEN 0
    ELSE iif(json_valid(doc), doc ->> '$.priced.totals.totalPayable', 0) END AS payable,
  CASE WHEN session_state <> 'COMPLETED' THEN 0
    ELSE iif(json_valid(doc), doc -> '$.priced.coupons[0]' IS NOT NULL, 0) END AS with_coupon,
  CASE WHEN session_state <> 'COMPLETED' THEN 0
    ELSE iif(json_valid(doc), doc ->> '$.priced.totals.couponDiscount', 0) END AS coupon_discount
FROM sessions WHERE livemode = 1;

-- What each live session adds to session_sums: to the quarter in which it was opened, and to that in
-- which its order was placed.
CREATE VIEW session_shares AS
SELECT id, merchant_id, created_at - created_at % 900000 AS quarter, session_state, payment_state,
  currency_code, 1 AS count, begun, idle_at IS NOT NULL AS idle, returned IS 'RESUMED' AS resumed,
  returned IS 'REOPENED' AS reopened,
  session_state = 'COMPLETED' AND is_kept AS orders,
  iif(session_state = 'COMPLETED' AND is_kept, payable, 0) AS payable,
  is_kept AND with_coupon AS with_coupon, iif(is_kept, coupon_discount, 0) AS coupon_discount,
  returned IS NOT NULL AND session_state = 'COMPLETED' AND is_kept AS recovered,
  iif(returned IS NOT NULL AND session_state = 'COMPLETED' AND is_kept, payable, 0)
    AS recovered_payable,
  0 AS placed, 0 AS placed_payable
FROM session_parts
UNION ALL
SELECT id, merchant_id, placed_at - placed_at % 900000, session_state, payment_state, currency_code,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, payable
FROM session_parts WHERE placed_at IS NOT NULL AND is_kept;

-- What is inserted here is added to session_sums; sums of no session go. PostgreSQL has a table.
CREATE VIEW session_sum_deltas AS SELECT * FROM session_sums WHERE false;

CREATE TRIGGER session_sum_deltas_insert INSTEAD OF INSERT ON session_sum_deltas
BEGIN
  INSERT INTO session_sums
  VALUES (NEW.merchant_id, NEW.quarter, NEW.session_state, NEW.payment_state, NEW.currency_code,
    NEW.count, NEW.begun, NEW.idle, NEW.resumed, NEW.reopened, NEW.orders, NEW.payable,
    NEW.with_coupon, NEW.coupon_discount, NEW.recovered, NEW.recovered_payable, NEW.placed,
    NEW.placed_payable)
  ON CONFLICT DO UPDATE SET
    count = count + excluded.count, begun = begun + excluded.begun, idle = idle + excluded.idle,
    resumed = resumed + excluded.resumed, reopened = reopened + excluded.reopened,
    orders = orders + excluded.orders, payable = payable + excluded.payable,
    with_coupon = with_coupon + excluded.with_coupon,
    coupon_discount = coupon_discount + excluded.coupon_discount,
    recovered = recovered + excluded.recovered,
    recovered_payable = recovered_payable + excluded.recovered_payable,
    placed = placed + excluded.placed, placed_payable = placed_payable + excluded.placed_payable;
  DELETE FROM session_sums
  WHERE NEW.count + NEW.placed <= 0 AND merchant_id = NEW.merchant_id AND quarter = NEW.quarter
    AND session_state = NEW.session_state AND payment_state = NEW.payment_state
    AND currency_code = NEW.currency_code AND count = 0 AND placed = 0;
END;

-- Purged sessions stay counted.
INSERT INTO session_sum_deltas
SELECT merchant_id, opened_at, session_state, payment_state, currency_code, count, begun, idle,
  resumed, reopened, 0, 0, 0, 0, 0, 0, 0, 0
FROM purged_sessions;

CREATE TRIGGER session_sums_insert AFTER INSERT ON sessions
WHEN NEW.livemode = 1 AND NEW.id <= (SELECT summed_to FROM session_sums_progress)
BEGIN
  INSERT INTO session_sum_deltas
  SELECT merchant_id, quarter, session_state, payment_state, currency_code, count, begun, idle,
    resumed, reopened, orders, payable, with_coupon, coupon_discount, recovered,
    recovered_payable, placed, placed_payable
  FROM session_shares WHERE id = NEW.id;
END;

-- Whether a session has a step is known from its version, up to the third one; the rest of a document
-- matters only once it is an order's.
CREATE TRIGGER session_sums_leave BEFORE UPDATE OF version ON sessions
WHEN NEW.livemode = 1 AND OLD.id <= (SELECT summed_to FROM session_sums_progress)
  AND (OLD.session_state <> NEW.session_state OR OLD.payment_state <> NEW.payment_state
    OR (OLD.version > 1) <> (NEW.version > 1) OR (OLD.version > 2) <> (NEW.version > 2)
    OR NEW.session_state = 'COMPLETED' OR coalesce(OLD.placed_at, NEW.placed_at) IS NOT NULL
    OR OLD.idle_at IS NOT NEW.idle_at OR OLD.returned IS NOT NEW.returned)
BEGIN
  INSERT INTO session_sum_deltas
  SELECT merchant_id, quarter, session_state, payment_state, currency_code, -count, -begun, -idle,
    -resumed, -reopened, -orders, -payable, -with_coupon, -coupon_discount, -recovered,
    -recovered_payable, -placed, -placed_payable
  FROM session_shares WHERE id = OLD.id;
END;

CREATE TRIGGER session_sums_enter AFTER UPDATE OF version ON sessions
WHEN NEW.livemode = 1 AND NEW.id <= (SELECT summed_to FROM session_sums_progress)
  AND (OLD.session_state <> NEW.session_state OR OLD.payment_state <> NEW.payment_state
    OR (OLD.version > 1) <> (NEW.version > 1) OR (OLD.version > 2) <> (NEW.version > 2)
    OR NEW.session_state = 'COMPLETED' OR coalesce(OLD.placed_at, NEW.placed_at) IS NOT NULL
    OR OLD.idle_at IS NOT NEW.idle_at OR OLD.returned IS NOT NEW.returned)
BEGIN
  INSERT INTO session_sum_deltas
  SELECT merchant_id, quarter, session_state, payment_state, currency_code, count, begun, idle,
    resumed, reopened, orders, payable, with_coupon, coupon_discount, recovered,
    recovered_payable, placed, placed_payable
  FROM session_shares WHERE id = NEW.id;
END;

-- A purged session moves to purged_sessions in its commit, and stays in the sums by the next two.
CREATE TRIGGER session_sums_delete BEFORE DELETE ON sessions
WHEN OLD.livemode = 1 AND OLD.id <= (SELECT summed_to FROM session_sums_progress)
BEGIN
  INSERT INTO session_sum_deltas
  SELECT merchant_id, quarter, session_state, payment_state, currency_code, -count, -begun, -idle,
    -resumed, -reopened, -orders, -payable, -with_coupon, -coupon_discount, -recovered,
    -recovered_payable, -placed, -placed_payable
  FROM session_shares WHERE id = OLD.id;
END;

CREATE TRIGGER session_sums_purged_insert AFTER INSERT ON purged_sessions
BEGIN
  INSERT INTO session_sum_deltas
  VALUES (NEW.merchant_id, NEW.opened_at, NEW.session_state, NEW.payment_state, NEW.currency_code,
    NEW.count, NEW.begun, NEW.idle, NEW.resumed, NEW.reopened, 0, 0, 0, 0, 0, 0, 0, 0);
END;

CREATE TRIGGER session_sums_purged_update AFTER UPDATE ON purged_sessions
BEGIN
  INSERT INTO session_sum_deltas
  VALUES (NEW.merchant_id, NEW.opened_at, NEW.session_state, NEW.payment_state, NEW.currency_code,
    NEW.count - OLD.count, NEW.begun - OLD.begun, NEW.idle - OLD.idle, NEW.resumed - OLD.resumed,
    NEW.reopened - OLD.reopened, 0, 0, 0, 0, 0, 0, 0, 0);
END;
