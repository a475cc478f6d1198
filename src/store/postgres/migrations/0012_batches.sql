-- Endpoints may receive several events in one message. Earlier programs send each by itself.

ALTER TABLE webhook_endpoints ADD COLUMN
  -- 1 if it receives up to 100 events in one message, 0 if each is one; a channel has 0.
  batch smallint NOT NULL DEFAULT 0 CHECK (batch IN (0, 1));

ALTER TABLE deliveries ADD COLUMN
  -- UUID of the message that it is sent in, or was sent in last, with others; null without one.
  batch_id text COLLATE "C";
