-- The steps of a checkout. The conventions of the first schema hold here as well.

ALTER TABLE sessions ADD COLUMN
  -- Whether it ended by inactivity and is found no more. 0 and 1 take no space in a row, so reading
  -- them does not walk the long texts before.
  expired INTEGER NOT NULL DEFAULT 0 CHECK (expired IN (0, 1));

ALTER TABLE sessions ADD COLUMN
  -- The customer's phone number, E.164; null until it is verified.
  customer_phone TEXT;

ALTER TABLE sessions ADD COLUMN
  -- The API's answer for the session, with the version of the form that made it: a copy of doc,
  -- written with every version so that a read is a lookup. Null if it is not made yet.
  view TEXT;

-- Inactivity was all that could abandon a session so far.
UPDATE sessions SET expired = 1 WHERE session_state = 'ABANDONED';

-- Lists a customer's sessions by age. Sessions without a customer are not in it.
CREATE INDEX sessions_by_phone ON sessions (customer_phone, created_at)
  WHERE customer_phone IS NOT NULL;

ALTER TABLE variants ADD COLUMN
  -- Units that pending payments hold: the sum of stock_holds.
  held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0);

ALTER TABLE variants ADD COLUMN
  -- Units in stock as last imported; null when stock was not tracked. Importing the same number
  -- again does not bring back units that were sold since.
  imported_quantity INTEGER;

UPDATE variants SET imported_quantity = inventory_quantity;

CREATE TABLE stock_holds (
  -- The session whose payment holds the units.
  session_id TEXT NOT NULL,
  -- The shop.
  merchant_id TEXT NOT NULL,
  -- The variant; no reference, because a product can lose one that is being paid for.
  variant_id INTEGER NOT NULL,
  -- How many.
  units INTEGER NOT NULL CHECK (units > 0),
  PRIMARY KEY (session_id, merchant_id, variant_id)
) STRICT, WITHOUT ROWID;

-- Sums the held units of a variant that comes back to the catalogue.
CREATE INDEX stock_holds_by_variant ON stock_holds (merchant_id, variant_id, units);

CREATE TABLE coupon_uses (
  -- The session that uses the coupon; no reference, because limits outlive sessions.
  session_id TEXT NOT NULL,
  -- The coupon; its column used counts these rows.
  coupon_id TEXT NOT NULL REFERENCES coupons (id),
  -- The customer who uses it; null if no phone was verified.
  customer_id TEXT REFERENCES customers (id),
  PRIMARY KEY (session_id, coupon_id)
) STRICT, WITHOUT ROWID;

-- Automatic coupons are read for every price; codes, of which a shop may have many, by name.
CREATE INDEX coupons_automatic ON coupons (merchant_id, code_key)
  WHERE application_type = 'AUTOMATIC' AND enabled = 1;

-- Counts a customer's uses of a coupon.
CREATE INDEX coupon_uses_by_customer ON coupon_uses (coupon_id, customer_id)
  WHERE customer_id IS NOT NULL;

-- Reads a customer's ledger in order.
CREATE INDEX coin_movements_in_order ON coin_movements (customer_id, moved_at);

CREATE TABLE otp_sends (
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- Phone number that a code was sent to, E.164.
  phone TEXT NOT NULL,
  -- When.
  sent_at INTEGER NOT NULL
) STRICT;

CREATE INDEX otp_sends_by_phone ON otp_sends (merchant_id, phone, sent_at);
CREATE INDEX otp_sends_by_age ON otp_sends (sent_at);

CREATE TABLE events (
  -- Order in which events were written.
  seq INTEGER NOT NULL PRIMARY KEY,
  -- UUID that receivers know the event by.
  id TEXT NOT NULL UNIQUE,
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- The session that it happened to; deleted with it. Null for an event of the shop.
  session_id TEXT NOT NULL,
  -- What happened; checked when it is read, because there will be more kinds.
  type TEXT NOT NULL,
  -- When.
  at INTEGER NOT NULL,
  -- JSON object: the event's data. Checked when it is read, as a session's document is.
  data TEXT NOT NULL
) STRICT;

CREATE INDEX events_by_session ON events (session_id);

-- Events that still have a one-time code; it is erased when it expires.
CREATE INDEX events_with_code ON events (at)
  WHERE type = 'otp.requested' AND data ->> '$.otp' IS NOT NULL;

CREATE TABLE webhook_endpoints (
  -- UUID of the endpoint.
  id TEXT NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- Where events are posted to.
  url TEXT NOT NULL,
  -- Signs what is sent, so it is stored as it is: whsec_ and base64.
  secret TEXT NOT NULL,
  -- JSON array of the event types that are sent to it; empty for all.
  events TEXT NOT NULL CHECK (json_valid(events)),
  -- Whether its URL may be plain http or a private address.
  allow_insecure INTEGER NOT NULL CHECK (allow_insecure IN (0, 1)),
  -- Since when nothing is sent to it; null while it is in use.
  disabled_at INTEGER,
  -- When the endpoint was added.
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX webhook_endpoints_oldest_first ON webhook_endpoints (merchant_id, created_at);

CREATE TABLE deliveries (
  -- The endpoint.
  endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints (id),
  -- The event, by its order; no reference, which would need an index of its own: both are
  -- deleted together with their session.
  event_seq INTEGER NOT NULL,
  -- State of the delivery.
  state TEXT NOT NULL CHECK (state IN ('PENDING', 'DELIVERED', 'FAILED')),
  -- How often it was tried.
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  -- When it is tried next, if it is pending.
  next_at INTEGER NOT NULL,
  -- HTTP status of the last attempt; null when there was no answer.
  last_status INTEGER,
  -- Why the last attempt failed; empty when it did not.
  last_error TEXT NOT NULL,
  -- When it was last tried or put back.
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (endpoint_id, event_seq)
) STRICT, WITHOUT ROWID;

-- Each finds an endpoint's next delivery without walking others: first attempts in the order of
-- events, retries by the time they are due.
CREATE INDEX deliveries_first ON deliveries (endpoint_id, event_seq, next_at)
  WHERE state = 'PENDING' AND attempts = 0;
CREATE INDEX deliveries_again ON deliveries (endpoint_id, next_at, event_seq)
  WHERE state = 'PENDING' AND attempts > 0;

CREATE TABLE idempotency_records (
  -- The API key that the caller's own key counts for.
  key_id TEXT NOT NULL REFERENCES api_keys (id),
  -- The key as the caller named it.
  key TEXT NOT NULL,
  -- SHA-256 of the request's body as canonical JSON, lower-case hexadecimal.
  fingerprint TEXT NOT NULL,
  -- HTTP status of the answer.
  status INTEGER NOT NULL,
  -- When the answer was recorded.
  at INTEGER NOT NULL,
  -- The header Location of the answer; null when it had none.
  location TEXT,
  -- Body of the answer, UTF-8, compressed (raw DEFLATE).
  body TEXT NOT NULL,
  PRIMARY KEY (key_id, key)
) STRICT;

CREATE INDEX idempotency_records_by_age ON idempotency_records (at);
