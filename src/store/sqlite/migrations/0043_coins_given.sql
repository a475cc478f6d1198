-- Finds the coins that a shop gave in a day: those of orders have a session.
CREATE INDEX coin_movements_given ON coin_movements (moved_at)
  WHERE from_account = 'ISSUED' AND session_id IS NULL;
