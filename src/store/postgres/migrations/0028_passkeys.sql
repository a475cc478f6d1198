-- Passkeys of people with access to the dashboard (WebAuthn): second factors, and whole sign-ins.

CREATE TABLE passkeys (
  -- Id of the credential, as base64url.
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  -- The person.
  person_id text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- Name that the person gave it.
  name text COLLATE "C" NOT NULL,
  -- Host of the dashboard that it is for; a browser offers it nowhere else.
  host text COLLATE "C" NOT NULL,
  -- SubjectPublicKeyInfo in DER, as base64url. It verifies signatures and is no secret.
  public_key text COLLATE "C" NOT NULL,
  -- Signatures that the authenticator has counted, which a copy of it does not know; 0 if it does not
  -- count.
  counter bigint NOT NULL,
  -- When the person added it.
  created_at bigint NOT NULL,
  -- When the last challenge that it answered was made; no earlier one can be answered.
  last_used_at bigint NOT NULL
);

-- Finds those of a person.
CREATE INDEX passkeys_by_person ON passkeys (person_id);

-- Dashboards of the version before would let a person in without their passkey, and no program of it
-- knows the secret of challenges, which is made before the first passkey: they refuse the database
-- once there is one.
CREATE FUNCTION checkoutd_require_passkeys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE schema_migrations SET oldest = 28 WHERE version = 28 AND oldest < 28;
  RETURN NULL;
END $$;

CREATE TRIGGER secrets_require_passkeys AFTER INSERT ON secrets
  FOR EACH ROW WHEN (NEW.name = 'passkey') EXECUTE FUNCTION checkoutd_require_passkeys();
