-- Keys of accounts at providers.

ALTER TABLE payment_providers ADD COLUMN
  -- The provider's own id of the account; null if it tells none, and for the demo provider.
  account TEXT;

ALTER TABLE payment_providers ADD COLUMN
  -- The secret key, and on a second line the secret that signs hooks, if any. Sealed or plain.
  -- Null for the demo provider, and once the key of an account out of use is deleted.
  secret TEXT;

CREATE TRIGGER payment_providers_sealed_insert BEFORE INSERT ON payment_providers
WHEN NEW.secret IS NOT NULL AND EXISTS (SELECT 1 FROM secret_keys) AND NOT EXISTS (
  SELECT 1 FROM secret_keys WHERE instr(NEW.secret, 'sealed:' || fingerprint || ':') > 0)
BEGIN
  SELECT RAISE(ABORT, 'the secret is not sealed by a key of the database');
END;

CREATE TRIGGER payment_providers_sealed_update BEFORE UPDATE OF secret ON payment_providers
WHEN NEW.secret IS NOT NULL AND EXISTS (SELECT 1 FROM secret_keys) AND NOT EXISTS (
  SELECT 1 FROM secret_keys WHERE instr(NEW.secret, 'sealed:' || fingerprint || ':') > 0)
BEGIN
  SELECT RAISE(ABORT, 'the secret is not sealed by a key of the database');
END;
