-- Statistics are read from indexes alone: a shop's sessions of months are summed in milliseconds.

DROP INDEX sessions_by_merchant;
DROP INDEX sessions_placed;
DROP INDEX sessions_recovery;

-- Lists a shop's sessions by age, with the states that lists filter by; statistics count them and
-- see by the version which ones have begun.
CREATE INDEX sessions_by_merchant
  ON sessions (merchant_id, livemode, created_at, id, session_state, payment_state, version);

-- A shop's orders by the time they were placed, with what statistics sum. Sessions without an order
-- are not in it.
CREATE INDEX sessions_placed ON sessions (
  merchant_id, livemode, placed_at, id,
  iif(json_valid(doc), doc ->> '$.currencyCode', NULL),
  iif(json_valid(doc), doc ->> '$.priced.totals.totalPayable', NULL),
  iif(json_valid(doc), doc ->> '$.order.cancellation' IS NULL, NULL)
) WHERE placed_at IS NOT NULL;

-- Sums a shop's completed sessions by the time they were created.
CREATE INDEX sessions_completed ON sessions (
  merchant_id, livemode, created_at, session_state,
  iif(json_valid(doc), doc ->> '$.currencyCode', NULL),
  iif(json_valid(doc), doc ->> '$.priced.totals.totalPayable', NULL),
  iif(json_valid(doc), doc -> '$.priced.coupons[0]' IS NOT NULL, NULL),
  iif(json_valid(doc), doc ->> '$.priced.totals.couponDiscount', NULL),
  iif(json_valid(doc), doc ->> '$.order.cancellation' IS NULL, NULL)
) WHERE session_state = 'COMPLETED';

-- Counts reported sessions and returns, and sums their orders.
CREATE INDEX sessions_recovery ON sessions (
  merchant_id, created_at, idle_at, returned, session_state,
  iif(json_valid(doc), doc ->> '$.currencyCode', NULL),
  iif(json_valid(doc), doc ->> '$.priced.totals.totalPayable', NULL),
  iif(json_valid(doc), doc ->> '$.order.cancellation' IS NULL, NULL)
) WHERE idle_at IS NOT NULL OR returned IS NOT NULL;

-- Counts the deliveries that were given up lately. Other deliveries are not in it.
CREATE INDEX deliveries_failed ON deliveries (endpoint_id, updated_at) WHERE state = 'FAILED';
