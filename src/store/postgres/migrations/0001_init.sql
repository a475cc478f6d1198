-- The schema of SQLite with PostgreSQL's types: the same tables and columns, so that the same readers
-- read the rows, and tables of this engine's own at the end.
--
-- Conventions: money is an integer in minor units of the merchant's currency; moments are
-- milliseconds since 1970-01-01 UTC; booleans are 0 or 1; our own ids are lower-case UUIDs; product
-- and variant ids are the store's own 64-bit integers; rates are parts per million. Texts are
-- compared byte by byte. JSON is text, which keeps its bytes and the digits of its numbers.

CREATE TABLE schema_migrations (
  -- Number of the migration, from 1.
  version bigint NOT NULL PRIMARY KEY,
  -- Tells the table from one of this name by another program.
  program text COLLATE "C" NOT NULL DEFAULT 'checkoutd' CHECK (program = 'checkoutd'),
  -- When it ran, by the clock of the database.
  ran_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE merchants (
  -- UUID of the shop.
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  -- Name for people.
  name text COLLATE "C" NOT NULL,
  -- ISO 3166-1 alpha-2, upper case.
  country_code text COLLATE "C" NOT NULL,
  -- ISO 4217, upper case; its decimals are the unit of every amount of this shop.
  currency_code text COLLATE "C" NOT NULL,
  -- How the store writes the prices of its cart lines.
  cart_format text COLLATE "C" NOT NULL CHECK (cart_format IN ('plain', 'shopify')),
  -- Where customers go after checkout unless a session says otherwise; may be empty.
  redirect_url text COLLATE "C" NOT NULL,
  -- JSON: tax, shipping, cash on delivery, payment offers and coins.
  rules text COLLATE "C" NOT NULL CHECK (rules::json IS NOT NULL),
  -- When the shop was made.
  created_at bigint NOT NULL,
  -- When the shop was last changed.
  updated_at bigint NOT NULL,
  -- open: products that are not stored are sold at the cart's price; strict: they are refused.
  catalogue text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (catalogue IN ('open', 'strict'))
);

CREATE TABLE merchant_domains (
  -- Host name in lower-case punycode; belongs to one shop only.
  domain text COLLATE "C" NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id),
  -- Place in the shop's list, from 0.
  position bigint NOT NULL CHECK (position >= 0)
);

CREATE INDEX merchant_domains_in_order ON merchant_domains (merchant_id, position);

CREATE TABLE api_keys (
  -- UUID of the key's record.
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  -- The shop that the key acts for.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id),
  -- Name for people.
  name text COLLATE "C" NOT NULL,
  -- SHA-256 of the secret, lower-case hexadecimal; the secret itself is kept nowhere.
  hash text COLLATE "C" NOT NULL UNIQUE,
  -- First characters of the secret, to recognise it by.
  prefix text COLLATE "C" NOT NULL,
  -- Requests per minute; null for the server's default.
  rate_limit bigint CHECK (rate_limit > 0),
  -- When the key was made.
  created_at bigint NOT NULL,
  -- When the key was last used; null for never.
  last_used_at bigint,
  -- From when on the key is refused; null for never.
  expires_at bigint,
  -- When the key was revoked; null while it is valid.
  revoked_at bigint,
  -- JSON array of what the key may do.
  scopes text COLLATE "C" NOT NULL DEFAULT '["sessions:read","sessions:write","payments:write"]'
    CHECK (scopes::json IS NOT NULL),
  -- The key that replaces this one; null until it is rotated.
  successor_id text COLLATE "C",
  -- 0 for a key of test data, which reaches nothing else; 1 for a live one.
  livemode smallint NOT NULL DEFAULT 1 CHECK (livemode IN (0, 1))
);

CREATE INDEX api_keys_oldest_first ON api_keys (merchant_id, created_at);

CREATE TABLE products (
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id),
  -- The store's own number of the product, 64-bit.
  product_id bigint NOT NULL,
  -- Our UUID of the product.
  id text COLLATE "C" NOT NULL,
  -- Title for people.
  title text COLLATE "C" NOT NULL,
  -- URL slug.
  handle text COLLATE "C" NOT NULL,
  -- Maker or brand; may be empty.
  vendor text COLLATE "C" NOT NULL,
  -- Description as HTML; may be empty.
  body_html text COLLATE "C" NOT NULL,
  -- Storefront status.
  status text COLLATE "C" NOT NULL CHECK (status IN ('active', 'unlisted', 'archived', 'draft')),
  -- JSON array of {id, src}; ids as text, because they are 64-bit.
  images text COLLATE "C" NOT NULL CHECK (images::json IS NOT NULL),
  PRIMARY KEY (merchant_id, product_id)
);

