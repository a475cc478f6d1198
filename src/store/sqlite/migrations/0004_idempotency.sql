-- Recorded answers belong to a merchant and a mode, a method and a path. What was recorded before
-- does not say its path and is dropped.

DROP TABLE idempotency_records;

CREATE TABLE idempotency_records (
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- Whether the API key was a live one, as opposed to a test key.
  livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
  -- HTTP method of the request.
  method TEXT NOT NULL,
  -- Path of the request as it was sent.
  path TEXT NOT NULL,
  -- The key as the caller named it.
  key TEXT NOT NULL,
  -- SHA-256 of the request's body as canonical JSON, lower-case hexadecimal.
  fingerprint TEXT NOT NULL,
  -- When the answer was recorded.
  at INTEGER NOT NULL,
  -- HTTP status of the answer.
  status INTEGER NOT NULL,
  -- The header Location of the answer; null when it had none.
  location TEXT,
  -- The session that the answer shows or created; null for a refusal that changed nothing.
  session_id TEXT,
  -- UUID of the session or payment that the request began; null when it began neither.
  begun_id TEXT,
  -- Body of the answer, UTF-8, compressed (raw DEFLATE).
  body BLOB NOT NULL,
  PRIMARY KEY (merchant_id, livemode, method, path, key)
) STRICT;

CREATE INDEX idempotency_records_by_age ON idempotency_records (at);
