-- Keys that may be used from some addresses only, and from where a key was used last.

ALTER TABLE api_keys ADD COLUMN
  -- JSON array of ranges of addresses in CIDR notation; empty for any address.
  allowed_from text COLLATE "C" NOT NULL DEFAULT '[]';

ALTER TABLE api_keys ADD COLUMN
  -- Address of the client that used the key last; null if it is not known.
  last_used_from text COLLATE "C";

-- Programs of the version before would take such a key from any address: they refuse the database
-- once there is one.
CREATE FUNCTION checkoutd_require_key_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE schema_migrations SET oldest = 23 WHERE version = 23 AND oldest < 23;
  RETURN NULL;
END $$;

CREATE TRIGGER api_keys_require_addresses AFTER INSERT OR UPDATE OF allowed_from ON api_keys
  FOR EACH ROW WHEN (NEW.allowed_from <> '[]') EXECUTE FUNCTION checkoutd_require_key_addresses();