CREATE TABLE variants (
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL,
  -- The store's own number of the variant, 64-bit; unique over all products of the shop.
  variant_id bigint NOT NULL,
  -- The product that it is a variant of.
  product_id bigint NOT NULL,
  -- Place in the product's list, from 0.
  position bigint NOT NULL CHECK (position >= 0),
  -- Title for people.
  title text COLLATE "C" NOT NULL,
  -- Unit price in minor units.
  price bigint NOT NULL CHECK (price >= 0),
  -- Strike-through price in minor units; null when not on sale.
  compare_at_price bigint CHECK (compare_at_price >= 0),
  -- Weight of one unit in grams.
  grams bigint NOT NULL CHECK (grams >= 0),
  -- Whether tax is due on it.
  taxable smallint NOT NULL CHECK (taxable IN (0, 1)),
  -- Units in stock, negative when oversold; null when stock is not tracked.
  inventory_quantity bigint,
  -- Whether the sale stops or goes on when a tracked stock runs out.
  inventory_policy text COLLATE "C" NOT NULL CHECK (inventory_policy IN ('deny', 'continue')),
  -- The product's image that shows this variant, 64-bit; null for the product's first.
  image_id bigint,
  -- Units that pending payments hold: the sum of stock_holds.
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  -- Units in stock as last imported; null when stock was not tracked. Importing the same number
  -- again does not bring back units that were sold since.
  imported_quantity bigint,
  PRIMARY KEY (merchant_id, variant_id),
  FOREIGN KEY (merchant_id, product_id) REFERENCES products (merchant_id, product_id)
);

CREATE INDEX variants_in_order ON variants (merchant_id, product_id, position);

CREATE TABLE coupons (
  -- UUID of the coupon.
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id),
  -- Code as the merchant wrote it.
  code text COLLATE "C" NOT NULL,
  -- Code as it is compared: trimmed, upper case.
  code_key text COLLATE "C" NOT NULL,
  -- Whether a customer enters it or the engine applies it.
  application_type text COLLATE "C" NOT NULL CHECK (application_type IN ('CODE', 'AUTOMATIC')),
  -- Whether it can be used at all.
  enabled smallint NOT NULL CHECK (enabled IN (0, 1)),
  -- First moment of validity; null for always.
  starts_at bigint,
  -- First moment after validity; null for never.
  ends_at bigint,
  -- How often it can be used; null for no limit.
  usage_limit bigint CHECK (usage_limit >= 0),
  -- How often it has been used; only ever counted here, never set from a definition.
  used bigint NOT NULL DEFAULT 0 CHECK (used >= 0),
  -- When the coupon was made.
  created_at bigint NOT NULL,
  -- JSON: everything else that the merchant decided about it.
  definition text COLLATE "C" NOT NULL CHECK (definition::json IS NOT NULL),
  UNIQUE (merchant_id, code_key)
);

-- Automatic coupons are read for every price; codes, of which a shop may have many, by name.
CREATE INDEX coupons_automatic ON coupons (merchant_id, code_key)
  WHERE application_type = 'AUTOMATIC' AND enabled = 1;

CREATE TABLE customers (
  -- UUID of the customer.
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  -- The shop; the same person at another shop is another customer.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id),
  -- Phone number, E.164.
  phone text COLLATE "C" NOT NULL,
  -- When the customer was first seen.
  created_at bigint NOT NULL,
  -- Coins that the customer starts with by a seed file.
  seeded_coins bigint NOT NULL CHECK (seeded_coins >= 0),
  -- Sum of the ledger for the shop's side: below 0 by the coins it issued. The bound is 2^53 - 1.
  issued bigint NOT NULL DEFAULT 0
    CHECK (issued BETWEEN -9007199254740991 AND 9007199254740991),
  -- Sum of the ledger for coins the customer can use.
  available bigint NOT NULL DEFAULT 0 CHECK (available BETWEEN 0 AND 9007199254740991),
  -- Sum of the ledger for coins that a pending payment holds.
  processing bigint NOT NULL DEFAULT 0 CHECK (processing BETWEEN 0 AND 9007199254740991),
  -- Sum of the ledger for coins that were spent.
  used bigint NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND 9007199254740991),
  UNIQUE (merchant_id, phone)
);

