-- Number of a shop's sessions in each pair of states, kept by the triggers of sessions. Without it
-- a scrape of metrics would walk all sessions.
CREATE TABLE session_counts (
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- State of their checkouts.
  session_state TEXT NOT NULL,
  -- State of their payments.
  payment_state TEXT NOT NULL,
  -- Number of sessions; rows that fell to 0 stay.
  count INTEGER NOT NULL CHECK (count >= 0),
  PRIMARY KEY (merchant_id, session_state, payment_state)
) STRICT, WITHOUT ROWID;

INSERT INTO session_counts (merchant_id, session_state, payment_state, count)
SELECT merchant_id, session_state, payment_state, count(*) FROM sessions
GROUP BY merchant_id, session_state, payment_state;

CREATE TRIGGER session_counts_insert AFTER INSERT ON sessions
BEGIN
  INSERT INTO session_counts (merchant_id, session_state, payment_state, count)
  VALUES (NEW.merchant_id, NEW.session_state, NEW.payment_state, 1)
  ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER session_counts_update AFTER UPDATE OF session_state, payment_state ON sessions
WHEN OLD.session_state <> NEW.session_state OR OLD.payment_state <> NEW.payment_state
BEGIN
  UPDATE session_counts SET count = count - 1
  WHERE merchant_id = OLD.merchant_id
    AND session_state = OLD.session_state AND payment_state = OLD.payment_state;
  INSERT INTO session_counts (merchant_id, session_state, payment_state, count)
  VALUES (NEW.merchant_id, NEW.session_state, NEW.payment_state, 1)
  ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER session_counts_delete AFTER DELETE ON sessions
BEGIN
  UPDATE session_counts SET count = count - 1
  WHERE merchant_id = OLD.merchant_id
    AND session_state = OLD.session_state AND payment_state = OLD.payment_state;
END;
