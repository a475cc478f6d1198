-- One-time codes are kept as HMACs under the secret code. Programs of the version before cannot check
-- such a code: the secret is made once none of them runs, and they refuse the database from then on.
CREATE FUNCTION checkoutd_require_code_secret() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE schema_migrations SET oldest = 17 WHERE version = 17 AND oldest < 17;
  RETURN NULL;
END $$;

CREATE TRIGGER secrets_require_code AFTER INSERT ON secrets
  FOR EACH ROW WHEN (NEW.name = 'code') EXECUTE FUNCTION checkoutd_require_code_secret();