CREATE TABLE coin_movements (
  -- UUID of the entry.
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  -- Whose coins moved.
  customer_id text COLLATE "C" NOT NULL REFERENCES customers (id),
  -- The account they left.
  from_account text COLLATE "C" NOT NULL
    CHECK (from_account IN ('ISSUED', 'AVAILABLE', 'PROCESSING', 'USED')),
  -- The account they reached.
  to_account text COLLATE "C" NOT NULL
    CHECK (
      to_account IN ('ISSUED', 'AVAILABLE', 'PROCESSING', 'USED') AND to_account <> from_account
    ),
  -- How many, whole coins.
  coins bigint NOT NULL CHECK (coins > 0),
  -- Why they moved.
  reason text COLLATE "C" NOT NULL,
  -- The session that moved them, null for none; no reference, because the ledger outlives sessions.
  session_id text COLLATE "C",
  -- When they moved.
  moved_at bigint NOT NULL,
  -- Order of entries of one moment.
  place bigint GENERATED BY DEFAULT AS IDENTITY
);

-- A session moves coins once for each reason.
CREATE UNIQUE INDEX coin_movements_once
  ON coin_movements (customer_id, session_id, reason) WHERE session_id IS NOT NULL;

-- Reads a customer's ledger in order.
CREATE INDEX coin_movements_in_order ON coin_movements (customer_id, moved_at, place);

