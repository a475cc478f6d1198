-- Second factors of people with access to the dashboard.

CREATE TABLE authenticators (
  -- The person. An app makes codes of the secret and the time (RFC 6238).
  person_id TEXT NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  -- 20 random bytes in base32, sealed or plain.
  secret TEXT NOT NULL,
  -- Time step of the last code that was used, which no other use may have: 30 seconds each.
  last_step INTEGER NOT NULL,
  -- When the person set it up.
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER authenticators_sealed_insert BEFORE INSERT ON authenticators
WHEN EXISTS (SELECT 1 FROM secret_keys) AND NOT EXISTS (
  SELECT 1 FROM secret_keys WHERE instr(NEW.secret, 'sealed:' || fingerprint || ':') > 0)
BEGIN
  SELECT RAISE(ABORT, 'the secret is not sealed by a key of the database');
END;

CREATE TRIGGER authenticators_sealed_update BEFORE UPDATE OF secret ON authenticators
WHEN EXISTS (SELECT 1 FROM secret_keys) AND NOT EXISTS (
  SELECT 1 FROM secret_keys WHERE instr(NEW.secret, 'sealed:' || fingerprint || ':') > 0)
BEGIN
  SELECT RAISE(ABORT, 'the secret is not sealed by a key of the database');
END;

-- Codes that take the place of the app, each once; a used one is deleted.
CREATE TABLE recovery_codes (
  -- The person.
  person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- SHA-256 of the person's id and the code, lower-case hexadecimal. The code itself is not stored.
  code_hash TEXT NOT NULL,
  PRIMARY KEY (person_id, code_hash)
) STRICT, WITHOUT ROWID;

-- Sign-ins with a right password or link that wait for the second factor. They show no page.
CREATE TABLE sign_in_waits (
  -- SHA-256 of the cookie's value, lower-case hexadecimal. The value itself is not stored.
  token_hash TEXT NOT NULL PRIMARY KEY,
  -- The person.
  person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- How the sign-in began: with a password, or by a link, which a new role ends.
  method TEXT NOT NULL CHECK (method IN ('password', 'link')),
  -- When it began; it ends after 10 minutes.
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Finds those of a person.
CREATE INDEX sign_in_waits_by_person ON sign_in_waits (person_id);
