-- Secrets are sealed by a key outside of the database. A program with the key does it, not this
-- script; until then they are plain text.

CREATE TABLE secret_keys (
  -- The key's fingerprint: the first half of 32 hexadecimal digits of a SHA-256. The key itself is
  -- not stored. The database takes no secret of another key, and no plain one, once it has a row.
  fingerprint TEXT NOT NULL PRIMARY KEY CHECK (length(fingerprint) = 16),
  -- When it was recorded.
  created_at INTEGER NOT NULL,
  -- When the places in the file that plain text had been in were overwritten; null until then.
  cleaned_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE moved_secrets (name TEXT, value TEXT, created_at INTEGER) STRICT;

INSERT INTO moved_secrets SELECT name, value, created_at FROM secrets;

DROP TABLE secrets;

CREATE TABLE secrets (
  -- Its use: recovery.
  name TEXT NOT NULL PRIMARY KEY,
  -- 32 random bytes as base64url, made once, sealed or plain. recovery signs the links that show a
  -- customer's cart and open it again: reading it allows to make such links for every session whose
  -- id is known, and nothing else. It must not be logged or shown.
  value TEXT NOT NULL,
  -- When it was made.
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO secrets SELECT name, value, created_at FROM moved_secrets;

DROP TABLE moved_secrets;

CREATE TRIGGER secrets_sealed_insert BEFORE INSERT ON secrets
WHEN EXISTS (SELECT 1 FROM secret_keys) AND NOT EXISTS (
  SELECT 1 FROM secret_keys WHERE instr(NEW.value, 'sealed:' || fingerprint || ':') > 0)
BEGIN
  SELECT RAISE(ABORT, 'the secret is not sealed by a key of the database');
END;

CREATE TRIGGER secrets_sealed_update BEFORE UPDATE OF value ON secrets
WHEN EXISTS (SELECT 1 FROM secret_keys) AND NOT EXISTS (
  SELECT 1 FROM secret_keys WHERE instr(NEW.value, 'sealed:' || fingerprint || ':') > 0)
BEGIN
  SELECT RAISE(ABORT, 'the secret is not sealed by a key of the database');
END;

CREATE TRIGGER webhook_endpoints_sealed_insert BEFORE INSERT ON webhook_endpoints
WHEN EXISTS (SELECT 1 FROM secret_keys) AND NOT EXISTS (
  SELECT 1 FROM secret_keys WHERE instr(NEW.secret, 'sealed:' || fingerprint || ':') > 0)
BEGIN
  SELECT RAISE(ABORT, 'the secret is not sealed by a key of the database');
END;

CREATE TRIGGER webhook_endpoints_sealed_update BEFORE UPDATE OF secret ON webhook_endpoints
WHEN EXISTS (SELECT 1 FROM secret_keys) AND NOT EXISTS (
  SELECT 1 FROM secret_keys WHERE instr(NEW.secret, 'sealed:' || fingerprint || ':') > 0)
BEGIN
  SELECT RAISE(ABORT, 'the secret is not sealed by a key of the database');
END;
