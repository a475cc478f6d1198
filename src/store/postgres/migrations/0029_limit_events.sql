-- Events of limits that were crossed. Programs of the version before do not know their type: they refuse
-- the database once there is one, or an endpoint that names it.

CREATE FUNCTION checkoutd_require_limit_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE schema_migrations SET oldest = 29 WHERE version = 29 AND oldest < 29;
  RETURN NULL;
END $$;

CREATE TRIGGER events_require_limit_events AFTER INSERT ON events
  FOR EACH ROW WHEN (NEW.type = 'limit.crossed')
  EXECUTE FUNCTION checkoutd_require_limit_events();

CREATE TRIGGER endpoints_require_limit_events AFTER INSERT OR UPDATE OF events ON webhook_endpoints
  FOR EACH ROW WHEN (strpos(NEW.events, '"limit.crossed"') > 0)
  EXECUTE FUNCTION checkoutd_require_limit_events();
