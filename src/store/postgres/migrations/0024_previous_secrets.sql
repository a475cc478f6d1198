-- Signing secrets of webhook endpoints that were replaced, and sign beside their successors for a while.

ALTER TABLE webhook_endpoints ADD COLUMN
  -- The secret before the current one, as it was stored; null for none.
  previous_secret text COLLATE "C";

ALTER TABLE webhook_endpoints ADD COLUMN
  -- When it ends to sign; null without one.
  previous_ends_at bigint;

-- Programs of the version before would sign with the new secret alone, and leave the other one sealed
-- by an old key: they refuse the database once there is one.
CREATE FUNCTION checkoutd_require_previous_secrets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM secret_keys) AND NOT EXISTS (
    SELECT 1 FROM secret_keys WHERE strpos(NEW.previous_secret, 'sealed:' || fingerprint || ':') > 0
  ) THEN
    RAISE EXCEPTION USING ERRCODE = '23514',
      MESSAGE = 'the secret is not sealed by a key of the database';
  END IF;
  UPDATE schema_migrations SET oldest = 24 WHERE version = 24 AND oldest < 24;
  RETURN NEW;
END $$;

CREATE TRIGGER webhook_endpoints_sealed_previous
  BEFORE INSERT OR UPDATE OF previous_secret ON webhook_endpoints
  FOR EACH ROW WHEN (NEW.previous_secret IS NOT NULL)
  EXECUTE FUNCTION checkoutd_require_previous_secrets();
