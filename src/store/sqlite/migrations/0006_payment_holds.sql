-- Payments under way hold stock, coupon uses and coins for a limited time.

ALTER TABLE sessions ADD COLUMN
  -- Start of the pending payment that holds stock, coupons or coins; null for none. A copy of doc,
  -- read by its index alone.
  held_since INTEGER;

UPDATE sessions SET held_since = doc ->> '$.payment.startedAt'
WHERE session_state = 'IN_PROGRESS' AND payment_state = 'PENDING' AND json_valid(doc);

-- Finds payments to release, longest held first. Other sessions are not in it.
CREATE INDEX sessions_held ON sessions (held_since) WHERE held_since IS NOT NULL;
