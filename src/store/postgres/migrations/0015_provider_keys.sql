-- Keys of accounts at providers.

ALTER TABLE payment_providers ADD COLUMN
  -- The provider's own id of the account; null if it tells none, and for the demo provider.
  account text COLLATE "C";

ALTER TABLE payment_providers ADD COLUMN
  -- The secret key, and on a second line the secret that signs hooks, if any. Sealed or plain.
  -- Null for the demo provider, and once the key of an account out of use is deleted.
  secret text COLLATE "C";

CREATE TRIGGER payment_providers_sealed BEFORE INSERT OR UPDATE OF secret ON payment_providers
  FOR EACH ROW WHEN (NEW.secret IS NOT NULL) EXECUTE FUNCTION checkoutd_require_sealed();

-- Programs of the version before know the demo provider alone: they refuse the database once there
-- is another one.
CREATE FUNCTION checkoutd_require_providers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE schema_migrations SET oldest = 15 WHERE version = 15 AND oldest < 15;
  RETURN NULL;
END $$;

CREATE TRIGGER payment_providers_require AFTER INSERT ON payment_providers
  FOR EACH ROW WHEN (NEW.kind <> 'demo') EXECUTE FUNCTION checkoutd_require_providers();
