-- Statistics know what went back of the money of orders, and the fees of their payments.

ALTER TABLE sessions ADD COLUMN
  -- Fee that the provider keeps of the payment, in the minor unit; null if it is not known.
  payment_fee INTEGER;

-- Sums of money by quarters of an hour, kept by triggers, without cancelled orders.
CREATE TABLE money_sums (
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id) ON DELETE CASCADE,
  -- Start of the quarter of an hour (UTC) in which the refund or the dispute was made, or the order
  -- was placed.
  quarter INTEGER NOT NULL,
  -- ISO 4217.
  currency_code TEXT NOT NULL,
  -- Refunds that were made in the quarter and have not failed.
  refunds INTEGER NOT NULL,
  -- Minor units of them.
  refunded INTEGER NOT NULL,
  -- Disputes that were made in the quarter and are lost by now.
  losses INTEGER NOT NULL,
  -- Minor units of them.
  lost INTEGER NOT NULL,
  -- Orders that were placed in the quarter and whose fee is known.
  charged INTEGER NOT NULL,
  -- Minor units of these fees.
  fees INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, quarter, currency_code)
) STRICT, WITHOUT ROWID;

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
WHERE d.status = 'LOST' AND s.placed_at IS NOT NULL AND s.is_kept
UNION ALL
SELECT s.id, NULL, NULL, s.merchant_id, s.placed_at, s.currency_code, 0, 0, 0, 0, 1, f.payment_fee
FROM sessions AS f JOIN session_parts AS s ON s.id = f.id
WHERE f.payment_fee IS NOT NULL AND s.placed_at IS NOT NULL AND s.is_kept;

-- Shares that are inserted here are added to money_sums, or taken away with the sign -1.
CREATE VIEW money_changes AS SELECT 1 AS sign, * FROM money_shares WHERE false;

CREATE TRIGGER money_changes_insert INSTEAD OF INSERT ON money_changes
BEGIN
  INSERT INTO money_sums
  VALUES (NEW.merchant_id, NEW.at - NEW.at % 900000, NEW.currency_code, NEW.sign * NEW.refunds,
    NEW.sign * NEW.refunded, NEW.sign * NEW.losses, NEW.sign * NEW.lost, NEW.sign * NEW.charged,
    NEW.sign * NEW.fees)
  ON CONFLICT DO UPDATE SET
    refunds = refunds + excluded.refunds, refunded = refunded + excluded.refunded,
    losses = losses + excluded.losses, lost = lost + excluded.lost,
    charged = charged + excluded.charged, fees = fees + excluded.fees;
  DELETE FROM money_sums
  WHERE merchant_id = NEW.merchant_id AND quarter = NEW.at - NEW.at % 900000
    AND currency_code = NEW.currency_code AND refunds = 0 AND losses = 0 AND charged = 0;
END;

-- No fee is known yet.
INSERT INTO money_changes
SELECT 1, * FROM money_shares WHERE refund_id IS NOT NULL OR dispute IS NOT NULL;

CREATE TRIGGER money_sums_insert AFTER INSERT ON sessions WHEN NEW.placed_at IS NOT NULL
BEGIN
  INSERT INTO money_changes SELECT 1, * FROM money_shares WHERE session_id = NEW.id;
END;

CREATE TRIGGER money_sums_leave BEFORE UPDATE OF version ON sessions WHEN OLD.placed_at IS NOT NULL
BEGIN
  INSERT INTO money_changes SELECT -1, * FROM money_shares WHERE session_id = OLD.id;
END;

CREATE TRIGGER money_sums_enter AFTER UPDATE OF version ON sessions WHEN NEW.placed_at IS NOT NULL
BEGIN
  INSERT INTO money_changes SELECT 1, * FROM money_shares WHERE session_id = NEW.id;
END;

CREATE TRIGGER money_sums_delete BEFORE DELETE ON sessions WHEN OLD.placed_at IS NOT NULL
BEGIN
  INSERT INTO money_changes SELECT -1, * FROM money_shares WHERE session_id = OLD.id;
END;

CREATE TRIGGER money_sums_refund_insert AFTER INSERT ON refunds
BEGIN
  INSERT INTO money_changes
  SELECT 1, * FROM money_shares WHERE session_id = NEW.session_id AND refund_id = NEW.id;
END;

CREATE TRIGGER money_sums_refund_leave BEFORE UPDATE OF state ON refunds
BEGIN
  INSERT INTO money_changes
  SELECT -1, * FROM money_shares WHERE session_id = OLD.session_id AND refund_id = OLD.id;
END;

CREATE TRIGGER money_sums_refund_enter AFTER UPDATE OF state ON refunds
BEGIN
  INSERT INTO money_changes
  SELECT 1, * FROM money_shares WHERE session_id = NEW.session_id AND refund_id = NEW.id;
END;

CREATE TRIGGER money_sums_refund_delete BEFORE DELETE ON refunds
BEGIN
  INSERT INTO money_changes
  SELECT -1, * FROM money_shares WHERE session_id = OLD.session_id AND refund_id = OLD.id;
END;

CREATE TRIGGER money_sums_dispute_insert AFTER INSERT ON disputes
BEGIN
  INSERT INTO money_changes
  SELECT 1, * FROM money_shares WHERE session_id = NEW.session_id AND dispute = NEW.reference;
END;

CREATE TRIGGER money_sums_dispute_leave BEFORE UPDATE OF status ON disputes
BEGIN
  INSERT INTO money_changes
  SELECT -1, * FROM money_shares WHERE session_id = OLD.session_id AND dispute = OLD.reference;
END;

CREATE TRIGGER money_sums_dispute_enter AFTER UPDATE OF status ON disputes
BEGIN
  INSERT INTO money_changes
  SELECT 1, * FROM money_shares WHERE session_id = NEW.session_id AND dispute = NEW.reference;
END;

CREATE TRIGGER money_sums_dispute_delete BEFORE DELETE ON disputes
BEGIN
  INSERT INTO money_changes
  SELECT -1, * FROM money_shares WHERE session_id = OLD.session_id AND dispute = OLD.reference;
END;
