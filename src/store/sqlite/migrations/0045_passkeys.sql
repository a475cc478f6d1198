-- Passkeys of people with access to the dashboard (WebAuthn): second factors, and whole sign-ins.

CREATE TABLE passkeys (
  -- Id of the credential, as base64url.
  id TEXT NOT NULL PRIMARY KEY,
  -- The person.
  person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- Name that the person gave it.
  name TEXT NOT NULL,
  -- Host of the dashboard that it is for; a browser offers it nowhere else.
  host TEXT NOT NULL,
  -- SubjectPublicKeyInfo in DER, as base64url. It verifies signatures and is no secret.
  public_key TEXT NOT NULL,
  -- Signatures that the authenticator has counted, which a copy of it does not know; 0 if it does not
  -- count.
  counter INTEGER NOT NULL,
  -- When the person added it.
  created_at INTEGER NOT NULL,
  -- When the last challenge that it answered was made; no earlier one can be answered.
  last_used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Finds those of a person.
CREATE INDEX passkeys_by_person ON passkeys (person_id);