CREATE TABLE sessions (
  -- UUID of the session.
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id),
  -- State of the checkout.
  session_state text COLLATE "C" NOT NULL
    CHECK (session_state IN ('INITIATED', 'IN_PROGRESS', 'COMPLETED', 'ABANDONED')),
  -- State of the payment.
  payment_state text COLLATE "C" NOT NULL
    CHECK (payment_state IN ('DRAFT', 'PENDING', 'PAID', 'FAILED')),
  -- Grows by one with every change; a writer names the version it has read.
  version bigint NOT NULL CHECK (version > 0),
  -- When the session was opened.
  created_at bigint NOT NULL,
  -- When the session last got another version.
  updated_at bigint NOT NULL,
  -- When it was last changed, by a caller who was not expiring it; session_activity has later uses.
  last_active_at bigint NOT NULL,
  -- JSON: the cart, the customer's choices and the price, without what other columns hold. Checked
  -- when it is read and not here: a check for each session would be paid by the hottest write.
  doc text COLLATE "C" NOT NULL,
  -- Whether it ended by inactivity and is found no more.
  expired smallint NOT NULL DEFAULT 0 CHECK (expired IN (0, 1)),
  -- The customer's phone number, E.164; null until it is verified.
  customer_phone text COLLATE "C",
  -- The API's answer for the session, with the version of the form that made it: a copy of doc,
  -- written with every version so that a read is a lookup. Null if it is not made yet.
  view text COLLATE "C",
  -- Start of the pending payment that holds stock, coupons or coins; null for none. A copy of doc,
  -- read by its index alone.
  held_since bigint,
  -- JSON object: tracking data and unknown fields of lines, 8 KiB at most; for the operator.
  extra text COLLATE "C" NOT NULL DEFAULT '{}',
  -- The whole document, UTF-8, compressed (raw DEFLATE), if it is long: doc then has only the parts
  -- that queries read (currency, payment, totals, coupons). Null if doc is whole.
  packed bytea,
  -- Time the order was placed; null without an order.
  placed_at bigint,
  -- Number of the order, eight symbols in two groups; null without an order.
  order_number text COLLATE "C",
  -- 1 while inactivity is to be reported: open, with a phone number or an e-mail, no pending
  -- payment, not reported yet; else null. A copy of doc, read by its index alone. Sessions from
  -- before this column get it with their next change.
  awaits_idle smallint,
  -- Time of the event session.idle; null without one. A copy of doc.
  idle_at bigint,
  -- How the customer came back by a link: RESUMED, or REOPENED for a session made from the cart of
  -- another one; null without a return. A copy of doc.
  returned text COLLATE "C",
  -- Time until which a manual payment is awaited that holds stock, coupons or coins; null for none.
  -- held_since is null then. A copy of doc. The session does not expire before.
  due_at bigint,
  -- 0 for a test, which changes no stock, coupon, customer or count; 1 for a live session.
  livemode smallint NOT NULL DEFAULT 1 CHECK (livemode IN (0, 1)),
  -- Parts of doc that statistics sum: the currency, the total, the discount by coupons, 1 if it has
  -- a coupon, 1 unless the order is cancelled. Null for sessions that they do not sum, whose doc is
  -- not parsed when it is written.
  currency_code text COLLATE "C" GENERATED ALWAYS AS (
    CASE WHEN num_nonnulls(placed_at, idle_at, returned) > 0 OR session_state = 'COMPLETED'
      THEN doc::json ->> 'currencyCode' END
  ) STORED,
  total_payable bigint GENERATED ALWAYS AS (
    CASE WHEN num_nonnulls(placed_at, idle_at, returned) > 0 OR session_state = 'COMPLETED'
      THEN (doc::json #>> '{priced,totals,totalPayable}')::bigint END
  ) STORED,
  coupon_discount bigint GENERATED ALWAYS AS (
    CASE WHEN session_state = 'COMPLETED'
      THEN (doc::json #>> '{priced,totals,couponDiscount}')::bigint END
  ) STORED,
  has_coupon smallint GENERATED ALWAYS AS (
    CASE WHEN session_state = 'COMPLETED'
      THEN (doc::json #> '{priced,coupons,0}' IS NOT NULL)::integer::smallint END
  ) STORED,
  is_order smallint GENERATED ALWAYS AS (
    CASE WHEN num_nonnulls(placed_at, idle_at, returned) > 0 OR session_state = 'COMPLETED'
      THEN (doc::json #>> '{order,cancellation}' IS NULL)::integer::smallint END
  ) STORED
);

-- A session is in one of the next two indexes: open ones for the sweep by inactivity, closed ones
-- for retention.
CREATE INDEX sessions_open ON sessions (last_active_at)
  WHERE session_state IN ('INITIATED', 'IN_PROGRESS');

CREATE INDEX sessions_closed ON sessions (last_active_at)
  WHERE session_state IN ('COMPLETED', 'ABANDONED');

-- Finds payments to release, longest held first. Other sessions are not in it.
CREATE INDEX sessions_held ON sessions (held_since) WHERE held_since IS NOT NULL;

CREATE UNIQUE INDEX sessions_by_order_number ON sessions (merchant_id, order_number)
  WHERE order_number IS NOT NULL;

-- Finds a shop's sessions whose inactivity is to be reported, longest idle first.
CREATE INDEX sessions_awaiting_idle ON sessions (merchant_id, last_active_at, id)
  WHERE awaits_idle = 1;

-- Lists a customer's sessions by age. Sessions without a customer are not in it.
CREATE INDEX sessions_by_phone ON sessions (customer_phone, created_at, id)
  WHERE customer_phone IS NOT NULL;

-- Finds manual payments to release, longest due first. Other sessions are not in it.
CREATE INDEX sessions_due ON sessions (due_at) WHERE due_at IS NOT NULL;

-- Lists a shop's sessions by age, with the states that lists filter by; statistics count them and
-- see by the version which ones have begun.
CREATE INDEX sessions_by_merchant
  ON sessions (merchant_id, livemode, created_at, id, session_state, payment_state, version);

-- A shop's orders by the time they were placed, with what statistics sum. Sessions without an order
-- are not in it.
CREATE INDEX sessions_placed ON sessions (merchant_id, livemode, placed_at, id)
  INCLUDE (currency_code, total_payable, is_order) WHERE placed_at IS NOT NULL;

-- Sums a shop's completed sessions by the time they were created.
CREATE INDEX sessions_completed ON sessions (merchant_id, livemode, created_at)
  INCLUDE (currency_code, total_payable, has_coupon, coupon_discount, is_order)
  WHERE session_state = 'COMPLETED';

-- Counts reported sessions and returns, and sums their orders.
CREATE INDEX sessions_recovery ON sessions (merchant_id, created_at)
  INCLUDE (idle_at, returned, session_state, currency_code, total_payable, is_order)
  WHERE idle_at IS NOT NULL OR returned IS NOT NULL;

CREATE TABLE epoch (
  -- Always 1: the table has one row.
  id bigint NOT NULL PRIMARY KEY CHECK (id = 1),
  -- Grows by one with every commit that changes a shop's configuration.
  value bigint NOT NULL CHECK (value >= 0)
);

INSERT INTO epoch (id, value) VALUES (1, 0);

CREATE TABLE stock_holds (
  -- The session whose payment holds the units.
  session_id text COLLATE "C" NOT NULL,
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL,
  -- The variant; no reference, because a product can lose one that is being paid for.
  variant_id bigint NOT NULL,
  -- How many.
  units bigint NOT NULL CHECK (units > 0),
  PRIMARY KEY (session_id, merchant_id, variant_id)
);

-- Sums the held units of a variant that comes back to the catalogue.
CREATE INDEX stock_holds_by_variant ON stock_holds (merchant_id, variant_id, units);

CREATE TABLE coupon_uses (
  -- The session that uses the coupon; no reference, because limits outlive sessions.
  session_id text COLLATE "C" NOT NULL,
  -- The coupon; its column used counts these rows.
  coupon_id text COLLATE "C" NOT NULL REFERENCES coupons (id),
  -- The customer who uses it; null if no phone was verified.
  customer_id text COLLATE "C" REFERENCES customers (id),
  PRIMARY KEY (session_id, coupon_id)
);

-- Counts a customer's uses of a coupon.
CREATE INDEX coupon_uses_by_customer ON coupon_uses (customer_id, coupon_id)
  WHERE customer_id IS NOT NULL;

-- Finds the uses of a coupon.
CREATE INDEX coupon_uses_by_coupon ON coupon_uses (coupon_id);

CREATE TABLE otp_sends (
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id),
  -- Phone number that a code was sent to, E.164.
  phone text COLLATE "C" NOT NULL,
  -- When.
  sent_at bigint NOT NULL
);

CREATE INDEX otp_sends_by_phone ON otp_sends (merchant_id, phone, sent_at);

CREATE INDEX otp_sends_by_age ON otp_sends (sent_at);

-- Counts a shop's codes of a day.
CREATE INDEX otp_sends_by_shop ON otp_sends (merchant_id, sent_at);

CREATE TABLE events (
  -- Order in which events were numbered; they become visible in another order.
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- UUID that receivers know the event by.
  id text COLLATE "C" NOT NULL UNIQUE,
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id),
  -- The session that it happened to; deleted with it.
  session_id text COLLATE "C" NOT NULL,
  -- What happened; checked when it is read, because there will be more kinds.
  type text COLLATE "C" NOT NULL,
  -- When.
  at bigint NOT NULL,
  -- JSON object: the event's data. Checked when it is read, as a session's document is.
  data text COLLATE "C" NOT NULL
);

CREATE INDEX events_by_session ON events (session_id);

-- Events that still have a one-time code; it is erased when it expires.
CREATE INDEX events_with_code ON events (at)
  WHERE type = 'otp.requested' AND (data::json ->> 'otp') IS NOT NULL;

CREATE TABLE webhook_endpoints (
  -- UUID of the endpoint.
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id),
  -- Where events are posted to.
  url text COLLATE "C" NOT NULL,
  -- Signs what is sent, so it is stored as it is: whsec_ and base64.
  secret text COLLATE "C" NOT NULL,
  -- JSON array of the event types that are sent to it; empty for all.
  events text COLLATE "C" NOT NULL CHECK (events::json IS NOT NULL),
  -- Whether its URL may be plain http or a private address.
  allow_insecure smallint NOT NULL CHECK (allow_insecure IN (0, 1)),
  -- Since when nothing is sent to it; null while it is in use.
  disabled_at bigint,
  -- When the endpoint was added.
  created_at bigint NOT NULL,
  -- JSON array of the data that each event is sent with; empty for none.
  include text COLLATE "C" NOT NULL DEFAULT '[]' CHECK (include::json IS NOT NULL),
  -- webhook, or the kind of a channel: email, sms. Checked when it is read. The secret of a channel
  -- is a JSON object: its address with passwords, and the rest of its configuration.
  kind text COLLATE "C" NOT NULL DEFAULT 'webhook',
  -- JSON object: texts of a channel's messages that differ from the defaults.
  templates text COLLATE "C" NOT NULL DEFAULT '{}' CHECK (templates::json IS NOT NULL),
  -- 0 for a receiver of the events of test sessions, 1 for one of live sessions. Channels are live.
  livemode smallint NOT NULL DEFAULT 1 CHECK (livemode IN (0, 1)),
  -- Order of endpoints of one moment.
  place bigint GENERATED BY DEFAULT AS IDENTITY
);

