-- Payments: which of a provider's references are taken, and results that no order is for.

CREATE TABLE payment_references (
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- The payment provider's reference of a payment that was paid.
  reference TEXT NOT NULL,
  -- The session that it paid; no reference, because it stays taken for longer than sessions are kept.
  session_id TEXT NOT NULL,
  -- The payment.
  payment_id TEXT NOT NULL,
  PRIMARY KEY (merchant_id, reference)
) STRICT, WITHOUT ROWID;

-- Of several sessions that were paid with one reference the oldest has it. A document that does not
-- parse is left to whoever reads it.
INSERT OR IGNORE INTO payment_references (merchant_id, reference, session_id, payment_id)
SELECT merchant_id, doc ->> '$.payment.reference', id, doc ->> '$.payment.id' FROM sessions
WHERE payment_state = 'PAID' AND iif(json_valid(doc), doc ->> '$.payment.reference', NULL) IS NOT NULL
ORDER BY created_at, rowid;

CREATE TABLE unexpected_payments (
  -- UUID of the record.
  id TEXT NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- The session that was named; no reference, because the record outlives sessions.
  session_id TEXT NOT NULL,
  -- The payment that was named; the session may not have it.
  payment_id TEXT NOT NULL,
  -- The payment provider's reference.
  reference TEXT NOT NULL,
  -- Decimal text in the major unit; empty where no amount was reported.
  amount TEXT NOT NULL,
  -- The currency that was reported, else the shop's.
  currency_code TEXT NOT NULL,
  -- Error code that the result was refused with; checked when it is read, because there will be more.
  reason TEXT NOT NULL,
  -- The message of that refusal.
  message TEXT NOT NULL,
  -- When the result was first reported.
  at INTEGER NOT NULL,
  -- When the operator resolved it; null while it is open.
  resolved_at INTEGER,
  -- What the operator did about it; null while it is open.
  note TEXT
) STRICT;

-- The same result again is the same record.
CREATE UNIQUE INDEX unexpected_payments_once ON unexpected_payments
  (merchant_id, session_id, payment_id, reference, amount, currency_code);

-- Lists a shop's records by age.
CREATE INDEX unexpected_payments_by_merchant ON unexpected_payments (merchant_id, at);

-- Counts open records, and finds the oldest.
CREATE INDEX unexpected_payments_open ON unexpected_payments (at) WHERE resolved_at IS NULL;
