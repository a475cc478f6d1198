-- Endpoints are of several kinds: besides webhooks channels, which send messages to customers.

ALTER TABLE webhook_endpoints ADD COLUMN
  -- webhook, or the kind of a channel: email, sms. Checked when it is read. The secret of a channel
  -- is a JSON object: its address with passwords, and the rest of its configuration.
  kind TEXT NOT NULL DEFAULT 'webhook';

ALTER TABLE webhook_endpoints ADD COLUMN
  -- JSON object: texts of a channel's messages that differ from the defaults.
  templates TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(templates));

-- A shop has one channel of a kind, so that a customer gets a message once.
CREATE UNIQUE INDEX webhook_endpoints_one_channel ON webhook_endpoints (merchant_id, kind)
  WHERE kind <> 'webhook';