CREATE INDEX webhook_endpoints_oldest_first ON webhook_endpoints (merchant_id, created_at);

-- A shop has one channel of a kind, so that a customer gets a message once.
CREATE UNIQUE INDEX webhook_endpoints_one_channel ON webhook_endpoints (merchant_id, kind)
  WHERE kind <> 'webhook';

CREATE TABLE deliveries (
  -- The endpoint.
  endpoint_id text COLLATE "C" NOT NULL REFERENCES webhook_endpoints (id),
  -- The event, by its order; no reference, which would need an index of its own: both are
  -- deleted together with their session.
  event_seq bigint NOT NULL,
  -- State of the delivery.
  state text COLLATE "C" NOT NULL CHECK (state IN ('PENDING', 'DELIVERED', 'FAILED')),
  -- How often it was tried.
  attempts bigint NOT NULL CHECK (attempts >= 0),
  -- When it is tried next, if it is pending.
  next_at bigint NOT NULL,
  -- HTTP status of the last attempt; null when there was no answer.
  last_status bigint,
  -- Why the last attempt failed; empty when it did not.
  last_error text COLLATE "C" NOT NULL,
  -- When it was last tried or put back.
  updated_at bigint NOT NULL,
  PRIMARY KEY (endpoint_id, event_seq)
);

