-- Orders are summed by the day they were placed on, and codes counted by the day they were sent on.

ALTER TABLE sessions ADD COLUMN
  -- Time the order was placed; null without an order.
  placed_at INTEGER;

-- The document has the time, unless it is from before orders had one or is compressed.
UPDATE sessions SET placed_at = coalesce(
  CASE
    WHEN packed IS NOT NULL THEN
      (SELECT max(at) FROM events WHERE session_id = sessions.id AND type = 'session.completed')
    WHEN json_valid(doc) THEN doc ->> '$.order.placedAt'
  END,
  updated_at
) WHERE session_state = 'COMPLETED';

-- A shop's orders by the time they were placed, with what statistics sum. Sessions without an order
-- are not in it.
CREATE INDEX sessions_placed ON sessions (merchant_id, placed_at, id) WHERE placed_at IS NOT NULL;

-- Counts a shop's codes of a day.
CREATE INDEX otp_sends_by_shop ON otp_sends (merchant_id, sent_at);
