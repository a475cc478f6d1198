-- Finds the deliveries of a message that is sent again.
CREATE INDEX CONCURRENTLY deliveries_batched ON deliveries (endpoint_id, batch_id)
  WHERE state = 'PENDING' AND batch_id IS NOT NULL;
