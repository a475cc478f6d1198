-- Payments under way hold stock, coupon uses and coins for a limited time.

ALTER TABLE sessions ADD COLUMN
  -- Start of the payment that holds something and whose result is awaited; null for none. Only ever
  -- a copy of what doc says, and read by its index alone.
  held_since INTEGER;

UPDATE sessions SET held_since = doc ->> '$.payment.startedAt'
WHERE session_state = 'IN_PROGRESS' AND payment_state = 'PENDING' AND json_valid(doc);

-- Finds what is to be released, longest held first. Sessions that are not being paid pay nothing.
CREATE INDEX sessions_held ON sessions (held_since) WHERE held_since IS NOT NULL;
