-- Signing secrets of webhook endpoints that were replaced, and sign beside their successors for a while.

ALTER TABLE webhook_endpoints ADD COLUMN
  -- The secret before the current one, as it was stored; null for none.
  previous_secret TEXT;

ALTER TABLE webhook_endpoints ADD COLUMN
  -- When it ends to sign; null without one.
  previous_ends_at INTEGER;

CREATE TRIGGER webhook_endpoints_sealed_previous BEFORE UPDATE OF previous_secret ON webhook_endpoints
WHEN NEW.previous_secret IS NOT NULL AND EXISTS (SELECT 1 FROM secret_keys) AND NOT EXISTS (
  SELECT 1 FROM secret_keys WHERE instr(NEW.previous_secret, 'sealed:' || fingerprint || ':') > 0)
BEGIN
  SELECT RAISE(ABORT, 'the secret is not sealed by a key of the database');
END;
