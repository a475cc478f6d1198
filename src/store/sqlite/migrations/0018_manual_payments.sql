-- Manual payments hold stock, coupon uses and coins for days, until a time of their own.

ALTER TABLE sessions ADD COLUMN
  -- Time until which a manual payment is awaited that holds something; null for none. held_since is
  -- null then. Only ever a copy of what doc says. The session does not expire before.
  due_at INTEGER;

-- Finds what is to be released, longest due first. Other sessions pay nothing.
CREATE INDEX sessions_due ON sessions (due_at) WHERE due_at IS NOT NULL;