-- Each finds an endpoint's next delivery without walking others: first attempts in the order of
-- events, retries by the time they are due.
CREATE INDEX deliveries_first ON deliveries (endpoint_id, event_seq, next_at)
  WHERE state = 'PENDING' AND attempts = 0;

CREATE INDEX deliveries_again ON deliveries (endpoint_id, next_at, event_seq)
  WHERE state = 'PENDING' AND attempts > 0;

-- Counts the deliveries that were given up lately. Other deliveries are not in it.
CREATE INDEX deliveries_failed ON deliveries (endpoint_id, updated_at) WHERE state = 'FAILED';

-- Number of a shop's sessions in each pair of states, as last folded: those of session_count_deltas
-- are added to it. Without it a scrape of metrics would walk all sessions.
CREATE TABLE session_counts (
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id),
  -- State of their checkouts.
  session_state text COLLATE "C" NOT NULL,
  -- State of their payments.
  payment_state text COLLATE "C" NOT NULL,
  -- Number of sessions; rows that fell to 0 stay.
  count bigint NOT NULL CHECK (count >= 0),
  PRIMARY KEY (merchant_id, session_state, payment_state)
);

CREATE TABLE idempotency_records (
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id),
  -- Whether the API key was a live one, as opposed to a test key.
  livemode smallint NOT NULL CHECK (livemode IN (0, 1)),
  -- HTTP method of the request.
  method text COLLATE "C" NOT NULL,
  -- Path of the request as it was sent.
  path text COLLATE "C" NOT NULL,
  -- The key as the caller named it.
  key text COLLATE "C" NOT NULL,
  -- SHA-256 of the request's body as canonical JSON, lower-case hexadecimal.
  fingerprint text COLLATE "C" NOT NULL,
  -- When the answer was recorded.
  at bigint NOT NULL,
  -- HTTP status of the answer.
  status bigint NOT NULL,
  -- The header Location of the answer; null when it had none.
  location text COLLATE "C",
  -- The session that the answer shows or created; null for a refusal that changed nothing.
  session_id text COLLATE "C",
  -- UUID of the session or payment that the request began; null when it began neither.
  begun_id text COLLATE "C",
  -- Body of the answer, UTF-8, compressed (raw DEFLATE).
  body bytea NOT NULL,
  PRIMARY KEY (merchant_id, livemode, method, path, key)
);

CREATE INDEX idempotency_records_by_age ON idempotency_records (at);

CREATE TABLE payment_references (
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id),
  -- 0 for a payment of a test session, 1 for a live one.
  livemode smallint NOT NULL CHECK (livemode IN (0, 1)),
  -- The payment provider's reference of a payment that was paid.
  reference text COLLATE "C" NOT NULL,
  -- The session that it paid; no reference, because it stays taken for longer than the session is
  -- kept.
  session_id text COLLATE "C" NOT NULL,
  -- The payment.
  payment_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (merchant_id, livemode, reference)
);

CREATE TABLE unexpected_payments (
  -- UUID of the record.
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id),
  -- The session that was named; no reference, because the record outlives sessions.
  session_id text COLLATE "C" NOT NULL,
  -- The payment that was named; the session may not have it.
  payment_id text COLLATE "C" NOT NULL,
  -- The payment provider's reference.
  reference text COLLATE "C" NOT NULL,
  -- Decimal text in the major unit; empty where no amount was reported.
  amount text COLLATE "C" NOT NULL,
  -- The currency that was reported, else the shop's.
  currency_code text COLLATE "C" NOT NULL,
  -- Error code that the result was refused with; checked when it is read, because there will be
  -- more.
  reason text COLLATE "C" NOT NULL,
  -- The message of that refusal.
  message text COLLATE "C" NOT NULL,
  -- When the result was first reported.
  at bigint NOT NULL,
  -- When the operator resolved it; null while it is open.
  resolved_at bigint,
  -- What the operator did about it; null while it is open.
  note text COLLATE "C",
  -- 0 for a result that a test key reported, 1 for a live one.
  livemode smallint NOT NULL DEFAULT 1 CHECK (livemode IN (0, 1))
);

