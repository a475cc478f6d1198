-- The whole schema, for new databases. `deno task schema` makes it from the migrations.

CREATE TABLE merchants (
  -- UUID of the shop.
  id TEXT NOT NULL PRIMARY KEY,
  -- Name for people.
  name TEXT NOT NULL,
  -- ISO 3166-1 alpha-2, upper case.
  country_code TEXT NOT NULL,
  -- ISO 4217, upper case; its decimals are the unit of every amount of this shop.
  currency_code TEXT NOT NULL,
  -- How the store writes the prices of its cart lines.
  cart_format TEXT NOT NULL CHECK (cart_format IN ('plain', 'shopify')),
  -- Where customers go after checkout unless a session says otherwise; may be empty.
  redirect_url TEXT NOT NULL,
  -- JSON: tax, shipping, cash on delivery, payment offers and coins.
  rules TEXT NOT NULL CHECK (json_valid(rules)),
  -- When the shop was made.
  created_at INTEGER NOT NULL,
  -- When the shop was last changed.
  updated_at INTEGER NOT NULL,
  -- open: products that are not stored are sold at the cart's price; strict: they are refused.
  catalogue TEXT NOT NULL DEFAULT 'open' CHECK (catalogue IN ('open', 'strict')),
  -- epoch.of_shops after the shop's last change.
  changed_epoch INTEGER NOT NULL DEFAULT 0 CHECK (changed_epoch >= 0)
) STRICT;

-- Finds the shops that have changed.
CREATE INDEX merchants_by_change ON merchants (changed_epoch);

CREATE TABLE merchant_domains (
  -- Host name in lower-case punycode; belongs to one shop only.
  domain TEXT NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- Place in the shop's list, from 0.
  position INTEGER NOT NULL CHECK (position >= 0)
) STRICT, WITHOUT ROWID;

CREATE INDEX merchant_domains_in_order ON merchant_domains (merchant_id, position);

CREATE TABLE api_keys (
  -- UUID of the key's record.
  id TEXT NOT NULL PRIMARY KEY,
  -- The shop that the key speaks for.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- Name for people.
  name TEXT NOT NULL,
  -- SHA-256 of the secret, lower-case hexadecimal; the secret itself is kept nowhere.
  hash TEXT NOT NULL UNIQUE,
  -- First characters of the secret, to recognise it by.
  prefix TEXT NOT NULL,
  -- Requests per minute; null for the server's default.
  rate_limit INTEGER CHECK (rate_limit > 0),
  -- When the key was made.
  created_at INTEGER NOT NULL,
  -- When the key was last used; null for never.
  last_used_at INTEGER,
  -- From when on the key is refused; null for never.
  expires_at INTEGER,
  -- When the key was revoked; null while it is good.
  revoked_at INTEGER,
  -- JSON array of what the key may do.
  scopes TEXT NOT NULL DEFAULT '["sessions:read","sessions:write","payments:write"]' CHECK (json_valid(scopes)),
  -- The key that replaces this one; null until it is rotated.
  successor_id TEXT,
  -- 0 for a key of test data, which reaches nothing else; 1 for a live one.
  livemode INTEGER NOT NULL DEFAULT 1 CHECK (livemode IN (0, 1)),
  -- JSON array of ranges of addresses in CIDR notation; empty for any address.
  allowed_from TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(allowed_from)),
  -- Address of the client that used the key last; null if it is not known.
  last_used_from TEXT
) STRICT;

CREATE INDEX api_keys_oldest_first ON api_keys (merchant_id, created_at);

CREATE TABLE products (
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- The store's own number of the product, 64-bit.
  product_id INTEGER NOT NULL,
  -- Our UUID of the product.
  id TEXT NOT NULL,
  -- Title for people.
  title TEXT NOT NULL,
  -- URL slug.
  handle TEXT NOT NULL,
  -- Maker or brand; may be empty.
  vendor TEXT NOT NULL,
  -- Description as HTML; may be empty.
  body_html TEXT NOT NULL,
  -- Storefront status.
  status TEXT NOT NULL CHECK (status IN ('active', 'unlisted', 'archived', 'draft')),
  -- JSON array of {id, src}; ids as text, because they are 64-bit.
  images TEXT NOT NULL CHECK (json_valid(images)),
  -- JSON array of what its variants differ by, such as "Colour"; empty if that is not known.
  option_names TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(option_names)),
  -- Units of a variant that an order by a link may have; null for the shop's limit.
  max_quantity INTEGER CHECK (max_quantity > 0),
  -- JSON array of the hashes of its pictures, in their order.
  pictures TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(pictures)),
  PRIMARY KEY (merchant_id, product_id)
) STRICT;

-- Finds the product with a handle.
CREATE INDEX products_by_handle ON products (merchant_id, handle) WHERE handle <> '';

CREATE TABLE variants (
  -- The shop.
  merchant_id TEXT NOT NULL,
  -- The store's own number of the variant, 64-bit; unique over all products of the shop.
  variant_id INTEGER NOT NULL,
  -- The product that this is a form of.
  product_id INTEGER NOT NULL,
  -- Place in the product's list, from 0.
  position INTEGER NOT NULL CHECK (position >= 0),
  -- Title for people.
  title TEXT NOT NULL,
  -- Unit price in minor units.
  price INTEGER NOT NULL CHECK (price >= 0),
  -- Strike-through price in minor units; null when not on sale.
  compare_at_price INTEGER CHECK (compare_at_price >= 0),
  -- Weight of one unit in grams.
  grams INTEGER NOT NULL CHECK (grams >= 0),
  -- Whether tax is due on it.
  taxable INTEGER NOT NULL CHECK (taxable IN (0, 1)),
  -- Units at hand, negative when oversold; null when stock is not tracked.
  inventory_quantity INTEGER,
  -- Whether the sale stops or goes on when a tracked stock runs out.
  inventory_policy TEXT NOT NULL CHECK (inventory_policy IN ('deny', 'continue')),
  -- The product's image that shows this variant, 64-bit; null for the product's first.
  image_id INTEGER,
  -- Units that pending payments hold: the sum of stock_holds.
  held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0),
  -- Units in stock as last imported; null when stock was not tracked. Importing the same number
  -- again does not bring back units that were sold since.
  imported_quantity INTEGER,
  -- JSON array of its values of the options, in their order.
  option_values TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(option_values)),
  -- The shop's own code of the article; may be empty.
  sku TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (merchant_id, variant_id),
  FOREIGN KEY (merchant_id, product_id) REFERENCES products (merchant_id, product_id)
) STRICT;

CREATE INDEX variants_in_order ON variants (merchant_id, product_id, position);

CREATE TABLE coupons (
  -- UUID of the coupon.
  id TEXT NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- Code as the merchant wrote it.
  code TEXT NOT NULL,
  -- Code as it is compared: trimmed, upper case.
  code_key TEXT NOT NULL,
  -- Whether a customer enters it or the engine applies it.
  application_type TEXT NOT NULL CHECK (application_type IN ('CODE', 'AUTOMATIC')),
  -- Whether it can be used at all.
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  -- First moment of validity; null for always.
  starts_at INTEGER,
  -- First moment after validity; null for never.
  ends_at INTEGER,
  -- How often it can be used; null for no limit.
  usage_limit INTEGER CHECK (usage_limit >= 0),
  -- How often it has been used; only ever counted here, never set from a definition.
  used INTEGER NOT NULL DEFAULT 0 CHECK (used >= 0),
  -- When the coupon was made.
  created_at INTEGER NOT NULL,
  -- JSON: everything else that the merchant decided about it.
  definition TEXT NOT NULL CHECK (json_valid(definition)),
  UNIQUE (merchant_id, code_key)
) STRICT;

-- Automatic coupons are read for every price; codes, of which a shop may have many, by name.
CREATE INDEX coupons_automatic ON coupons (merchant_id, code_key)
  WHERE application_type = 'AUTOMATIC' AND enabled = 1;

CREATE TABLE customers (
  -- UUID of the customer.
  id TEXT NOT NULL PRIMARY KEY,
  -- The shop; the same person at another shop is another customer.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- Phone number, E.164.
  phone TEXT NOT NULL,
  -- When the customer was first seen.
  created_at INTEGER NOT NULL,
  -- Coins that a seed file says the customer starts with.
  seeded_coins INTEGER NOT NULL CHECK (seeded_coins >= 0),
  -- Sum of the ledger for the shop's side: below 0 by what it has given out. The bound is 2^53 - 1.
  issued INTEGER NOT NULL DEFAULT 0 CHECK (issued BETWEEN -9007199254740991 AND 9007199254740991),
  -- Sum of the ledger for coins the customer can use.
  available INTEGER NOT NULL DEFAULT 0 CHECK (available BETWEEN 0 AND 9007199254740991),
  -- Sum of the ledger for coins set aside by a payment under way.
  processing INTEGER NOT NULL DEFAULT 0 CHECK (processing BETWEEN 0 AND 9007199254740991),
  -- Sum of the ledger for coins that were spent.
  used INTEGER NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND 9007199254740991),
  -- Coins that the customer owes: `available` less these is the sum of the ledger.
  debt INTEGER NOT NULL DEFAULT 0 CHECK (debt BETWEEN 0 AND 9007199254740991),
  UNIQUE (merchant_id, phone)
) STRICT;

