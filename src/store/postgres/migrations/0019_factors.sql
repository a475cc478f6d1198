-- Second factors of people with access to the dashboard.

CREATE TABLE authenticators (
  -- The person. An app makes codes of the secret and the time (RFC 6238).
  person_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  -- 20 random bytes in base32, sealed or plain.
  secret text COLLATE "C" NOT NULL,
  -- Time step of the last code that was used, which no other use may have: 30 seconds each.
  last_step bigint NOT NULL,
  -- When the person set it up.
  created_at bigint NOT NULL
);

CREATE TRIGGER authenticators_sealed BEFORE INSERT OR UPDATE OF secret ON authenticators
  FOR EACH ROW EXECUTE FUNCTION checkoutd_require_sealed();

-- Codes that take the place of the app, each once; a used one is deleted.
CREATE TABLE recovery_codes (
  -- The person.
  person_id text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- SHA-256 of the person's id and the code, lower-case hexadecimal. The code itself is not stored.
  code_hash text COLLATE "C" NOT NULL,
  PRIMARY KEY (person_id, code_hash)
);

-- Sign-ins with a right password or link that wait for the second factor. They show no page.
CREATE TABLE sign_in_waits (
  -- SHA-256 of the cookie's value, lower-case hexadecimal. The value itself is not stored.
  token_hash text COLLATE "C" NOT NULL PRIMARY KEY,
  -- The person.
  person_id text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- How the sign-in began: with a password, or by a link, which a new role ends.
  method text COLLATE "C" NOT NULL CHECK (method IN ('password', 'link')),
  -- When it began; it ends after 10 minutes.
  created_at bigint NOT NULL
);

-- Finds those of a person.
CREATE INDEX sign_in_waits_by_person ON sign_in_waits (person_id);

-- Dashboards of the version before would let a person in without the factor: they refuse the
-- database once there is one. As with refunds, the functions that they write by are dropped at once.
CREATE FUNCTION checkoutd_require_factors() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  stack text;
  other text;
BEGIN
  UPDATE schema_migrations SET oldest = 19 WHERE version = 19 AND oldest < 19;
  IF FOUND THEN
    GET DIAGNOSTICS stack = PG_CONTEXT;
    FOR other IN SELECT oid::regprocedure FROM pg_proc
      WHERE pronamespace = to_regnamespace(current_schema())
        AND proname ~ '^checkoutd_write_[0-9a-f]{16}$' AND strpos(stack, proname) = 0
    LOOP
      EXECUTE 'DROP FUNCTION IF EXISTS ' || other;
    END LOOP;
  END IF;
  RETURN NULL;
EXCEPTION WHEN insufficient_privilege THEN
  -- Functions of another role stay: their programs end within a second.
  UPDATE schema_migrations SET oldest = 19 WHERE version = 19 AND oldest < 19;
  RETURN NULL;
END $$;

CREATE TRIGGER authenticators_require AFTER INSERT ON authenticators
  FOR EACH STATEMENT EXECUTE FUNCTION checkoutd_require_factors();