-- Lists a shop's records by age.
CREATE INDEX unexpected_payments_by_merchant ON unexpected_payments (merchant_id, at);

-- The same result again is the same record.
CREATE UNIQUE INDEX unexpected_payments_once ON unexpected_payments
  (merchant_id, livemode, session_id, payment_id, reference, amount, currency_code);

-- Counts open records, and finds the oldest.
CREATE INDEX unexpected_payments_open ON unexpected_payments (livemode, at)
  WHERE resolved_at IS NULL;

CREATE TABLE stock_sales (
  -- The session of the order.
  session_id text COLLATE "C" NOT NULL,
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL,
  -- The variant; no reference, because a product can lose one that was sold.
  variant_id bigint NOT NULL,
  -- Units that left its stock; no row if its stock was not tracked.
  units bigint NOT NULL CHECK (units > 0),
  PRIMARY KEY (session_id, merchant_id, variant_id)
);

CREATE TABLE secrets (
  -- Its use: recovery.
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  -- 32 random bytes as base64url, made once. recovery signs the links that show a customer's cart
  -- and open it again: reading it allows to make such links for every session whose id is known,
  -- and nothing else. It must not be logged or shown.
  value text COLLATE "C" NOT NULL CHECK (length(value) = 43),
  -- When it was made.
  created_at bigint NOT NULL
);

-- Links that open the checkout page of a session for its customer.
CREATE TABLE checkout_links (
  -- The session; a new link replaces the one before it.
  session_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  -- SHA-256 of the link's token, lower-case hexadecimal. The token itself is not stored.
  token_hash text COLLATE "C" NOT NULL UNIQUE,
  -- When it was made; it works for a day.
  created_at bigint NOT NULL
);

-- People with access to the dashboard.
CREATE TABLE people (
  -- UUID version 7.
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  -- Name to sign in with: lower case, ASCII.
  login text COLLATE "C" NOT NULL UNIQUE,
  -- Name for display.
  name text COLLATE "C" NOT NULL,
  -- Role in every shop: viewer, staff or owner; null for none.
  role text COLLATE "C" CHECK (role IN ('viewer', 'staff', 'owner')),
  -- The password's scrypt hash with its parameters and salt; null until one is chosen.
  password_hash text COLLATE "C",
  -- When the person was added.
  created_at bigint NOT NULL
);

-- Roles in single shops, besides those in every shop.
CREATE TABLE person_roles (
  -- The person.
  person_id text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id) ON DELETE CASCADE,
  -- viewer, staff or owner.
  role text COLLATE "C" NOT NULL CHECK (role IN ('viewer', 'staff', 'owner')),
  PRIMARY KEY (person_id, merchant_id)
);

-- Finds the roles that go with a deleted shop.
CREATE INDEX person_roles_by_merchant ON person_roles (merchant_id);

-- Links to choose a password with. Each works once.
CREATE TABLE sign_in_links (
  -- The person; a new link replaces the one before it.
  person_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  -- SHA-256 of the link's token, lower-case hexadecimal. The token itself is not stored.
  token_hash text COLLATE "C" NOT NULL UNIQUE,
  -- When it was made; it works for 15 minutes.
  created_at bigint NOT NULL
);

-- Browsers in which a person is signed in to the dashboard.
CREATE TABLE sign_ins (
  -- SHA-256 of the cookie's value, lower-case hexadecimal. The value itself is not stored.
  token_hash text COLLATE "C" NOT NULL PRIMARY KEY,
  -- The person.
  person_id text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- When the person signed in; it ends after 7 days.
  created_at bigint NOT NULL,
  -- The last request, to the minute; it ends 12 hours later.
  last_seen_at bigint NOT NULL
);

-- Finds the sign-ins of a person.
CREATE INDEX sign_ins_by_person ON sign_ins (person_id);

-- The audit trail: one row for each change by the command line, the dashboard or a shop's backend,
-- written in the commit of the change. Rows outlive their shop.

