-- Manual payments hold stock, coupon uses and coins for days, until a time of their own.

ALTER TABLE sessions ADD COLUMN
  -- Time until which a manual payment is awaited that holds stock, coupons or coins; null for none.
  -- held_since is null then. A copy of doc. The session does not expire before.
  due_at INTEGER;

-- Finds manual payments to release, longest due first. Other sessions are not in it.
CREATE INDEX sessions_due ON sessions (due_at) WHERE due_at IS NOT NULL;
