-- Lists of sessions are read in pages by time and id, so both are in their indexes.

DROP INDEX sessions_by_merchant;
-- Lists a shop's sessions by age, with the states that lists filter by; statistics count them and
-- see by the version which ones have begun.
CREATE INDEX sessions_by_merchant
  ON sessions (merchant_id, created_at, id, session_state, payment_state);

DROP INDEX sessions_by_phone;
-- Lists a customer's sessions by age. Sessions without a customer are not in it.
CREATE INDEX sessions_by_phone ON sessions (customer_phone, created_at, id)
  WHERE customer_phone IS NOT NULL;
