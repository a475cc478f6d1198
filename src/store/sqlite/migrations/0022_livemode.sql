-- Test data beside the live data of a shop. All that is stored so far is live.

ALTER TABLE api_keys ADD COLUMN
  -- 0 for a key of test data, which reaches nothing else; 1 for a live one.
  livemode INTEGER NOT NULL DEFAULT 1 CHECK (livemode IN (0, 1));

ALTER TABLE webhook_endpoints ADD COLUMN
  -- 0 for a receiver of the events of test sessions, 1 for one of live sessions. Channels are live.
  livemode INTEGER NOT NULL DEFAULT 1 CHECK (livemode IN (0, 1));

ALTER TABLE sessions ADD COLUMN
  -- 0 for a test, which changes no stock, coupon, customer or count; 1 for a live session.
  livemode INTEGER NOT NULL DEFAULT 1 CHECK (livemode IN (0, 1));

ALTER TABLE unexpected_payments ADD COLUMN
  -- 0 for a result that a test key reported, 1 for a live one.
  livemode INTEGER NOT NULL DEFAULT 1 CHECK (livemode IN (0, 1));

-- Counts are of live sessions.
DROP TRIGGER session_counts_insert;
DROP TRIGGER session_counts_update;
DROP TRIGGER session_counts_delete;

CREATE TRIGGER session_counts_insert AFTER INSERT ON sessions
WHEN NEW.livemode = 1
BEGIN
  INSERT INTO session_counts (merchant_id, session_state, payment_state, count)
  VALUES (NEW.merchant_id, NEW.session_state, NEW.payment_state, 1)
  ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER session_counts_update AFTER UPDATE OF session_state, payment_state ON sessions
WHEN NEW.livemode = 1
  AND (OLD.session_state <> NEW.session_state OR OLD.payment_state <> NEW.payment_state)
BEGIN
  UPDATE session_counts SET count = count - 1
  WHERE merchant_id = OLD.merchant_id
    AND session_state = OLD.session_state AND payment_state = OLD.payment_state;
  INSERT INTO session_counts (merchant_id, session_state, payment_state, count)
  VALUES (NEW.merchant_id, NEW.session_state, NEW.payment_state, 1)
  ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER session_counts_delete AFTER DELETE ON sessions
WHEN OLD.livemode = 1
BEGIN
  UPDATE session_counts SET count = count - 1
  WHERE merchant_id = OLD.merchant_id
    AND session_state = OLD.session_state AND payment_state = OLD.payment_state;
END;

-- Lists and statistics read one mode.
DROP INDEX sessions_by_merchant;
DROP INDEX sessions_placed;

-- A shop's orders by the time they were placed, with what statistics sum. Sessions without an order
-- are not in it.
CREATE INDEX sessions_placed ON sessions (merchant_id, livemode, placed_at, id)
  WHERE placed_at IS NOT NULL;

-- Lists a shop's sessions by age, with the states that lists filter by; statistics count them and
-- see by the version which ones have begun.
CREATE INDEX sessions_by_merchant
  ON sessions (merchant_id, livemode, created_at, id, session_state, payment_state);

-- A reference of a test blocks no live one. The primary key changes, so the table is made again.
ALTER TABLE payment_references RENAME TO live_references;

CREATE TABLE payment_references (
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- 0 for a payment of a test session, 1 for a live one.
  livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
  -- The payment provider's reference of a payment that was paid.
  reference TEXT NOT NULL,
  -- The session that it paid; no reference, because it stays taken for longer than sessions are kept.
  session_id TEXT NOT NULL,
  -- The payment.
  payment_id TEXT NOT NULL,
  PRIMARY KEY (merchant_id, livemode, reference)
) STRICT, WITHOUT ROWID;

INSERT INTO payment_references (merchant_id, livemode, reference, session_id, payment_id)
SELECT merchant_id, 1, reference, session_id, payment_id FROM live_references;

DROP TABLE live_references;

DROP INDEX unexpected_payments_once;
DROP INDEX unexpected_payments_open;

-- The same result again is the same record.
CREATE UNIQUE INDEX unexpected_payments_once ON unexpected_payments
  (merchant_id, livemode, session_id, payment_id, reference, amount, currency_code);

-- Counts open records, and finds the oldest.
CREATE INDEX unexpected_payments_open ON unexpected_payments (livemode, at)
  WHERE resolved_at IS NULL;
