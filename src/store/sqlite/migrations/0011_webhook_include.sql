-- Personal data of the session that an endpoint asks for.
ALTER TABLE webhook_endpoints ADD COLUMN
  -- JSON array of the data that each event is sent with; empty for none.
  include TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(include));
