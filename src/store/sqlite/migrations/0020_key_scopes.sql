-- API keys have scopes, and a successor when they are rotated.

ALTER TABLE api_keys ADD COLUMN
  -- JSON array of what the key may do.
  scopes TEXT NOT NULL DEFAULT '["sessions:read","sessions:write","payments:write"]'
    CHECK (json_valid(scopes));

ALTER TABLE api_keys ADD COLUMN
  -- The key that replaces this one; null until it is rotated.
  successor_id TEXT;
