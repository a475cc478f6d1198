-- Endpoints may receive several events in one message.

ALTER TABLE webhook_endpoints ADD COLUMN
  -- 1 if it receives up to 100 events in one message, 0 if each is one; a channel has 0.
  batch INTEGER NOT NULL DEFAULT 0 CHECK (batch IN (0, 1));

ALTER TABLE deliveries ADD COLUMN
  -- UUID of the message that it is sent in, or was sent in last, with others; null without one.
  batch_id TEXT;

-- Finds the deliveries of a message that is sent again.
CREATE INDEX deliveries_batched ON deliveries (endpoint_id, batch_id)
  WHERE state = 'PENDING' AND batch_id IS NOT NULL;
