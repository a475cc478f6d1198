-- Links that open the checkout page of a session for its customer.

CREATE TABLE checkout_links (
  -- The session; a new link replaces the one before it.
  session_id TEXT NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  -- SHA-256 of the link's token, lower-case hexadecimal. The token itself is not stored.
  token_hash TEXT NOT NULL UNIQUE,
  -- When it was made; it works for a day.
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