CREATE TABLE audit_entries (
  -- UUID of the entry.
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  -- When it was changed.
  at bigint NOT NULL,
  -- Kind of who changed it: operator, person or key.
  subject_kind text COLLATE "C" NOT NULL,
  -- Id of the person or the key; null for the operator. No reference, because entries outlive them.
  subject_id text COLLATE "C",
  -- Name of who changed it: cli:asha, a login, or the visible prefix of the key.
  subject_label text COLLATE "C" NOT NULL,
  -- The shop; null if it is not of one shop. No reference, because entries outlive it.
  merchant_id text COLLATE "C",
  -- Noun and verb: coupon.update.
  action text COLLATE "C" NOT NULL,
  -- Kind of the thing that was changed: coupon.
  object_kind text COLLATE "C" NOT NULL,
  -- Its id; null for several things.
  object_id text COLLATE "C",
  -- Its name for people: SAVE10; null without one.
  object_label text COLLATE "C",
  -- JSON object of the fields that differ, as they were; null where nothing was. No data of
  -- customers and no secrets.
  before text COLLATE "C",
  -- The same fields as they are; null where nothing is.
  after text COLLATE "C"
);

-- Lists entries by time, of all shops and of one.
CREATE INDEX audit_entries_by_time ON audit_entries (at);

CREATE INDEX audit_entries_by_merchant ON audit_entries (merchant_id, at);

-- Entries are only added.
-- Entries are only added.
CREATE FUNCTION checkoutd_keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit entries are never changed or deleted';
END $$;

CREATE TRIGGER audit_entries_keep BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION checkoutd_keep_audit();

-- Tables of this engine alone.

-- Changes of session_counts that are not folded yet. A row of its own for each: one row of a shop
-- that every commit updates would let one commit run at a time.
CREATE TABLE session_count_deltas (
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL,
  -- State of the checkout.
  session_state text COLLATE "C" NOT NULL,
  -- State of the payment.
  payment_state text COLLATE "C" NOT NULL,
  -- Sessions that entered it, or -1 for one that left it.
  delta bigint NOT NULL
);

CREATE FUNCTION checkoutd_count_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO session_count_deltas
    VALUES (OLD.merchant_id, OLD.session_state, OLD.payment_state, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO session_count_deltas
    VALUES (NEW.merchant_id, NEW.session_state, NEW.payment_state, 1);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER session_counts_insert AFTER INSERT ON sessions
  FOR EACH ROW WHEN (NEW.livemode = 1) EXECUTE FUNCTION checkoutd_count_session();

CREATE TRIGGER session_counts_update AFTER UPDATE OF session_state, payment_state ON sessions
  FOR EACH ROW WHEN (NEW.livemode = 1
    AND (OLD.session_state, OLD.payment_state) <> (NEW.session_state, NEW.payment_state))
  EXECUTE FUNCTION checkoutd_count_session();

CREATE TRIGGER session_counts_delete AFTER DELETE ON sessions
  FOR EACH ROW WHEN (OLD.livemode = 1) EXECUTE FUNCTION checkoutd_count_session();

-- Uses of sessions since their last change. No index has the time, so that an update stays on its
-- page and touches no index.
CREATE TABLE session_activity (
  -- The session.
  session_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  -- When it was last used; up to a sixtieth of a session's lifetime behind.
  last_active_at bigint NOT NULL
) WITH (fillfactor = 50);

-- Batches of commits, for a minute; those that were not written, for a day. They tell after a lost connection what became of one.
CREATE TABLE write_batches (
  -- Made by the writer of the batch.
  id uuid NOT NULL PRIMARY KEY,
  -- Whether the batch was written. A row with false was added by its writer afterwards and keeps
  -- the batch from being written later.
  stands boolean NOT NULL,
  -- JSON array of the refused commits; null if all of them stand.
  refused text COLLATE "C",
  -- When it was written, by the clock of the database.
  at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX write_batches_by_age ON write_batches (stands, at);

-- Called by a transaction before it adds events. Their numbers become visible in another order than
-- they are drawn: until it ends, the transaction holds a shared lock, which waits for no other, on
-- the last number drawn before its own.
CREATE FUNCTION checkoutd_begin_events() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  drawn bigint;
BEGIN
  SELECT CASE WHEN is_called THEN last_value ELSE 0 END INTO drawn FROM events_seq_seq;
  PERFORM pg_advisory_xact_lock_shared(
    716139931 + (drawn >> 31)::integer, (drawn & 2147483647)::integer);
END $$;

-- The last number of an event before which all are visible to statements that begin afterwards, or
-- never will be. Reads the numbers first: who draws one later has its lock by then, or draws a
-- higher one.
CREATE FUNCTION checkoutd_settled_event() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  drawn bigint;
  pending bigint;
BEGIN
  SELECT CASE WHEN is_called THEN last_value ELSE 0 END INTO drawn FROM events_seq_seq;
  SELECT min(((classid::bigint - 716139931) << 31) + objid::bigint) INTO pending FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid::bigint BETWEEN 716139931 AND 716140931;
  RETURN least(drawn, pending);
END $$;
