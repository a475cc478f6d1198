-- Secrets are sealed by a key outside of the database. A program with the key does it, not this
-- script; until then they are plain text.

CREATE TABLE secret_keys (
  -- The key's fingerprint: the first half of 32 hexadecimal digits of a SHA-256. The key itself is
  -- not stored. The database takes no secret of another key, and no plain one, once it has a row.
  fingerprint text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(fingerprint) = 16),
  -- When it was recorded.
  created_at bigint NOT NULL,
  -- When the tables that plain text had been in were written anew; null until then.
  cleaned_at bigint
);

-- A sealed secret is longer.
ALTER TABLE secrets DROP CONSTRAINT secrets_value_check;

CREATE FUNCTION checkoutd_require_sealed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  secret text := CASE TG_TABLE_NAME WHEN 'secrets' THEN to_jsonb(NEW) ->> 'value'
    ELSE to_jsonb(NEW) ->> 'secret' END;
BEGIN
  IF EXISTS (SELECT 1 FROM secret_keys) AND NOT EXISTS (
    SELECT 1 FROM secret_keys WHERE strpos(secret, 'sealed:' || fingerprint || ':') > 0
  ) THEN
    RAISE EXCEPTION USING ERRCODE = '23514',
      MESSAGE = 'the secret is not sealed by a key of the database';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER secrets_sealed BEFORE INSERT OR UPDATE OF value ON secrets
  FOR EACH ROW EXECUTE FUNCTION checkoutd_require_sealed();

CREATE TRIGGER webhook_endpoints_sealed BEFORE INSERT OR UPDATE OF secret ON webhook_endpoints
  FOR EACH ROW EXECUTE FUNCTION checkoutd_require_sealed();

-- Programs of the version before cannot read a sealed secret: they refuse the database from then on.
CREATE FUNCTION checkoutd_require_sealing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE schema_migrations SET oldest = 14 WHERE version = 14 AND oldest < 14;
  RETURN NULL;
END $$;

CREATE TRIGGER secret_keys_require AFTER INSERT ON secret_keys
  FOR EACH STATEMENT EXECUTE FUNCTION checkoutd_require_sealing();
