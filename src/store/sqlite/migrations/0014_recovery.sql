-- Sessions that their customers left alone, and their return by a link.

ALTER TABLE sessions ADD COLUMN
  -- 1 while inactivity is to be reported: open, with a phone number or an e-mail, no pending
  -- payment, not reported yet; else null. A copy of doc, read by its index alone. Sessions from
  -- before this column get it with their next change.
  awaits_idle INTEGER;

ALTER TABLE sessions ADD COLUMN
  -- Time of the event session.idle; null without one. A copy of doc.
  idle_at INTEGER;

ALTER TABLE sessions ADD COLUMN
  -- How the customer came back by a link: RESUMED, or REOPENED for a session made from the cart of
  -- another one; null without a return. A copy of doc.
  returned TEXT;

-- Finds a shop's sessions whose inactivity is to be reported, longest idle first.
CREATE INDEX sessions_awaiting_idle ON sessions (merchant_id, last_active_at, id)
  WHERE awaits_idle = 1;

-- Counts reported sessions and returns, and sums their orders.
CREATE INDEX sessions_recovery ON sessions (merchant_id, created_at)
  WHERE idle_at IS NOT NULL OR returned IS NOT NULL;

CREATE TABLE secrets (
  -- Its use: recovery.
  name TEXT NOT NULL PRIMARY KEY,
  -- 32 random bytes as base64url, made once. recovery signs the links that show a customer's cart
  -- and open it again: reading it allows to make such links for every session whose id is known,
  -- and nothing else. It must not be logged or shown.
  value TEXT NOT NULL CHECK (length(value) = 43),
  -- When it was made.
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