CREATE TABLE coin_movements (
  -- UUID of the entry.
  id TEXT NOT NULL PRIMARY KEY,
  -- Whose coins moved.
  customer_id TEXT NOT NULL REFERENCES customers (id),
  -- The account they left.
  from_account TEXT NOT NULL CHECK (from_account IN ('ISSUED', 'AVAILABLE', 'PROCESSING', 'USED')),
  -- The account they reached.
  to_account TEXT NOT NULL CHECK (to_account IN ('ISSUED', 'AVAILABLE', 'PROCESSING', 'USED') AND to_account <> from_account),
  -- How many, whole coins.
  coins INTEGER NOT NULL CHECK (coins > 0),
  -- Why they moved.
  reason TEXT NOT NULL,
  -- The session that moved them, null for none; no reference, because the ledger outlives sessions.
  session_id TEXT,
  -- When they moved.
  moved_at INTEGER NOT NULL
) STRICT;

-- A session moves coins once for each reason, however often it is told to.
CREATE UNIQUE INDEX coin_movements_once
  ON coin_movements (customer_id, session_id, reason) WHERE session_id IS NOT NULL;

-- Reads a customer's ledger in order.
CREATE INDEX coin_movements_in_order ON coin_movements (customer_id, moved_at);

-- Finds the coins that a shop gave in a day: those of orders have a session.
CREATE INDEX coin_movements_given ON coin_movements (moved_at)
  WHERE from_account = 'ISSUED' AND session_id IS NULL;

-- The short columns come first: a change of state or activity then rewrites the row's first
-- page in place and leaves those that its long texts spill over to alone.
CREATE TABLE sessions (
  -- UUID of the session.
  id TEXT NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- How far the checkout is.
  session_state TEXT NOT NULL CHECK (session_state IN ('INITIATED', 'IN_PROGRESS', 'COMPLETED', 'ABANDONED')),
  -- How far the money is.
  payment_state TEXT NOT NULL CHECK (payment_state IN ('DRAFT', 'PENDING', 'PAID', 'FAILED')),
  -- Grows by one with every change; a writer names the one it has read.
  version INTEGER NOT NULL CHECK (version > 0),
  -- When the session was opened.
  created_at INTEGER NOT NULL,
  -- When the session last got another version.
  updated_at INTEGER NOT NULL,
  -- When somebody last called for it; up to a sixtieth of a session's lifetime behind.
  last_active_at INTEGER NOT NULL,
  -- JSON: the cart, the customer's choices and the price, without what other columns hold. Checked
  -- when it is read and not here: a check for each session would be paid by the hottest write.
  doc TEXT NOT NULL,
  -- Whether it ended by inactivity and is found no more. 0 and 1 take no space in a row, so reading
  -- them does not walk the long texts before.
  expired INTEGER NOT NULL DEFAULT 0 CHECK (expired IN (0, 1)),
  -- The customer's phone number, E.164; null until it is verified.
  customer_phone TEXT,
  -- The API's answer for the session, with the version of the form that made it: a copy of doc,
  -- written with every version so that a read is a lookup. Null if it is not made yet.
  view TEXT,
  -- Start of the pending payment that holds stock, coupons or coins; null for none. A copy of doc,
  -- read by its index alone.
  held_since INTEGER,
  -- JSON object: tracking data and unknown fields of lines, 8 KiB at most; for the operator.
  extra TEXT NOT NULL DEFAULT '{}',
  -- The whole document, UTF-8, compressed (raw DEFLATE), if it is long: doc then has only the parts
  -- that queries read (currency, payment, totals, coupons). Null if doc is whole.
  packed BLOB,
  -- Time the order was placed; null without an order.
  placed_at INTEGER,
  -- Number of the order, eight symbols in two groups; null without an order.
  order_number TEXT,
  -- 1 while inactivity is to be reported: open, with a phone number or an e-mail, no pending
  -- payment, not reported yet; else null. A copy of doc, read by its index alone. Sessions from
  -- before this column get it with their next change.
  awaits_idle INTEGER,
  -- Time of the event session.idle; null without one. A copy of doc.
  idle_at INTEGER,
  -- How the customer came back by a link: RESUMED, or REOPENED for a session made from the cart of
  -- another one; null without a return. A copy of doc.
  returned TEXT,
  -- Time until which a manual payment is awaited that holds stock, coupons or coins; null for none.
  -- held_since is null then. A copy of doc. The session does not expire before.
  due_at INTEGER,
  -- 0 for a test, which changes no stock, coupon, customer or count; 1 for a live session.
  livemode INTEGER NOT NULL DEFAULT 1 CHECK (livemode IN (0, 1)),
  -- Time at which the person of the order was erased; null before, and without an order.
  erased_at INTEGER,
  -- Fee that the provider keeps of the payment, in the minor unit; null if it is not known.
  payment_fee INTEGER
) STRICT;

-- A session stands in exactly one of the next two: open ones for the sweep by inactivity, closed
-- ones for what retention deletes. A new session so pays for one of them only.
CREATE INDEX sessions_open ON sessions (last_active_at)
  WHERE session_state IN ('INITIATED', 'IN_PROGRESS');

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

CREATE TRIGGER session_counts_insert AFTER INSERT ON sessions
WHEN NEW.livemode = 1
BEGIN
  INSERT INTO session_counts (merchant_id, session_state, payment_state, count)
  VALUES (NEW.merchant_id, NEW.session_state, NEW.payment_state, 1)
  ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER session_counts_update AFTER UPDATE OF session_state, payment_state ON sessions
WHEN NEW.livemode = 1
  AND (OLD.session_state <> NEW.session_state OR OLD.payment_state <> NEW.payment_state)
BEGIN
  UPDATE session_counts SET count = count - 1
  WHERE merchant_id = OLD.merchant_id
    AND session_state = OLD.session_state AND payment_state = OLD.payment_state;
  INSERT INTO session_counts (merchant_id, session_state, payment_state, count)
  VALUES (NEW.merchant_id, NEW.session_state, NEW.payment_state, 1)
  ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER session_counts_delete AFTER DELETE ON sessions
WHEN OLD.livemode = 1
BEGIN
  UPDATE session_counts SET count = count - 1
  WHERE merchant_id = OLD.merchant_id
    AND session_state = OLD.session_state AND payment_state = OLD.payment_state;
END;

-- Lists a shop's sessions by age, with the states that lists filter by; statistics count them and
-- see by the version which ones have begun.
CREATE INDEX sessions_by_merchant
  ON sessions (merchant_id, livemode, created_at, id, session_state, payment_state, version);

-- A shop's orders by the time they were placed, with what statistics sum. Sessions without an order
-- are not in it.
CREATE INDEX sessions_placed ON sessions (
  merchant_id, livemode, placed_at, id,
  iif(json_valid(doc), doc ->> '$.currencyCode', NULL),
  iif(json_valid(doc), doc ->> '$.priced.totals.totalPayable', NULL),
  iif(json_valid(doc), doc ->> '$.order.cancellation' IS NULL, NULL)
) WHERE placed_at IS NOT NULL;

-- Sums a shop's completed sessions by the time they were created.
CREATE INDEX sessions_completed ON sessions (
  merchant_id, livemode, created_at, session_state,
  iif(json_valid(doc), doc ->> '$.currencyCode', NULL),
  iif(json_valid(doc), doc ->> '$.priced.totals.totalPayable', NULL),
  iif(json_valid(doc), doc -> '$.priced.coupons[0]' IS NOT NULL, NULL),
  iif(json_valid(doc), doc ->> '$.priced.totals.couponDiscount', NULL),
  iif(json_valid(doc), doc ->> '$.order.cancellation' IS NULL, NULL)
) WHERE session_state = 'COMPLETED';

-- Counts reported sessions and returns, and sums their orders.
CREATE INDEX sessions_recovery ON sessions (
  merchant_id, created_at, idle_at, returned, session_state,
  iif(json_valid(doc), doc ->> '$.currencyCode', NULL),
  iif(json_valid(doc), doc ->> '$.priced.totals.totalPayable', NULL),
  iif(json_valid(doc), doc ->> '$.order.cancellation' IS NULL, NULL)
) WHERE idle_at IS NOT NULL OR returned IS NOT NULL;

-- Ended sessions by the time from which their retention counts: live orders (1), whose person is to
-- be erased, apart from all others (0), which are deleted.
CREATE INDEX sessions_retained ON sessions (
  iif(session_state = 'COMPLETED' AND livemode = 1, 1, 0),
  iif(session_state = 'COMPLETED' AND livemode = 1, placed_at, last_active_at)
) WHERE session_state IN ('COMPLETED', 'ABANDONED') AND erased_at IS NULL;

CREATE TRIGGER session_sums_insert AFTER INSERT ON sessions
WHEN NEW.livemode = 1 AND NEW.id <= (SELECT summed_to FROM session_sums_progress)
BEGIN
  INSERT INTO session_sum_deltas
  SELECT merchant_id, quarter, session_state, payment_state, currency_code, count, begun, idle,
    resumed, reopened, orders, payable, with_coupon, coupon_discount, recovered,
    recovered_payable, placed, placed_payable
  FROM session_shares WHERE id = NEW.id;
END;

-- Whether a session has a step is known from its version, up to the third one; the rest of a document
-- matters only once it is an order's.
CREATE TRIGGER session_sums_leave BEFORE UPDATE OF version ON sessions
WHEN NEW.livemode = 1 AND OLD.id <= (SELECT summed_to FROM session_sums_progress)
  AND (OLD.session_state <> NEW.session_state OR OLD.payment_state <> NEW.payment_state
    OR (OLD.version > 1) <> (NEW.version > 1) OR (OLD.version > 2) <> (NEW.version > 2)
    OR NEW.session_state = 'COMPLETED' OR coalesce(OLD.placed_at, NEW.placed_at) IS NOT NULL
    OR OLD.idle_at IS NOT NEW.idle_at OR OLD.returned IS NOT NEW.returned)
