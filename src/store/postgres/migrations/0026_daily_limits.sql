-- Limits of what a shop gives in a day. Programs of the version before would not keep them, and drop
-- them with the next change of the shop: they refuse the database once a shop has one.

CREATE FUNCTION checkoutd_require_daily_limits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE schema_migrations SET oldest = 26 WHERE version = 26 AND oldest < 26;
  RETURN NULL;
END $$;

CREATE TRIGGER merchants_require_daily_limits AFTER INSERT OR UPDATE OF rules ON merchants
  FOR EACH ROW WHEN (NEW.rules ~ '"(refundsDaily|coinsDaily)":[1-9]')
  EXECUTE FUNCTION checkoutd_require_daily_limits();
