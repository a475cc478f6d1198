-- Ended sessions by the time from which their retention counts: live orders (1), whose person is to
-- be erased, apart from all others (0), which are deleted.
CREATE INDEX CONCURRENTLY sessions_retained ON sessions (
  (CASE WHEN session_state = 'COMPLETED' AND livemode = 1 THEN 1 ELSE 0 END),
  (CASE WHEN session_state = 'COMPLETED' AND livemode = 1 THEN placed_at ELSE last_active_at END)
) WHERE session_state IN ('COMPLETED', 'ABANDONED') AND erased_at IS NULL;