BEGIN
  INSERT INTO session_sum_deltas
  SELECT merchant_id, quarter, session_state, payment_state, currency_code, -count, -begun, -idle,
    -resumed, -reopened, -orders, -payable, -with_coupon, -coupon_discount, -recovered,
    -recovered_payable, -placed, -placed_payable
  FROM session_shares WHERE id = OLD.id;
END;

CREATE TRIGGER session_sums_enter AFTER UPDATE OF version ON sessions
WHEN NEW.livemode = 1 AND NEW.id <= (SELECT summed_to FROM session_sums_progress)
  AND (OLD.session_state <> NEW.session_state OR OLD.payment_state <> NEW.payment_state
    OR (OLD.version > 1) <> (NEW.version > 1) OR (OLD.version > 2) <> (NEW.version > 2)
    OR NEW.session_state = 'COMPLETED' OR coalesce(OLD.placed_at, NEW.placed_at) IS NOT NULL
    OR OLD.idle_at IS NOT NEW.idle_at OR OLD.returned IS NOT NEW.returned)
BEGIN
  INSERT INTO session_sum_deltas
  SELECT merchant_id, quarter, session_state, payment_state, currency_code, count, begun, idle,
    resumed, reopened, orders, payable, with_coupon, coupon_discount, recovered,
    recovered_payable, placed, placed_payable
  FROM session_shares WHERE id = NEW.id;
END;

-- A purged session moves to purged_sessions in its commit, and stays in the sums by the next two.
CREATE TRIGGER session_sums_delete BEFORE DELETE ON sessions
WHEN OLD.livemode = 1 AND OLD.id <= (SELECT summed_to FROM session_sums_progress)
BEGIN
  INSERT INTO session_sum_deltas
  SELECT merchant_id, quarter, session_state, payment_state, currency_code, -count, -begun, -idle,
    -resumed, -reopened, -orders, -payable, -with_coupon, -coupon_discount, -recovered,
    -recovered_payable, -placed, -placed_payable
  FROM session_shares WHERE id = OLD.id;
END;

CREATE TRIGGER money_sums_insert AFTER INSERT ON sessions WHEN NEW.placed_at IS NOT NULL
BEGIN
  INSERT INTO money_changes SELECT 1, * FROM money_shares WHERE session_id = NEW.id;
END;

CREATE TRIGGER money_sums_leave BEFORE UPDATE OF version ON sessions WHEN OLD.placed_at IS NOT NULL
BEGIN
  INSERT INTO money_changes SELECT -1, * FROM money_shares WHERE session_id = OLD.id;
END;

CREATE TRIGGER money_sums_enter AFTER UPDATE OF version ON sessions WHEN NEW.placed_at IS NOT NULL
BEGIN
  INSERT INTO money_changes SELECT 1, * FROM money_shares WHERE session_id = NEW.id;
END;

CREATE TRIGGER money_sums_delete BEFORE DELETE ON sessions WHEN OLD.placed_at IS NOT NULL
BEGIN
  INSERT INTO money_changes SELECT -1, * FROM money_shares WHERE session_id = OLD.id;
END;

CREATE TABLE epoch (
  -- Always 1: the table has one row.
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  -- Grows by one with every commit that changes what a shop decided.
  value INTEGER NOT NULL CHECK (value >= 0),
  -- How many of the changes that value counts concern one shop.
  of_shops INTEGER NOT NULL DEFAULT 0 CHECK (of_shops >= 0)
) STRICT;

CREATE TABLE stock_holds (
  -- The session whose payment holds the units.
  session_id TEXT NOT NULL,
  -- The shop.
  merchant_id TEXT NOT NULL,
  -- The variant; no reference, because a product can lose one that is being paid for.
  variant_id INTEGER NOT NULL,
  -- How many.
  units INTEGER NOT NULL CHECK (units > 0),
  -- Digest of the buyer's phone number; null for a hold that is not limited, and without a number.
  phone TEXT,
  -- Digest of the delivery address; null for a hold that is not limited, and without an address.
  address TEXT,
  -- Digest of the client's address; null for a hold that is not limited.
  client TEXT,
  PRIMARY KEY (session_id, merchant_id, variant_id)
) STRICT, WITHOUT ROWID;

-- Sums the held units of a variant that comes back to the catalogue.
CREATE INDEX stock_holds_by_variant ON stock_holds (merchant_id, variant_id, units);

-- Sum what a phone number, a delivery address and a client hold of a variant.
CREATE INDEX stock_holds_by_phone ON stock_holds (merchant_id, variant_id, phone, units)
  WHERE phone IS NOT NULL;

CREATE INDEX stock_holds_by_address ON stock_holds (merchant_id, variant_id, address, units)
  WHERE address IS NOT NULL;

CREATE INDEX stock_holds_by_client ON stock_holds (merchant_id, variant_id, client, units)
  WHERE client IS NOT NULL;

CREATE TABLE coupon_uses (
  -- The session that uses the coupon; no reference, because limits outlive sessions.
  session_id TEXT NOT NULL,
  -- The coupon; its column used counts these rows.
  coupon_id TEXT NOT NULL REFERENCES coupons (id),
  -- The customer who uses it; null if no phone was verified.
  customer_id TEXT REFERENCES customers (id),
  PRIMARY KEY (session_id, coupon_id)
) STRICT, WITHOUT ROWID;

-- Counts a customer's uses of a coupon.
CREATE INDEX coupon_uses_by_customer ON coupon_uses (customer_id, coupon_id)
  WHERE customer_id IS NOT NULL;

-- Finds the uses of a coupon.
CREATE INDEX coupon_uses_by_coupon ON coupon_uses (coupon_id);

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

-- Counts a shop's codes of a day.
CREATE INDEX otp_sends_by_shop ON otp_sends (merchant_id, sent_at);

CREATE TABLE events (
  -- Order in which events were written.
  seq INTEGER NOT NULL PRIMARY KEY,
  -- UUID that receivers know the event by.
  id TEXT NOT NULL UNIQUE,
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- The session that it happened to; deleted with it. Null for an event of the shop.
  session_id TEXT,
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
  created_at INTEGER NOT NULL,
  -- JSON array of the data that each event is sent with; empty for none.
  include TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(include)),
  -- webhook, or the kind of a channel: email, sms. Checked when it is read. The secret of a channel
  -- is a JSON object: its address with passwords, and the rest of its configuration.
  kind TEXT NOT NULL DEFAULT 'webhook',
  -- JSON object: texts of a channel's messages that differ from the defaults.
  templates TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(templates)),
  -- 0 for a receiver of the events of test sessions, 1 for one of live sessions. Channels are live.
  livemode INTEGER NOT NULL DEFAULT 1 CHECK (livemode IN (0, 1)),
  -- How many events it receives at the same time, each of another session; channels have one lane.
  lanes INTEGER NOT NULL DEFAULT 1 CHECK (lanes BETWEEN 1 AND 8),
  -- 1 if it receives up to 100 events in one message, 0 if each is one; a channel has 0.
  batch INTEGER NOT NULL DEFAULT 0 CHECK (batch IN (0, 1)),
  -- The secret before the current one, as it was stored; null for none.
  previous_secret TEXT,
  -- When it ends to sign; null without one.
  previous_ends_at INTEGER
) STRICT;

CREATE INDEX webhook_endpoints_oldest_first ON webhook_endpoints (merchant_id, created_at);

-- A shop has one channel of a kind, so that a customer gets a message once.
CREATE UNIQUE INDEX webhook_endpoints_one_channel ON webhook_endpoints (merchant_id, kind)
  WHERE kind <> 'webhook';

CREATE TRIGGER webhook_endpoints_sealed_insert BEFORE INSERT ON webhook_endpoints
WHEN EXISTS (SELECT 1 FROM secret_keys) AND NOT EXISTS (
  SELECT 1 FROM secret_keys WHERE instr(NEW.secret, 'sealed:' || fingerprint || ':') > 0)
BEGIN
  SELECT RAISE(ABORT, 'the secret is not sealed by a key of the database');
END;

CREATE TRIGGER webhook_endpoints_sealed_update BEFORE UPDATE OF secret ON webhook_endpoints
WHEN EXISTS (SELECT 1 FROM secret_keys) AND NOT EXISTS (
  SELECT 1 FROM secret_keys WHERE instr(NEW.secret, 'sealed:' || fingerprint || ':') > 0)
BEGIN
  SELECT RAISE(ABORT, 'the secret is not sealed by a key of the database');
END;

CREATE TRIGGER webhook_endpoints_sealed_previous BEFORE UPDATE OF previous_secret ON webhook_endpoints
WHEN NEW.previous_secret IS NOT NULL AND EXISTS (SELECT 1 FROM secret_keys) AND NOT EXISTS (
  SELECT 1 FROM secret_keys WHERE instr(NEW.previous_secret, 'sealed:' || fingerprint || ':') > 0)
BEGIN
  SELECT RAISE(ABORT, 'the secret is not sealed by a key of the database');
END;

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
  -- UUID of the message that it is sent in, or was sent in last, with others; null without one.
  batch_id TEXT,
  PRIMARY KEY (endpoint_id, event_seq)
) STRICT, WITHOUT ROWID;

