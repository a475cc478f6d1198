-- Keys that may be used from some addresses only, and from where a key was used last.

ALTER TABLE api_keys ADD COLUMN
  -- JSON array of ranges of addresses in CIDR notation; empty for any address.
  allowed_from TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(allowed_from));

ALTER TABLE api_keys ADD COLUMN
  -- Address of the client that used the key last; null if it is not known.
  last_used_from TEXT;
