-- The steps of a checkout. The conventions of the first schema hold here as well.

ALTER TABLE sessions ADD COLUMN
  -- Whether it ended by inactivity: nobody finds it any more. 0 and 1 take no room in a row, so
  -- reading them does not walk the long texts that stand before.
  expired INTEGER NOT NULL DEFAULT 0 CHECK (expired IN (0, 1));

ALTER TABLE sessions ADD COLUMN
  -- The customer's phone number, E.164; null until it is verified.
  customer_phone TEXT;

ALTER TABLE sessions ADD COLUMN
  -- The session as it is shown, with the mark of what made it: written with every version so that a
  -- read need not make it, and only ever a copy of what doc says. Null where nobody shows sessions.
  view TEXT;

-- Inactivity was all that could abandon a session so far.
UPDATE sessions SET expired = 1 WHERE session_state = 'ABANDONED';

-- Lists a customer's sessions by age. A new session has no customer and pays nothing for it.
CREATE INDEX sessions_by_phone ON sessions (customer_phone, created_at)
  WHERE customer_phone IS NOT NULL;

ALTER TABLE variants ADD COLUMN
  -- Units at hand that payments under way have set aside: what stock_holds adds up to.
  held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0);

ALTER TABLE variants ADD COLUMN
  -- Units at hand as they were last imported; null when stock was not tracked. Tells an import that
  -- says something new from one that says again what has been sold from since.
  imported_quantity INTEGER;

UPDATE variants SET imported_quantity = inventory_quantity;

CREATE TABLE stock_holds (
  -- The session whose payment set units aside.
  session_id TEXT NOT NULL,
  -- The shop.
  merchant_id TEXT NOT NULL,
  -- The variant; no reference, because a product can lose one that is being paid for.
  variant_id INTEGER NOT NULL,
  -- How many.
  units INTEGER NOT NULL CHECK (units > 0),
  PRIMARY KEY (session_id, merchant_id, variant_id)
) STRICT, WITHOUT ROWID;

-- Adds up what is set aside of a variant that comes back to the catalogue.
CREATE INDEX stock_holds_by_variant ON stock_holds (merchant_id, variant_id, units);

CREATE TABLE coupon_uses (
  -- The session that uses the coupon; no reference, because limits outlive sessions.
  session_id TEXT NOT NULL,
  -- The coupon; its column used counts these rows.
  coupon_id TEXT NOT NULL REFERENCES coupons (id),
  -- The customer who uses it; null when nobody's phone was verified.
  customer_id TEXT REFERENCES customers (id),
  PRIMARY KEY (session_id, coupon_id)
) STRICT, WITHOUT ROWID;

-- What applies by itself is wanted with every price; codes, of which a shop may have very many, are
-- found by name.
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
  -- The session that it happened to; deleted with it.
  session_id TEXT NOT NULL,
  -- What happened; checked when it is read, because there will be more kinds.
  type TEXT NOT NULL,
  -- When.
  at INTEGER NOT NULL,
  -- JSON object: what is told of it. Checked when it is read, as a session's document is.
  data TEXT NOT NULL
) STRICT;

CREATE INDEX events_by_session ON events (session_id);

-- Events that still hold a one-time code; it is blotted out once it is of no use.
CREATE INDEX events_with_code ON events (at)
  WHERE type = 'otp.requested' AND data ->> '$.otp' IS NOT NULL;

CREATE TABLE webhook_endpoints (
  -- UUID of the endpoint.
  id TEXT NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- Where events are posted to.
  url TEXT NOT NULL,
  -- Signs what is sent, so it is kept as it is: whsec_ and base64.
  secret TEXT NOT NULL,
  -- JSON array of the types of events that it is told; empty for all.
  events TEXT NOT NULL CHECK (json_valid(events)),
  -- Whether it was added as one that may be plain http or not public.
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
  -- How far the delivery is.
  state TEXT NOT NULL CHECK (state IN ('PENDING', 'DELIVERED', 'FAILED')),
  -- How often it was tried.
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  -- When it is tried next; of no meaning unless it is pending.
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
-- events, what is tried again by when it is due, for much of it may wait.
CREATE INDEX deliveries_first ON deliveries (endpoint_id, event_seq, next_at)
  WHERE state = 'PENDING' AND attempts = 0;
CREATE INDEX deliveries_again ON deliveries (endpoint_id, next_at, event_seq)
  WHERE state = 'PENDING' AND attempts > 0;

CREATE TABLE idempotency_records (
  -- The API key that the caller's own key counts for.
  key_id TEXT NOT NULL REFERENCES api_keys (id),
  -- The key as the caller named it.
  key TEXT NOT NULL,
  -- SHA-256 of the request's method, path and body, lower-case hexadecimal.
  fingerprint TEXT NOT NULL,
  -- HTTP status of the answer.
  status INTEGER NOT NULL,
  -- When the answer was recorded.
  at INTEGER NOT NULL,
  -- The header Location of the answer; null when it had none.
  location TEXT,
  -- Body of the answer.
  body TEXT NOT NULL,
  PRIMARY KEY (key_id, key)
) STRICT;

CREATE INDEX idempotency_records_by_age ON idempotency_records (at);