-- Each finds an endpoint's next delivery without walking others: first attempts in the order of
-- events, retries by the time they are due.
CREATE INDEX deliveries_first ON deliveries (endpoint_id, event_seq, next_at)
  WHERE state = 'PENDING' AND attempts = 0;

CREATE INDEX deliveries_again ON deliveries (endpoint_id, next_at, event_seq)
  WHERE state = 'PENDING' AND attempts > 0;

-- Counts the deliveries that were given up lately. Other deliveries are not in it.
CREATE INDEX deliveries_failed ON deliveries (endpoint_id, updated_at) WHERE state = 'FAILED';

-- Finds the deliveries of a message that is sent again.
CREATE INDEX deliveries_batched ON deliveries (endpoint_id, batch_id)
  WHERE state = 'PENDING' AND batch_id IS NOT NULL;

-- Number of a shop's sessions in each pair of states, kept by the triggers of sessions. Without it
-- a scrape of metrics would walk all sessions.
CREATE TABLE session_counts (
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- State of their checkouts.
  session_state TEXT NOT NULL,
  -- State of their payments.
  payment_state TEXT NOT NULL,
  -- Number of sessions; rows that fell to 0 stay.
  count INTEGER NOT NULL CHECK (count >= 0),
  PRIMARY KEY (merchant_id, session_state, payment_state)
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotency_records (
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- Whether the API key was a live one, as opposed to a test key.
  livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
  -- HTTP method of the request.
  method TEXT NOT NULL,
  -- Path of the request as it was sent.
  path TEXT NOT NULL,
  -- The key as the caller named it.
  key TEXT NOT NULL,
  -- SHA-256 of the request's body as canonical JSON, lower-case hexadecimal.
  fingerprint TEXT NOT NULL,
  -- When the answer was recorded.
  at INTEGER NOT NULL,
  -- HTTP status of the answer.
  status INTEGER NOT NULL,
  -- The header Location of the answer; null when it had none.
  location TEXT,
  -- The session that the answer shows or created; null for a refusal that changed nothing.
  session_id TEXT,
  -- UUID of the session or payment that the request began; null when it began neither.
  begun_id TEXT,
  -- Body of the answer, UTF-8, compressed (raw DEFLATE).
  body BLOB NOT NULL,
  PRIMARY KEY (merchant_id, livemode, method, path, key)
) STRICT;

CREATE INDEX idempotency_records_by_age ON idempotency_records (at);

CREATE TABLE unexpected_payments (
  -- UUID of the record.
  id TEXT NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- The session that was named; no reference, because the record outlives sessions.
  session_id TEXT NOT NULL,
  -- The payment that was named; the session may not have it.
  payment_id TEXT NOT NULL,
  -- The payment provider's reference.
  reference TEXT NOT NULL,
  -- Decimal text in the major unit; empty where no amount was reported.
  amount TEXT NOT NULL,
  -- The currency that was reported, else the shop's.
  currency_code TEXT NOT NULL,
  -- Error code that the result was refused with; checked when it is read, because there will be more.
  reason TEXT NOT NULL,
  -- The message of that refusal.
  message TEXT NOT NULL,
  -- When the result was first reported.
  at INTEGER NOT NULL,
  -- When the operator resolved it; null while it is open.
  resolved_at INTEGER,
  -- What the operator did about it; null while it is open.
  note TEXT,
  -- 0 for a result that a test key reported, 1 for a live one.
  livemode INTEGER NOT NULL DEFAULT 1 CHECK (livemode IN (0, 1)),
  -- The key that reported it; null for those from before this was noted.
  key_id TEXT,
  -- First of the open records of its key and day, of payments that the shop never had, which stands
  -- for all of them in a list; null for a record of its own.
  group_id TEXT
) STRICT;

-- Lists a shop's records by age.
CREATE INDEX unexpected_payments_by_merchant ON unexpected_payments (merchant_id, at);

-- The same result again is the same record.
CREATE UNIQUE INDEX unexpected_payments_once ON unexpected_payments
  (merchant_id, livemode, session_id, payment_id, reference, amount, currency_code);

-- Counts open records, and finds the oldest.
CREATE INDEX unexpected_payments_open ON unexpected_payments (livemode, at)
  WHERE resolved_at IS NULL;

-- Counts the records that the first of them stands for.
CREATE INDEX unexpected_payments_grouped ON unexpected_payments (group_id)
  WHERE group_id IS NOT NULL;

-- Finds the first record of a key and day.
CREATE INDEX unexpected_payments_first ON unexpected_payments (merchant_id, key_id, at)
  WHERE group_id = id;

-- Refunds and disputes of payments without an order are found by the reference of the payment.
CREATE INDEX unexpected_payments_of_provider ON unexpected_payments
  (merchant_id, livemode, reference) WHERE key_id IS NULL;

CREATE TABLE stock_sales (
  -- The session of the order.
  session_id TEXT NOT NULL,
  -- The shop.
  merchant_id TEXT NOT NULL,
  -- The variant; no reference, because a product can lose one that was sold.
  variant_id INTEGER NOT NULL,
  -- Units that left its stock; no row if its stock was not tracked.
  units INTEGER NOT NULL CHECK (units > 0),
  PRIMARY KEY (session_id, merchant_id, variant_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE checkout_links (
  -- The session; a new link replaces the one before it.
  session_id TEXT NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  -- SHA-256 of the link's token, lower-case hexadecimal. The token itself is not stored.
  token_hash TEXT NOT NULL UNIQUE,
  -- When it was made; it works for a day.
  created_at INTEGER NOT NULL,
  -- What it does not show, as its holder may not be who entered it: the address, or also the
  -- customer, whose phone is verified again; null for nothing.
  hides TEXT CHECK (hides IN ('address', 'person'))
) STRICT, WITHOUT ROWID;

-- People with access to the dashboard.
CREATE TABLE people (
  -- UUID version 7.
  id TEXT NOT NULL PRIMARY KEY,
  -- Name to sign in with: lower case, ASCII.
  login TEXT NOT NULL UNIQUE,
  -- Name for display.
  name TEXT NOT NULL,
  -- Role in every shop: viewer, staff or owner; null for none.
  role TEXT CHECK (role IN ('viewer', 'staff', 'owner')),
  -- The password's scrypt hash with its parameters and salt; null until one is chosen.
  password_hash TEXT,
  -- When the person was added.
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Roles in single shops, besides those in every shop.
CREATE TABLE person_roles (
  -- The person.
  person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id) ON DELETE CASCADE,
  -- viewer, staff or owner.
  role TEXT NOT NULL CHECK (role IN ('viewer', 'staff', 'owner')),
  PRIMARY KEY (person_id, merchant_id)
) STRICT, WITHOUT ROWID;

-- Finds the roles that go with a deleted shop.
CREATE INDEX person_roles_by_merchant ON person_roles (merchant_id);

-- Links to choose a password with. Each works once.
CREATE TABLE sign_in_links (
  -- The person; a new link replaces the one before it.
  person_id TEXT NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  -- SHA-256 of the link's token, lower-case hexadecimal. The token itself is not stored.
  token_hash TEXT NOT NULL UNIQUE,
  -- When it was made; it works for 15 minutes.
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Browsers in which a person is signed in to the dashboard.
CREATE TABLE sign_ins (
  -- SHA-256 of the cookie's value, lower-case hexadecimal. The value itself is not stored.
  token_hash TEXT NOT NULL PRIMARY KEY,
  -- The person.
  person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- When the person signed in; it ends after 7 days.
  created_at INTEGER NOT NULL,
  -- The last request, to the minute; it ends 12 hours later.
  last_seen_at INTEGER NOT NULL,
  -- How the person signed in: with a password, or by a link, which a new role ends. Sign-ins from
  -- before did not note it.
  method TEXT NOT NULL DEFAULT 'link' CHECK (method IN ('password', 'link')),
  -- When the password was last entered in this browser; 0 if a version before did not note it.
  confirmed_at INTEGER NOT NULL DEFAULT 0,
  -- The client's address at the sign-in; empty if a version before did not note it.
  address TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

-- Finds the sign-ins of a person.
CREATE INDEX sign_ins_by_person ON sign_ins (person_id);

CREATE TABLE payment_references (
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- 0 for a payment of a test session, 1 for a live one.
  livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
  -- The payment provider's reference of a payment that was paid.
  reference TEXT NOT NULL,
  -- The session that it paid; no reference, because it stays taken for longer than sessions are kept.
  session_id TEXT NOT NULL,
  -- The payment.
  payment_id TEXT NOT NULL,
  PRIMARY KEY (merchant_id, livemode, reference)
) STRICT, WITHOUT ROWID;

CREATE TABLE audit_entries (
  -- UUID of the entry.
  id TEXT NOT NULL PRIMARY KEY,
  -- When it was changed.
  at INTEGER NOT NULL,
  -- Kind of who changed it: operator, person or key.
  subject_kind TEXT NOT NULL,
  -- Id of the person or the key; null for the operator. No reference, because entries outlive them.
  subject_id TEXT,
  -- Name of who changed it: cli:asha, a login, or the visible prefix of the key.
  subject_label TEXT NOT NULL,
  -- The shop; null if it is not of one shop. No reference, because entries outlive it.
  merchant_id TEXT,
  -- Noun and verb: coupon.update.
  action TEXT NOT NULL,
  -- Kind of the thing that was changed: coupon.
  object_kind TEXT NOT NULL,
  -- Its id; null for several things.
  object_id TEXT,
  -- Its name for people: SAVE10; null without one.
  object_label TEXT,
  -- JSON object of the fields that differ, as they were; null where nothing was. No data of
  -- customers and no secrets.
  before TEXT,
  -- The same fields as they are; null where nothing is.
  after TEXT
) STRICT, WITHOUT ROWID;

-- Lists entries by time, of all shops and of one.
CREATE INDEX audit_entries_by_time ON audit_entries (at);

CREATE INDEX audit_entries_by_merchant ON audit_entries (merchant_id, at);

-- INSERT OR REPLACE would delete a row without the trigger above.
CREATE TRIGGER audit_entries_insert BEFORE INSERT ON audit_entries
WHEN EXISTS (SELECT 1 FROM audit_entries WHERE id = NEW.id) BEGIN
  SELECT RAISE(ABORT, 'audit entries are never replaced');
END;

CREATE TRIGGER audit_entries_wait AFTER INSERT ON audit_entries BEGIN
  INSERT INTO audit_unsealed VALUES (NEW.id);
END;

-- Entries are only added; names in them can be erased.
CREATE TRIGGER audit_entries_update BEFORE UPDATE ON audit_entries
WHEN NEW.id IS NOT OLD.id OR NEW.at IS NOT OLD.at OR NEW.subject_kind IS NOT OLD.subject_kind
  OR NEW.subject_id IS NOT OLD.subject_id OR NEW.merchant_id IS NOT OLD.merchant_id
  OR NEW.action IS NOT OLD.action OR NEW.object_kind IS NOT OLD.object_kind
  OR NEW.object_id IS NOT OLD.object_id
  OR (NEW.subject_label IS NOT OLD.subject_label AND NEW.subject_label IS NOT '(erased)')
  OR (NEW.object_label IS NOT OLD.object_label AND NEW.object_label IS NOT '(erased)')
  OR (NEW.before IS NOT OLD.before AND NEW.before IS NOT NULL)
  OR (NEW.after IS NOT OLD.after AND NEW.after IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'audit entries are never changed');
END;

-- Only those past their retention go, whole seals with the chain before them.
CREATE TRIGGER audit_entries_delete BEFORE DELETE ON audit_entries
WHEN NOT EXISTS (SELECT 1 FROM audit_sealed WHERE entry_id = OLD.id
  AND seal <= (SELECT min(seal) FROM audit_seals))
BEGIN
  SELECT RAISE(ABORT, 'audit entries are never deleted');
END;

-- Invitations of owners to their shops. Each is accepted once, and is deleted once it is confirmed.
CREATE TABLE invitations (
  -- UUID version 7.
  id TEXT NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id) ON DELETE CASCADE,
  -- The owner who made it, and who alone sees and confirms it.
  invited_by TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- The role that it leads to: viewer, staff or owner.
  role TEXT NOT NULL CHECK (role IN ('viewer', 'staff', 'owner')),
  -- The owner's note on who is meant; may be empty.
  name TEXT NOT NULL,
  -- SHA-256 of the link's token, lower-case hexadecimal. The token itself is not stored.
  token_hash TEXT NOT NULL UNIQUE,
  -- When it was made; it can be accepted for 7 days.
  created_at INTEGER NOT NULL,
  -- Who has accepted it; null until somebody has.
  accepted_by TEXT REFERENCES people (id) ON DELETE CASCADE,
  -- When it was accepted; it can be confirmed for 7 days.
  accepted_at INTEGER
) STRICT, WITHOUT ROWID;

-- Finds the invitations of an owner to a shop.
CREATE INDEX invitations_by_owner ON invitations (merchant_id, invited_by);

-- What the limits of shops refused. Purged after a week.
CREATE TABLE limit_refusals (
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id) ON DELETE CASCADE,
  -- Start of the hour in which it was refused.
  hour INTEGER NOT NULL,
  -- Name of the limit, as the program knows it; checked when it is read.
  refusal TEXT NOT NULL,
  -- How often.
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (merchant_id, hour, refusal)
) STRICT, WITHOUT ROWID;

-- Finds counts to be purged.
CREATE INDEX limit_refusals_by_hour ON limit_refusals (hour);

-- Sessions that were deleted after their retention, which statistics go on counting. Live ones alone.
CREATE TABLE purged_sessions (
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- Start of the quarter of an hour in which they were opened: days of all time zones begin at one.
  opened_at INTEGER NOT NULL,
  -- State of the checkout.
  session_state TEXT NOT NULL,
  -- State of the payment.
  payment_state TEXT NOT NULL,
  -- ISO 4217; empty if the document was damaged.
  currency_code TEXT NOT NULL,
  -- How many.
  count INTEGER NOT NULL CHECK (count > 0),
  -- How many of them had a step.
  begun INTEGER NOT NULL,
  -- How many had an event session.idle.
  idle INTEGER NOT NULL,
  -- How many a customer resumed by a link.
  resumed INTEGER NOT NULL,
  -- How many were made by a link from the cart of another one.
  reopened INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, opened_at, session_state, payment_state, currency_code)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER session_sums_purged_insert AFTER INSERT ON purged_sessions
BEGIN
  INSERT INTO session_sum_deltas
  VALUES (NEW.merchant_id, NEW.opened_at, NEW.session_state, NEW.payment_state, NEW.currency_code,
    NEW.count, NEW.begun, NEW.idle, NEW.resumed, NEW.reopened, 0, 0, 0, 0, 0, 0, 0, 0);
END;

CREATE TRIGGER session_sums_purged_update AFTER UPDATE ON purged_sessions
BEGIN
  INSERT INTO session_sum_deltas
  VALUES (NEW.merchant_id, NEW.opened_at, NEW.session_state, NEW.payment_state, NEW.currency_code,
    NEW.count - OLD.count, NEW.begun - OLD.begun, NEW.idle - OLD.idle, NEW.resumed - OLD.resumed,
    NEW.reopened - OLD.reopened, 0, 0, 0, 0, 0, 0, 0, 0);
END;

-- Ways back from the page of a payment: their codes show how the payment stands.
CREATE TABLE payment_returns (
  -- SHA-256 of the code, lower-case hexadecimal. The code itself is not stored.
  code_hash TEXT NOT NULL PRIMARY KEY,
  -- The session of the payment.
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  -- The payment.
  payment_id TEXT NOT NULL,
  -- When it was made; it works for a day.
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Finds the ways back to a session.
CREATE INDEX payment_returns_session ON payment_returns (session_id);

-- Finds old ones.
CREATE INDEX payment_returns_created ON payment_returns (created_at);

-- Messages to customers that were sent, so that they are limited. Purged after two days.
CREATE TABLE message_sends (
  -- UUID of the event; its attempts count once for each kind of channel.
  event_id TEXT NOT NULL,
  -- Kind of the channel: email or sms.
  kind TEXT NOT NULL,
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id) ON DELETE CASCADE,
  -- The session.
  session_id TEXT NOT NULL,
  -- Digest of the phone number or e-mail address.
  recipient TEXT NOT NULL,
  -- 1 for an SMS to a number that its session has not verified and that is no one-time code.
  unverified INTEGER NOT NULL CHECK (unverified IN (0, 1)),
  -- When.
  sent_at INTEGER NOT NULL,
  -- Digest of the address of the client that caused it on the checkout page; null for none.
  client TEXT,
  PRIMARY KEY (event_id, kind)
) STRICT, WITHOUT ROWID;

-- Counts messages to a recipient.
CREATE INDEX message_sends_by_recipient ON message_sends (merchant_id, recipient, sent_at);

-- Counts a shop's messages of a day.
CREATE INDEX message_sends_by_shop ON message_sends (merchant_id, sent_at);

CREATE INDEX message_sends_by_age ON message_sends (sent_at);

-- Counts messages that a client caused.
CREATE INDEX message_sends_by_client ON message_sends (merchant_id, client, sent_at)
  WHERE client IS NOT NULL;

-- Statistics are sums by quarters of an hour, kept by triggers: days of all time zones begin at one.
-- Reading them takes a time that does not grow with the sessions.
CREATE TABLE session_sums (
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id) ON DELETE CASCADE,
  -- Start of the quarter of an hour (UTC) in which the session was opened, or the order was placed.
  quarter INTEGER NOT NULL,
  -- State of the checkout.
  session_state TEXT NOT NULL,
  -- State of the payment.
  payment_state TEXT NOT NULL,
  -- ISO 4217; empty for sessions that were neither left, resumed nor completed, whose amounts are
  -- not summed, and if the document was damaged.
  currency_code TEXT NOT NULL,
  -- Sessions that were opened in the quarter.
  count INTEGER NOT NULL,
  -- Those of them with a step.
  begun INTEGER NOT NULL,
  -- Those with an event session.idle.
  idle INTEGER NOT NULL,
  -- Those that a customer resumed by a link.
  resumed INTEGER NOT NULL,
  -- Those made by a link from the cart of another one.
  reopened INTEGER NOT NULL,
  -- Those that are orders, without cancelled ones.
  orders INTEGER NOT NULL,
  -- Minor units of these orders.
  payable INTEGER NOT NULL,
  -- Those of these orders with a coupon.
  with_coupon INTEGER NOT NULL,
  -- Minor units that coupons took off.
  coupon_discount INTEGER NOT NULL,
  -- Orders of sessions that were resumed or made again.
  recovered INTEGER NOT NULL,
  -- Minor units of them.
  recovered_payable INTEGER NOT NULL,
  -- Orders that were placed in the quarter, without cancelled ones.
  placed INTEGER NOT NULL,
  -- Minor units of them.
  placed_payable INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, quarter, session_state, payment_state, currency_code)
) STRICT, WITHOUT ROWID;

-- How far the sessions from before this table are summed; one row.
CREATE TABLE session_sums_progress (
  -- Sessions with ids up to this one are in session_sums; '~', which is after all ids, once all are.
  summed_to TEXT NOT NULL
) STRICT;

-- Parts of live sessions that statistics sum. The document is parsed only where its parts are summed.
CREATE VIEW session_parts AS
SELECT id, merchant_id, created_at, placed_at, session_state, payment_state, idle_at, returned,
  version > CASE session_state WHEN 'ABANDONED' THEN 2 ELSE 1 END AS begun,
  CASE WHEN coalesce(placed_at, idle_at, returned) IS NULL AND session_state <> 'COMPLETED' THEN ''
    ELSE iif(json_valid(doc), coalesce(doc ->> '$.currencyCode', ''), '') END AS currency_code,
  CASE WHEN placed_at IS NULL AND session_state <> 'COMPLETED' THEN 0
    ELSE iif(json_valid(doc), doc ->> '$.order.cancellation' IS NULL, 1) END AS is_kept,
  CASE WHEN placed_at IS NULL AND session_state <> 'COMPLETED' THEN 0
    ELSE iif(json_valid(doc), doc ->> '$.priced.totals.totalPayable', 0) END AS payable,
  CASE WHEN session_state <> 'COMPLETED' THEN 0
    ELSE iif(json_valid(doc), doc -> '$.priced.coupons[0]' IS NOT NULL, 0) END AS with_coupon,
  CASE WHEN session_state <> 'COMPLETED' THEN 0
    ELSE iif(json_valid(doc), doc ->> '$.priced.totals.couponDiscount', 0) END AS coupon_discount
FROM sessions WHERE livemode = 1;

-- What each live session adds to session_sums: to the quarter in which it was opened, and to that in
-- which its order was placed.
CREATE VIEW session_shares AS
SELECT id, merchant_id, created_at - created_at % 900000 AS quarter, session_state, payment_state,
  currency_code, 1 AS count, begun, idle_at IS NOT NULL AS idle, returned IS 'RESUMED' AS resumed,
  returned IS 'REOPENED' AS reopened,
  session_state = 'COMPLETED' AND is_kept AS orders,
  iif(session_state = 'COMPLETED' AND is_kept, payable, 0) AS payable,
  is_kept AND with_coupon AS with_coupon, iif(is_kept, coupon_discount, 0) AS coupon_discount,
  returned IS NOT NULL AND session_state = 'COMPLETED' AND is_kept AS recovered,
  iif(returned IS NOT NULL AND session_state = 'COMPLETED' AND is_kept, payable, 0)
    AS recovered_payable,
  0 AS placed, 0 AS placed_payable
FROM session_parts
UNION ALL
SELECT id, merchant_id, placed_at - placed_at % 900000, session_state, payment_state, currency_code,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, payable
FROM session_parts WHERE placed_at IS NOT NULL AND is_kept;

-- What is inserted here is added to session_sums; sums of no session go. PostgreSQL has a table.
CREATE VIEW session_sum_deltas AS SELECT * FROM session_sums WHERE false;

CREATE TRIGGER session_sum_deltas_insert INSTEAD OF INSERT ON session_sum_deltas
BEGIN
  INSERT INTO session_sums
  VALUES (NEW.merchant_id, NEW.quarter, NEW.session_state, NEW.payment_state, NEW.currency_code,
    NEW.count, NEW.begun, NEW.idle, NEW.resumed, NEW.reopened, NEW.orders, NEW.payable,
    NEW.with_coupon, NEW.coupon_discount, NEW.recovered, NEW.recovered_payable, NEW.placed,
    NEW.placed_payable)
  ON CONFLICT DO UPDATE SET
    count = count + excluded.count, begun = begun + excluded.begun, idle = idle + excluded.idle,
    resumed = resumed + excluded.resumed, reopened = reopened + excluded.reopened,
    orders = orders + excluded.orders, payable = payable + excluded.payable,
    with_coupon = with_coupon + excluded.with_coupon,
    coupon_discount = coupon_discount + excluded.coupon_discount,
    recovered = recovered + excluded.recovered,
    recovered_payable = recovered_payable + excluded.recovered_payable,
    placed = placed + excluded.placed, placed_payable = placed_payable + excluded.placed_payable;
  DELETE FROM session_sums
  WHERE NEW.count + NEW.placed <= 0 AND merchant_id = NEW.merchant_id AND quarter = NEW.quarter
    AND session_state = NEW.session_state AND payment_state = NEW.payment_state
    AND currency_code = NEW.currency_code AND count = 0 AND placed = 0;
END;

-- Accounts of shops at providers.
CREATE TABLE payment_providers (
  -- UUID version 7.
  id TEXT NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- Kind of provider, as the program knows it; checked when it is read.
  kind TEXT NOT NULL,
  -- 1 for the payments of live sessions, 0 for those of tests.
  livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
  -- When it was added.
  created_at INTEGER NOT NULL,
  -- From when on it starts no payment; null while it is in use.
  removed_at INTEGER,
  -- The provider's own id of the account; null if it tells none, and for the demo provider.
  account TEXT,
  -- The secret key, and on a second line the secret that signs hooks, if any. Sealed or plain.
  -- Null for the demo provider, and once the key of an account out of use is deleted.
  secret TEXT,
  -- Until when refunds and disputes made at the provider were listed; null before the first time.
  listed_until INTEGER
) STRICT, WITHOUT ROWID;

-- A shop has one account of a mode in use.
CREATE UNIQUE INDEX payment_providers_in_use ON payment_providers (merchant_id, livemode)
  WHERE removed_at IS NULL;

-- Finds the accounts of a shop.
CREATE INDEX payment_providers_of_merchant ON payment_providers (merchant_id, created_at, id);

CREATE TRIGGER payment_providers_sealed_insert BEFORE INSERT ON payment_providers
WHEN NEW.secret IS NOT NULL AND EXISTS (SELECT 1 FROM secret_keys) AND NOT EXISTS (
  SELECT 1 FROM secret_keys WHERE instr(NEW.secret, 'sealed:' || fingerprint || ':') > 0)
BEGIN
  SELECT RAISE(ABORT, 'the secret is not sealed by a key of the database');
END;

CREATE TRIGGER payment_providers_sealed_update BEFORE UPDATE OF secret ON payment_providers
WHEN NEW.secret IS NOT NULL AND EXISTS (SELECT 1 FROM secret_keys) AND NOT EXISTS (
  SELECT 1 FROM secret_keys WHERE instr(NEW.secret, 'sealed:' || fingerprint || ':') > 0)
BEGIN
  SELECT RAISE(ABORT, 'the secret is not sealed by a key of the database');
END;

-- Payments that providers take, with what is needed to ask for their results.
CREATE TABLE provider_payments (
  -- UUID of the payment, which is the key of its requests to the provider.
  payment_id TEXT NOT NULL PRIMARY KEY,
  -- The session.
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  -- The shop.
  merchant_id TEXT NOT NULL,
  -- The account.
  account_id TEXT NOT NULL REFERENCES payment_providers (id),
  -- The provider's reference of its page; null until it has answered.
  reference TEXT,
  -- When the provider's page ends.
  page_ends_at INTEGER NOT NULL,
  -- When to ask the provider next; null once there is nothing to ask.
  next_look_at INTEGER,
  -- How often it was asked.
  looks INTEGER NOT NULL,
  -- What the customer did on the page of the demo provider; null before, and for other providers.
  demo_act TEXT,
  -- When.
  demo_at INTEGER
) STRICT, WITHOUT ROWID;

-- Finds the payment of a provider's page.
CREATE UNIQUE INDEX provider_payments_reference ON provider_payments (account_id, reference);

-- Finds the payments of a session.
CREATE INDEX provider_payments_session ON provider_payments (session_id);

-- Finds payments to be asked for.
CREATE INDEX provider_payments_due ON provider_payments (next_look_at)
  WHERE next_look_at IS NOT NULL;

CREATE TABLE secret_keys (
  -- The key's fingerprint: the first half of 32 hexadecimal digits of a SHA-256. The key itself is
  -- not stored. The database takes no secret of another key, and no plain one, once it has a row.
  fingerprint TEXT NOT NULL PRIMARY KEY CHECK (length(fingerprint) = 16),
  -- When it was recorded.
  created_at INTEGER NOT NULL,
  -- When the places in the file that plain text had been in were overwritten; null until then.
  cleaned_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE secrets (
  -- Its use: recovery.
  name TEXT NOT NULL PRIMARY KEY,
  -- 32 random bytes as base64url, made once, sealed or plain. recovery signs the links that show a
  -- customer's cart and open it again: reading it allows to make such links for every session whose
  -- id is known, and nothing else. It must not be logged or shown.
  value TEXT NOT NULL,
  -- When it was made.
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER secrets_sealed_insert BEFORE INSERT ON secrets
WHEN EXISTS (SELECT 1 FROM secret_keys) AND NOT EXISTS (
  SELECT 1 FROM secret_keys WHERE instr(NEW.value, 'sealed:' || fingerprint || ':') > 0)
BEGIN
  SELECT RAISE(ABORT, 'the secret is not sealed by a key of the database');
END;

CREATE TRIGGER secrets_sealed_update BEFORE UPDATE OF value ON secrets
WHEN EXISTS (SELECT 1 FROM secret_keys) AND NOT EXISTS (
  SELECT 1 FROM secret_keys WHERE instr(NEW.value, 'sealed:' || fingerprint || ':') > 0)
BEGIN
  SELECT RAISE(ABORT, 'the secret is not sealed by a key of the database');
END;

-- Refunds beside the sessions that they are part of.
CREATE TABLE refunds (
  -- UUID, by which the provider knows a repeated request.
  id TEXT NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- 1 for live payments, 0 for those of tests.
  livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
  -- The session of the payment, which need not be stored if the payment was unexpected.
  session_id TEXT NOT NULL,
  -- The payment; null for cash.
  payment_id TEXT,
  -- The payment without an order that it gives back; null for one of an order.
  unexpected_id TEXT,
  -- The account of the provider that gives it back; null if the shop does by hand.
  account_id TEXT,
  -- The provider's reference of the money that was taken; null without a provider.
  charge TEXT,
  -- In the minor unit; 0 for goods that came back without money.
  amount INTEGER NOT NULL CHECK (amount >= 0),
  -- ISO 4217.
  currency_code TEXT NOT NULL,
  -- Reference of the money that went back; null until it is known.
  reference TEXT,
  -- REQUESTED, PENDING, DONE or FAILED.
  state TEXT NOT NULL,
  -- OURS, or PROVIDER for one that was made there.
  origin TEXT NOT NULL,
  -- When it was asked for.
  at INTEGER NOT NULL,
  -- When it was done or failed; null before.
  settled_at INTEGER,
  -- When to go to the provider next; null for nothing to do there.
  next_try_at INTEGER,
  -- How often the provider was called for it.
  tries INTEGER NOT NULL,
  -- The person whose refunds of a day have a limit; null for others.
  person_id TEXT
) STRICT, WITHOUT ROWID;

-- References of an account\'s refunds in a mode are those of one refund each. Money that the shop
-- pays back by hand may have one reference for several.
CREATE UNIQUE INDEX refunds_reference ON refunds (merchant_id, livemode, reference)
  WHERE reference IS NOT NULL AND account_id IS NOT NULL;

-- Finds the refunds of a session.
CREATE INDEX refunds_session ON refunds (session_id);

-- Finds those of a payment without an order.
CREATE INDEX refunds_unexpected ON refunds (unexpected_id) WHERE unexpected_id IS NOT NULL;

-- List a shop's refunds, and all, newest first.
CREATE INDEX refunds_of_merchant ON refunds (merchant_id, at, id);

CREATE INDEX refunds_by_time ON refunds (at, id);

-- Finds those that the shop must see to.
CREATE INDEX refunds_attention ON refunds (merchant_id, at) WHERE state IN ('REQUESTED', 'FAILED');

-- Sums those of a person.
CREATE INDEX refunds_of_person ON refunds (merchant_id, person_id, at)
  WHERE person_id IS NOT NULL;

-- Finds those for which to go to the provider.
CREATE INDEX refunds_due ON refunds (next_try_at) WHERE next_try_at IS NOT NULL;

CREATE TRIGGER money_sums_refund_insert AFTER INSERT ON refunds
BEGIN
  INSERT INTO money_changes
  SELECT 1, * FROM money_shares WHERE session_id = NEW.session_id AND refund_id = NEW.id;
END;

CREATE TRIGGER money_sums_refund_leave BEFORE UPDATE OF state ON refunds
BEGIN
  INSERT INTO money_changes
  SELECT -1, * FROM money_shares WHERE session_id = OLD.session_id AND refund_id = OLD.id;
END;

CREATE TRIGGER money_sums_refund_enter AFTER UPDATE OF state ON refunds
BEGIN
  INSERT INTO money_changes
  SELECT 1, * FROM money_shares WHERE session_id = NEW.session_id AND refund_id = NEW.id;
END;

CREATE TRIGGER money_sums_refund_delete BEFORE DELETE ON refunds
BEGIN
  INSERT INTO money_changes
  SELECT -1, * FROM money_shares WHERE session_id = OLD.session_id AND refund_id = OLD.id;
END;

-- Finds refunds that are on their way: those that no provider can be asked for are seen to.
CREATE INDEX refunds_pending ON refunds (merchant_id, at) WHERE state = 'PENDING';

-- Disputes beside the sessions that they are part of.
CREATE TABLE disputes (
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- 1 for live payments, 0 for those of tests.
  livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
  -- The provider's reference.
  reference TEXT NOT NULL,
  -- The session of the payment.
  session_id TEXT NOT NULL,
  -- The payment.
  payment_id TEXT NOT NULL,
  -- The account of the provider.
  account_id TEXT NOT NULL,
  -- In the minor unit.
  amount INTEGER NOT NULL CHECK (amount >= 0),
  -- ISO 4217.
  currency_code TEXT NOT NULL,
  -- As the provider says.
  reason TEXT NOT NULL,
  -- OPEN, WON or LOST.
  status TEXT NOT NULL,
  -- Until when the shop can send evidence; null if it cannot, or need not.
  evidence_due_at INTEGER,
  -- When it began.
  at INTEGER NOT NULL,
  -- When the bank decided; null before.
  decided_at INTEGER,
  -- When to ask the provider next; null once the bank has decided.
  next_look_at INTEGER,
  -- The payment without an order; null for one of an order.
  unexpected_id TEXT,
  PRIMARY KEY (merchant_id, livemode, reference)
) STRICT, WITHOUT ROWID;

-- Finds the disputes of a session.
CREATE INDEX disputes_session ON disputes (session_id);

-- Finds a shop's open disputes, those first whose evidence is due first.
CREATE INDEX disputes_open ON disputes (merchant_id, evidence_due_at) WHERE status = 'OPEN';

-- Finds those to be asked for.
CREATE INDEX disputes_due ON disputes (next_look_at) WHERE next_look_at IS NOT NULL;

CREATE TRIGGER money_sums_dispute_insert AFTER INSERT ON disputes
BEGIN
  INSERT INTO money_changes
  SELECT 1, * FROM money_shares WHERE session_id = NEW.session_id AND dispute = NEW.reference;
END;

CREATE TRIGGER money_sums_dispute_leave BEFORE UPDATE OF status ON disputes
BEGIN
  INSERT INTO money_changes
  SELECT -1, * FROM money_shares WHERE session_id = OLD.session_id AND dispute = OLD.reference;
END;

CREATE TRIGGER money_sums_dispute_enter AFTER UPDATE OF status ON disputes
BEGIN
  INSERT INTO money_changes
  SELECT 1, * FROM money_shares WHERE session_id = NEW.session_id AND dispute = NEW.reference;
END;

CREATE TRIGGER money_sums_dispute_delete BEFORE DELETE ON disputes
BEGIN
  INSERT INTO money_changes
  SELECT -1, * FROM money_shares WHERE session_id = OLD.session_id AND dispute = OLD.reference;
END;

-- Sums of money by quarters of an hour, kept by triggers, without cancelled orders.
CREATE TABLE money_sums (
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id) ON DELETE CASCADE,
  -- Start of the quarter of an hour (UTC) in which the refund or the dispute was made, or the order
  -- was placed.
  quarter INTEGER NOT NULL,
  -- ISO 4217.
  currency_code TEXT NOT NULL,
  -- Refunds that were made in the quarter and have not failed.
  refunds INTEGER NOT NULL,
  -- Minor units of them.
  refunded INTEGER NOT NULL,
  -- Disputes that were made in the quarter and are lost by now.
  losses INTEGER NOT NULL,
  -- Minor units of them.
  lost INTEGER NOT NULL,
  -- Orders that were placed in the quarter and whose fee is known.
  charged INTEGER NOT NULL,
  -- Minor units of these fees.
  fees INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, quarter, currency_code)
) STRICT, WITHOUT ROWID;

-- Shares that are inserted here are added to money_sums, or taken away with the sign -1.
CREATE VIEW money_changes AS SELECT 1 AS sign, * FROM money_shares WHERE false;

CREATE TRIGGER money_changes_insert INSTEAD OF INSERT ON money_changes
BEGIN
  INSERT INTO money_sums
  VALUES (NEW.merchant_id, NEW.at - NEW.at % 900000, NEW.currency_code, NEW.sign * NEW.refunds,
    NEW.sign * NEW.refunded, NEW.sign * NEW.losses, NEW.sign * NEW.lost, NEW.sign * NEW.charged,
    NEW.sign * NEW.fees)
  ON CONFLICT DO UPDATE SET
    refunds = refunds + excluded.refunds, refunded = refunded + excluded.refunded,
    losses = losses + excluded.losses, lost = lost + excluded.lost,
    charged = charged + excluded.charged, fees = fees + excluded.fees;
  DELETE FROM money_sums
  WHERE merchant_id = NEW.merchant_id AND quarter = NEW.at - NEW.at % 900000
    AND currency_code = NEW.currency_code AND refunds = 0 AND losses = 0 AND charged = 0;
END;

CREATE TABLE authenticators (
  -- The person. An app makes codes of the secret and the time (RFC 6238).
  person_id TEXT NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  -- 20 random bytes in base32, sealed or plain.
  secret TEXT NOT NULL,
  -- Time step of the last code that was used, which no other use may have: 30 seconds each.
  last_step INTEGER NOT NULL,
  -- When the person set it up.
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER authenticators_sealed_insert BEFORE INSERT ON authenticators
WHEN EXISTS (SELECT 1 FROM secret_keys) AND NOT EXISTS (
  SELECT 1 FROM secret_keys WHERE instr(NEW.secret, 'sealed:' || fingerprint || ':') > 0)
BEGIN
  SELECT RAISE(ABORT, 'the secret is not sealed by a key of the database');
END;

CREATE TRIGGER authenticators_sealed_update BEFORE UPDATE OF secret ON authenticators
WHEN EXISTS (SELECT 1 FROM secret_keys) AND NOT EXISTS (
  SELECT 1 FROM secret_keys WHERE instr(NEW.secret, 'sealed:' || fingerprint || ':') > 0)
BEGIN
  SELECT RAISE(ABORT, 'the secret is not sealed by a key of the database');
END;

-- Codes that take the place of the app, each once; a used one is deleted.
CREATE TABLE recovery_codes (
  -- The person.
  person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- SHA-256 of the person's id and the code, lower-case hexadecimal. The code itself is not stored.
  code_hash TEXT NOT NULL,
  PRIMARY KEY (person_id, code_hash)
) STRICT, WITHOUT ROWID;

-- Sign-ins with a right password or link that wait for the second factor. They show no page.
CREATE TABLE sign_in_waits (
  -- SHA-256 of the cookie's value, lower-case hexadecimal. The value itself is not stored.
  token_hash TEXT NOT NULL PRIMARY KEY,
  -- The person.
  person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- How the sign-in began: with a password, or by a link, which a new role ends.
  method TEXT NOT NULL CHECK (method IN ('password', 'link')),
  -- When it began; it ends after 10 minutes.
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Finds those of a person.
CREATE INDEX sign_in_waits_by_person ON sign_in_waits (person_id);

-- What live orders that are not cancelled add to money_sums: a row each for a refund, a lost dispute
-- and a fee.
CREATE VIEW money_shares AS
SELECT r.session_id, r.id AS refund_id, NULL AS dispute, r.merchant_id, r.at, r.currency_code,
  1 AS refunds, r.amount AS refunded, 0 AS losses, 0 AS lost, 0 AS charged, 0 AS fees
FROM refunds AS r JOIN session_parts AS s ON s.id = r.session_id
WHERE r.state <> 'FAILED' AND r.unexpected_id IS NULL AND s.placed_at IS NOT NULL AND s.is_kept
UNION ALL
SELECT d.session_id, NULL, d.reference, d.merchant_id, d.at, d.currency_code, 0, 0, 1, d.amount, 0, 0
FROM disputes AS d JOIN session_parts AS s ON s.id = d.session_id
WHERE d.status = 'LOST' AND d.unexpected_id IS NULL AND s.placed_at IS NOT NULL AND s.is_kept
UNION ALL
SELECT s.id, NULL, NULL, s.merchant_id, s.placed_at, s.currency_code, 0, 0, 0, 0, 1, f.payment_fee
FROM sessions AS f JOIN session_parts AS s ON s.id = f.id
WHERE f.payment_fee IS NOT NULL AND s.placed_at IS NOT NULL AND s.is_kept;

-- The chain: a row seals the entries of about a minute.
CREATE TABLE audit_seals (
  -- Its number; 0 for the beginning of the chain, which seals no entry.
  seal INTEGER NOT NULL PRIMARY KEY,
  -- When it was made.
  at INTEGER NOT NULL,
  -- Number of its entries.
  entries INTEGER NOT NULL,
  -- SHA-256 of the hash before it and of its entries; random for the beginning.
  hash TEXT NOT NULL
) STRICT;

-- The entries under a seal. What can name a person is in it by salted digests, which stay when the
-- name and the salt are erased.
CREATE TABLE audit_sealed (
  -- The entry. No reference, so that one that was removed is found.
  entry_id TEXT NOT NULL PRIMARY KEY,
  -- The seal.
  seal INTEGER NOT NULL,
  -- Place among the entries of the seal, from 0.
  nth INTEGER NOT NULL,
  -- SHA-256 of the columns of the entry that never change, and of the digests below.
  digest TEXT NOT NULL,
  -- Salt of the digest of subject_label; null once that was erased.
  subject_salt TEXT,
  -- SHA-256 of the salt and subject_label.
  subject_digest TEXT NOT NULL,
  -- Salt of the digest of object_label, before and after; null once they were erased.
  object_salt TEXT,
  -- SHA-256 of the salt, object_label, before and after.
  object_digest TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Finds the entries of a seal, in their order.
CREATE UNIQUE INDEX audit_sealed_by_seal ON audit_sealed (seal, nth);

CREATE TRIGGER audit_sealed_insert AFTER INSERT ON audit_sealed BEGIN
  DELETE FROM audit_unsealed WHERE entry_id = NEW.entry_id;
END;

-- Entries that wait for a seal.
CREATE TABLE audit_unsealed (
  -- The entry.
  entry_id TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Ids of a store's own files and carts for variants that have other ids here.
CREATE TABLE variant_aliases (
  -- The shop.
  merchant_id TEXT NOT NULL,
  -- The store's number of the variant.
  alias_variant_id INTEGER NOT NULL,
  -- The store's number of its product.
  alias_product_id INTEGER NOT NULL,
  -- The product.
  product_id INTEGER NOT NULL,
  -- The variant; its aliases go with it.
  variant_id INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, alias_variant_id),
  FOREIGN KEY (merchant_id, variant_id) REFERENCES variants (merchant_id, variant_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Finds the aliases of a product by the id that a file has for it.
CREATE INDEX variant_aliases_by_product ON variant_aliases (merchant_id, alias_product_id);

-- Finds the aliases of a variant that is removed.
CREATE INDEX variant_aliases_by_variant ON variant_aliases (merchant_id, variant_id);

CREATE TABLE passkeys (
  -- Id of the credential, as base64url.
  id TEXT NOT NULL PRIMARY KEY,
  -- The person.
  person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- Name that the person gave it.
  name TEXT NOT NULL,
  -- Host of the dashboard that it is for; a browser offers it nowhere else.
  host TEXT NOT NULL,
  -- SubjectPublicKeyInfo in DER, as base64url. It verifies signatures and is no secret.
  public_key TEXT NOT NULL,
  -- Signatures that the authenticator has counted, which a copy of it does not know; 0 if it does not
  -- count.
  counter INTEGER NOT NULL,
  -- When the person added it.
  created_at INTEGER NOT NULL,
  -- When the last challenge that it answered was made; no earlier one can be answered.
  last_used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Finds those of a person.
CREATE INDEX passkeys_by_person ON passkeys (person_id);

CREATE TABLE person_emails (
  -- The person.
  person_id TEXT NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  -- The address, which the person has verified.
  address TEXT NOT NULL,
  -- When they opened the link.
  verified_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE email_links (
  -- The person; the next link replaces the one before.
  person_id TEXT NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  -- The address that the link verifies.
  address TEXT NOT NULL,
  -- SHA-256 of the link's token, in hexadecimal.
  token_hash TEXT NOT NULL UNIQUE,
  -- When the link was made; it works for a day.
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE person_mails (
  -- UUID of what the mail is about; the same for each of several people.
  id TEXT NOT NULL,
  -- The person.
  person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- The address of that time: an earlier one is told of the next.
  address TEXT NOT NULL,
  -- What it is about: verify, or the news.
  kind TEXT NOT NULL,
  -- What its text names, as a JSON object of strings. No token: the link is made when it is sent.
  facts TEXT NOT NULL,
  -- When that happened.
  created_at INTEGER NOT NULL,
  -- Attempts so far, the one under way included.
  tries INTEGER NOT NULL,
  -- When the next attempt is due.
  due_at INTEGER NOT NULL,
  PRIMARY KEY (id, person_id)
) STRICT, WITHOUT ROWID;

-- Finds those that are due.
CREATE INDEX person_mails_due ON person_mails (due_at);

-- Finds those of a person who is removed.
CREATE INDEX person_mails_by_person ON person_mails (person_id);

CREATE TABLE person_places (
  -- A person with an e-mail address.
  person_id TEXT NOT NULL REFERENCES person_emails (person_id) ON DELETE CASCADE,
  -- Network of the browser's address.
  network TEXT NOT NULL,
  -- When the person last signed in from there.
  last_seen_at INTEGER NOT NULL,
  PRIMARY KEY (person_id, network)
) STRICT, WITHOUT ROWID;

CREATE TABLE pictures (
  -- Names the file: of the shop, the product and the bytes.
  hash TEXT NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id TEXT NOT NULL,
  -- The product.
  product_id INTEGER NOT NULL,
  -- Length of both files.
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  -- When it was removed from the product, in milliseconds since the epoch; null while it is there.
  removed_at INTEGER,
  -- The small file, for lists and carts.
  small BLOB NOT NULL,
  -- The large file.
  large BLOB NOT NULL,
  FOREIGN KEY (merchant_id, product_id) REFERENCES products (merchant_id, product_id) ON DELETE CASCADE
) STRICT;

-- Sums what the pictures of a shop take, and finds those of a product.
CREATE INDEX pictures_by_product ON pictures (merchant_id, product_id, bytes);

-- Finds removed pictures, which are deleted later.
CREATE INDEX pictures_removed ON pictures (removed_at) WHERE removed_at IS NOT NULL;

INSERT INTO epoch (id, value, of_shops) VALUES (1, 0, 0);

INSERT INTO session_sums_progress (summed_to) VALUES ('~');
