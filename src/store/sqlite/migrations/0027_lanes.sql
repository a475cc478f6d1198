-- Endpoints receive events of several sessions at the same time.

ALTER TABLE webhook_endpoints ADD COLUMN
  -- How many events it receives at the same time, each of another session; channels have one lane.
  lanes INTEGER NOT NULL DEFAULT 1 CHECK (lanes BETWEEN 1 AND 8);
