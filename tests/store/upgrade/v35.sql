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
CREATE TABLE merchant_domains (
  -- Host name in lower-case punycode; belongs to one shop only.
  domain TEXT NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- Place in the shop's list, from 0.
  position INTEGER NOT NULL CHECK (position >= 0)
) STRICT, WITHOUT ROWID;
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
  livemode INTEGER NOT NULL DEFAULT 1 CHECK (livemode IN (0, 1))
) STRICT;
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
  PRIMARY KEY (merchant_id, product_id)
) STRICT;
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
  PRIMARY KEY (merchant_id, variant_id),
  FOREIGN KEY (merchant_id, product_id) REFERENCES products (merchant_id, product_id)
) STRICT;
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
  erased_at INTEGER
) STRICT;
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
CREATE TABLE coupon_uses (
  -- The session that uses the coupon; no reference, because limits outlive sessions.
  session_id TEXT NOT NULL,
  -- The coupon; its column used counts these rows.
  coupon_id TEXT NOT NULL REFERENCES coupons (id),
  -- The customer who uses it; null if no phone was verified.
  customer_id TEXT REFERENCES customers (id),
  PRIMARY KEY (session_id, coupon_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE otp_sends (
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- Phone number that a code was sent to, E.164.
  phone TEXT NOT NULL,
  -- When.
  sent_at INTEGER NOT NULL
) STRICT;
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
  batch INTEGER NOT NULL DEFAULT 0 CHECK (batch IN (0, 1))
) STRICT;
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
CREATE TABLE person_roles (
  -- The person.
  person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id) ON DELETE CASCADE,
  -- viewer, staff or owner.
  role TEXT NOT NULL CHECK (role IN ('viewer', 'staff', 'owner')),
  PRIMARY KEY (person_id, merchant_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE sign_in_links (
  -- The person; a new link replaces the one before it.
  person_id TEXT NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  -- SHA-256 of the link's token, lower-case hexadecimal. The token itself is not stored.
  token_hash TEXT NOT NULL UNIQUE,
  -- When it was made; it works for 15 minutes.
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
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
CREATE TABLE session_sums_progress (
  -- Sessions with ids up to this one are in session_sums; '~', which is after all ids, once all are.
  summed_to TEXT NOT NULL
) STRICT;
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
  PRIMARY KEY (merchant_id, livemode, reference)
) STRICT, WITHOUT ROWID;
INSERT INTO "merchants" ("id", "name", "country_code", "currency_code", "cart_format", "redirect_url", "rules", "created_at", "updated_at", "catalogue", "changed_epoch") VALUES ('00000000-0000-7000-8000-000000000001', 'Demo Store', 'IN', 'INR', 'plain', 'https://demo-store.example/thanks', '{"tax":{"rate":180000,"included":true},"shipping":[{"countries":["IN"],"postalPrefixes":[],"options":[{"id":"standard","name":"Standard","price":8000,"freeAbove":null}]},{"countries":["IN"],"postalPrefixes":["56"],"options":[{"id":"standard","name":"Standard","price":6000,"freeAbove":99900},{"id":"express","name":"Express","price":15000,"freeAbove":null}]},{"countries":["IN"],"postalPrefixes":["560"],"options":[{"id":"standard","name":"Standard","price":3000,"freeAbove":null}]}],"cod":{"fee":4000,"min":20000,"max":1000000,"countries":["IN"],"prepaid":{"type":"PERCENTAGE","rate":100000,"cap":null}},"paymentOffers":[{"method":"PREPAID","discount":{"type":"PERCENTAGE","rate":50000,"cap":10000}}],"coin":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000},"verifyPhone":"never","otpCountries":null,"timeZone":"UTC","idleAfterMinutes":30,"recoveryUrl":"","staffRefundsDaily":0,"checkout":{"paymentUrl":"","returnOrigins":[],"embedOrigins":[],"logo":"","accent":null,"termsUrl":"","privacyUrl":"","cartLinks":false,"manual":null,"payOrder":["PROVIDER","MANUAL","COD"],"limits":{"cartsPerLink":600,"cartsPerAddress":1000,"carts":20000,"codesPerAddress":60,"wrongCouponsPerAddress":40,"wrongCoupons":2000,"messagesPerRecipient":5,"messagesPerAddress":20,"messagesDaily":1000,"maxQuantity":50}}}', 1767323045000, 1767323045000, 'open', 5);
INSERT INTO "merchants" ("id", "name", "country_code", "currency_code", "cart_format", "redirect_url", "rules", "created_at", "updated_at", "catalogue", "changed_epoch") VALUES ('00000000-0000-7000-8000-000000000002', 'Demo Store', 'IN', 'INR', 'plain', 'https://demo-store.example/thanks', '{"tax":{"rate":0,"included":true},"shipping":[],"cod":null,"paymentOffers":[],"coin":null,"verifyPhone":"never","otpCountries":null,"timeZone":"UTC","idleAfterMinutes":30,"recoveryUrl":"","staffRefundsDaily":0,"checkout":{"paymentUrl":"","returnOrigins":[],"embedOrigins":[],"logo":"","accent":null,"termsUrl":"","privacyUrl":"","cartLinks":false,"manual":null,"payOrder":["PROVIDER","MANUAL","COD"],"limits":{"cartsPerLink":600,"cartsPerAddress":1000,"carts":20000,"codesPerAddress":60,"wrongCouponsPerAddress":40,"wrongCoupons":2000,"messagesPerRecipient":5,"messagesPerAddress":20,"messagesDaily":1000,"maxQuantity":50}}}', 1767323045000, 1767323045000, 'open', 3);
INSERT INTO "merchant_domains" ("domain", "merchant_id", "position") VALUES ('demo-store.example', '00000000-0000-7000-8000-000000000001', 0);
INSERT INTO "merchant_domains" ("domain", "merchant_id", "position") VALUES ('other.example', '00000000-0000-7000-8000-000000000002', 0);
INSERT INTO "api_keys" ("id", "merchant_id", "name", "hash", "prefix", "rate_limit", "created_at", "last_used_at", "expires_at", "revoked_at", "scopes", "successor_id", "livemode") VALUES ('00000000-0000-7000-8000-000000000100', '00000000-0000-7000-8000-000000000001', 'test', '896d54a859b6765e23171b802b2c1306ee527448c56e20367489d393685f2ed3', 'ck_live_htVg', NULL, 1767323045000, 1767331455100, NULL, NULL, '["sessions:read","sessions:write","payments:write","payments:refund"]', NULL, 1);
INSERT INTO "api_keys" ("id", "merchant_id", "name", "hash", "prefix", "rate_limit", "created_at", "last_used_at", "expires_at", "revoked_at", "scopes", "successor_id", "livemode") VALUES ('00000000-0000-7000-8000-000000000102', '00000000-0000-7000-8000-000000000002', 'other', '8f623949b842158a69e725f70909d3a3b1d455ba64fdb11cc955b22c84f811cb', 'ck_live_lBtq', NULL, 1767323045000, NULL, NULL, NULL, '["sessions:read","sessions:write","payments:write"]', NULL, 1);
INSERT INTO "api_keys" ("id", "merchant_id", "name", "hash", "prefix", "rate_limit", "created_at", "last_used_at", "expires_at", "revoked_at", "scopes", "successor_id", "livemode") VALUES ('00000000-0000-7000-8000-000000000104', '00000000-0000-7000-8000-000000000001', 'old', 'eecc82af444179f6aac21fc47add72d02b5da31e680e91c7ff90f5cea11f4ce0', 'ck_live_asyv', 50, 1767323045000, NULL, NULL, 1767323045000, '["sessions:read","sessions:write","payments:write"]', NULL, 1);
INSERT INTO "api_keys" ("id", "merchant_id", "name", "hash", "prefix", "rate_limit", "created_at", "last_used_at", "expires_at", "revoked_at", "scopes", "successor_id", "livemode") VALUES ('00000000-0000-7000-8000-000000000107', '00000000-0000-7000-8000-000000000001', 'short', '5e150b54da1539f368598d0e5d5a780c4e67b7cd3ed2ecf908c4ac103168d735', 'ck_live_xHPq', 50, 1767323045050, NULL, 1767326645050, NULL, '["sessions:read","sessions:write","payments:write"]', NULL, 1);
INSERT INTO "products" ("merchant_id", "product_id", "id", "title", "handle", "vendor", "body_html", "status", "images") VALUES ('00000000-0000-7000-8000-000000000001', 1, '00000000-0000-7000-8000-000000000030', 'Mug', 'mug', 'Demo', '<p>A mug</p>', 'active', '[{"id":"1","src":"https://cdn.example/mug.png"}]');
INSERT INTO "products" ("merchant_id", "product_id", "id", "title", "handle", "vendor", "body_html", "status", "images") VALUES ('00000000-0000-7000-8000-000000000001', 9, '00000000-0000-7000-8000-000000000039', 'Poster', 'poster', 'Demo', '<p>A mug</p>', 'active', '[{"id":"1","src":"https://cdn.example/mug.png"}]');
INSERT INTO "variants" ("merchant_id", "variant_id", "product_id", "position", "title", "price", "compare_at_price", "grams", "taxable", "inventory_quantity", "inventory_policy", "image_id", "held", "imported_quantity") VALUES ('00000000-0000-7000-8000-000000000001', 11, 1, 0, 'Default Title', 34900, NULL, 300, 1, 12, 'deny', 1, 8, 20);
INSERT INTO "variants" ("merchant_id", "variant_id", "product_id", "position", "title", "price", "compare_at_price", "grams", "taxable", "inventory_quantity", "inventory_policy", "image_id", "held", "imported_quantity") VALUES ('00000000-0000-7000-8000-000000000001', 91, 9, 0, 'Default Title', 9900, NULL, 300, 1, 4, 'deny', 1, 2, 5);
INSERT INTO "coupons" ("id", "merchant_id", "code", "code_key", "application_type", "enabled", "starts_at", "ends_at", "usage_limit", "used", "created_at", "definition") VALUES ('00000000-0000-7000-8000-000000000020', '00000000-0000-7000-8000-000000000001', 'SAVE10', 'SAVE10', 'CODE', 1, NULL, NULL, NULL, 0, 1767323045000, '{"combine":false,"discount":{"type":"PERCENTAGE","rate":100000,"cap":null},"disableCod":false,"platform":"SERVICE","minPurchase":89900,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":null}');
INSERT INTO "coupons" ("id", "merchant_id", "code", "code_key", "application_type", "enabled", "starts_at", "ends_at", "usage_limit", "used", "created_at", "definition") VALUES ('00000000-0000-7000-8000-000000000021', '00000000-0000-7000-8000-000000000001', 'FLAT50', 'FLAT50', 'CODE', 1, NULL, NULL, NULL, 0, 1767323045000, '{"combine":false,"discount":{"type":"FIXED","amount":5000,"cap":null},"disableCod":false,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":null}');
INSERT INTO "coupons" ("id", "merchant_id", "code", "code_key", "application_type", "enabled", "starts_at", "ends_at", "usage_limit", "used", "created_at", "definition") VALUES ('00000000-0000-7000-8000-000000000022', '00000000-0000-7000-8000-000000000001', 'PLUS5', 'PLUS5', 'CODE', 1, NULL, NULL, NULL, 3, 1767323045000, '{"combine":true,"discount":{"type":"FIXED","amount":500,"cap":null},"disableCod":false,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":null}');
INSERT INTO "coupons" ("id", "merchant_id", "code", "code_key", "application_type", "enabled", "starts_at", "ends_at", "usage_limit", "used", "created_at", "definition") VALUES ('00000000-0000-7000-8000-000000000023', '00000000-0000-7000-8000-000000000001', 'PLUS7', 'PLUS7', 'CODE', 1, NULL, NULL, NULL, 3, 1767323045000, '{"combine":true,"discount":{"type":"FIXED","amount":700,"cap":null},"disableCod":false,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":null}');
INSERT INTO "coupons" ("id", "merchant_id", "code", "code_key", "application_type", "enabled", "starts_at", "ends_at", "usage_limit", "used", "created_at", "definition") VALUES ('00000000-0000-7000-8000-000000000024', '00000000-0000-7000-8000-000000000001', 'OLD', 'OLD', 'CODE', 1, NULL, 1767323045000, NULL, 0, 1767323045000, '{"combine":false,"discount":{"type":"PERCENTAGE","rate":100000,"cap":null},"disableCod":false,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":null}');
INSERT INTO "coupons" ("id", "merchant_id", "code", "code_key", "application_type", "enabled", "starts_at", "ends_at", "usage_limit", "used", "created_at", "definition") VALUES ('00000000-0000-7000-8000-000000000025', '00000000-0000-7000-8000-000000000001', 'SOON', 'SOON', 'CODE', 1, 1767323045001, NULL, NULL, 0, 1767323045000, '{"combine":false,"discount":{"type":"PERCENTAGE","rate":100000,"cap":null},"disableCod":false,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":null}');
INSERT INTO "coupons" ("id", "merchant_id", "code", "code_key", "application_type", "enabled", "starts_at", "ends_at", "usage_limit", "used", "created_at", "definition") VALUES ('00000000-0000-7000-8000-000000000026', '00000000-0000-7000-8000-000000000001', 'POSTERS', 'POSTERS', 'CODE', 1, NULL, NULL, NULL, 0, 1767323045000, '{"combine":false,"discount":{"type":"PERCENTAGE","rate":100000,"cap":null},"disableCod":false,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":["9"],"gift":null}');
INSERT INTO "coupons" ("id", "merchant_id", "code", "code_key", "application_type", "enabled", "starts_at", "ends_at", "usage_limit", "used", "created_at", "definition") VALUES ('00000000-0000-7000-8000-000000000027', '00000000-0000-7000-8000-000000000001', 'NOCOD', 'NOCOD', 'CODE', 1, NULL, NULL, NULL, 0, 1767323045000, '{"combine":false,"discount":{"type":"FIXED","amount":2000,"cap":null},"disableCod":true,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":null}');
INSERT INTO "coupons" ("id", "merchant_id", "code", "code_key", "application_type", "enabled", "starts_at", "ends_at", "usage_limit", "used", "created_at", "definition") VALUES ('00000000-0000-7000-8000-000000000028', '00000000-0000-7000-8000-000000000001', 'HALF 1/2', 'HALF 1/2', 'CODE', 1, NULL, NULL, NULL, 0, 1767323045000, '{"combine":false,"discount":{"type":"FIXED","amount":1000,"cap":null},"disableCod":false,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":null}');
INSERT INTO "coupons" ("id", "merchant_id", "code", "code_key", "application_type", "enabled", "starts_at", "ends_at", "usage_limit", "used", "created_at", "definition") VALUES ('00000000-0000-7000-8000-000000000029', '00000000-0000-7000-8000-000000000001', 'FREEPOSTER', 'FREEPOSTER', 'AUTOMATIC', 1, NULL, NULL, NULL, 3, 1767323045000, '{"combine":false,"discount":{"type":"PERCENTAGE","rate":100000,"cap":null},"disableCod":false,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]}}');
INSERT INTO "customers" ("id", "merchant_id", "phone", "created_at", "seeded_coins", "issued", "available", "processing", "used", "debt") VALUES ('00000000-0000-7000-8000-000000000050', '00000000-0000-7000-8000-000000000001', '+919876543210', 1767323045000, 500, -823, 323, 490, 10, 0);
INSERT INTO "customers" ("id", "merchant_id", "phone", "created_at", "seeded_coins", "issued", "available", "processing", "used", "debt") VALUES ('00000000-0000-7000-8000-000000000125', '00000000-0000-7000-8000-000000000001', '+919876543211', 1767327845050, 0, 0, 0, 0, 0, 0);
INSERT INTO "coin_movements" ("id", "customer_id", "from_account", "to_account", "coins", "reason", "session_id", "moved_at") VALUES ('00000000-0000-7000-8000-000000000060', '00000000-0000-7000-8000-000000000050', 'ISSUED', 'AVAILABLE', 500, 'seed', NULL, 1767323045000);
INSERT INTO "coin_movements" ("id", "customer_id", "from_account", "to_account", "coins", "reason", "session_id", "moved_at") VALUES ('00000000-0000-7000-8000-000000000121', '00000000-0000-7000-8000-000000000050', 'AVAILABLE', 'PROCESSING', 50, 'hold:00000000-0000-7000-8000-000000000120', '00000000-0000-7000-8000-000000000111', 1767327245050);
INSERT INTO "coin_movements" ("id", "customer_id", "from_account", "to_account", "coins", "reason", "session_id", "moved_at") VALUES ('00000000-0000-7000-8000-000000000146', '00000000-0000-7000-8000-000000000050', 'AVAILABLE', 'PROCESSING', 50, 'hold:00000000-0000-7000-8000-000000000145', '00000000-0000-7000-8000-000000000136', 1767328445050);
INSERT INTO "coin_movements" ("id", "customer_id", "from_account", "to_account", "coins", "reason", "session_id", "moved_at") VALUES ('00000000-0000-7000-8000-000000000148', '00000000-0000-7000-8000-000000000050', 'PROCESSING', 'AVAILABLE', 50, 'release:00000000-0000-7000-8000-000000000145', '00000000-0000-7000-8000-000000000136', 1767328445050);
INSERT INTO "coin_movements" ("id", "customer_id", "from_account", "to_account", "coins", "reason", "session_id", "moved_at") VALUES ('00000000-0000-7000-8000-000000000160', '00000000-0000-7000-8000-000000000050', 'AVAILABLE', 'PROCESSING', 440, 'hold:00000000-0000-7000-8000-000000000159', '00000000-0000-7000-8000-000000000150', 1767329045050);
INSERT INTO "coin_movements" ("id", "customer_id", "from_account", "to_account", "coins", "reason", "session_id", "moved_at") VALUES ('00000000-0000-7000-8000-000000000162', '00000000-0000-7000-8000-000000000050', 'AVAILABLE', 'PROCESSING', 10, 'hold-late:00000000-0000-7000-8000-000000000145', '00000000-0000-7000-8000-000000000136', 1767329045050);
INSERT INTO "coin_movements" ("id", "customer_id", "from_account", "to_account", "coins", "reason", "session_id", "moved_at") VALUES ('00000000-0000-7000-8000-000000000163', '00000000-0000-7000-8000-000000000050', 'PROCESSING', 'USED', 10, 'use:00000000-0000-7000-8000-000000000145', '00000000-0000-7000-8000-000000000136', 1767329045050);
INSERT INTO "coin_movements" ("id", "customer_id", "from_account", "to_account", "coins", "reason", "session_id", "moved_at") VALUES ('00000000-0000-7000-8000-000000000164', '00000000-0000-7000-8000-000000000050', 'ISSUED', 'AVAILABLE', 323, 'earn', '00000000-0000-7000-8000-000000000136', 1767329045050);
INSERT INTO "sessions" ("id", "merchant_id", "session_state", "payment_state", "version", "created_at", "updated_at", "last_active_at", "doc", "expired", "customer_phone", "view", "held_since", "extra", "packed", "placed_at", "order_number", "awaits_idle", "idle_at", "returned", "due_at", "livemode", "erased_at") VALUES ('00000000-0000-7000-8000-000000000109', '00000000-0000-7000-8000-000000000001', 'ABANDONED', 'DRAFT', 2, 1767323045050, 1767326645050, 1767323045050, '{"currencyCode":"INR","choices":{},"order":null,"countryCode":"IN","redirectUrl":"https://demo-store.example/thanks","reference":null,"note":null,"attributes":{},"lines":[{"productId":"1","variantId":"11","quantity":2,"properties":{},"title":"Mug","handle":"mug","variantTitle":"Default Title","unitPrice":34900,"compareAtPrice":null,"grams":300,"singleVariant":true,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL","listed":true}],"priced":{"coupons":[],"resting":[],"unverified":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":5,"inventoryPolicy":"deny","imageId":"1"}]}]}],"claims":[],"totals":{"subTotal":69800,"couponDiscount":0,"paymentOfferDiscount":0,"coinDiscount":0,"discount":0,"total":69800,"tax":10647,"taxesIncluded":true,"shipping":-1,"codAvailable":true,"codOrder":false,"codPrice":4000,"partialCodPrice":0,"isPartialCod":false,"totalPayable":69800,"amountPaid":0},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000},"serviceable":true,"lines":[{"giftOf":null,"subTotal":69800,"discount":0,"total":69800,"tax":10647,"outOfStock":false}],"coins":{"available":0,"redeemable":0,"used":0,"processing":0},"shippingOptions":[],"shippingOption":null,"requires":["address"]}}', 1, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL);
INSERT INTO "sessions" ("id", "merchant_id", "session_state", "payment_state", "version", "created_at", "updated_at", "last_active_at", "doc", "expired", "customer_phone", "view", "held_since", "extra", "packed", "placed_at", "order_number", "awaits_idle", "idle_at", "returned", "due_at", "livemode", "erased_at") VALUES ('00000000-0000-7000-8000-000000000111', '00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'PENDING', 10, 1767326645050, 1767327245050, 1767327245050, '{"form":"rest","currencyCode":"INR","customer":{"id":"00000000-0000-7000-8000-000000000050","phone":"+919876543210"},"otp":{"challenge":null,"sentAt":[1767327245050]},"payment":{"id":"00000000-0000-7000-8000-000000000120","method":"PREPAID","amount":70670,"currencyCode":"INR","status":"PENDING","reference":null,"startedAt":1767327245050,"dueAt":null,"atProvider":null,"holds":"held","late":null},"choices":{"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"codes":[{"couponId":"00000000-0000-7000-8000-000000000022","enteredAt":1767327245050,"previousCode":null},{"couponId":"00000000-0000-7000-8000-000000000023","enteredAt":1767327245050,"previousCode":null}],"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"PREPAID","coins":50},"cart":{"tax":[10464,0],"giftOf":["00000000-0000-7000-8000-000000000029"]},"priced":{"coupons":[{"createdAt":1767323045000},{"createdAt":1767323045000},{"gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"createdAt":1767323045000}],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":5,"inventoryPolicy":"deny","imageId":"1"}]}]}],"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"totals":{"couponDiscount":1200,"totalPayable":70670},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, '+919876543210', '11 {"id":"00000000-0000-7000-8000-000000000111","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":12,"sub_total_price":698,"total_price":686,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"},{"title":"Poster","handle":"poster","product_id":9,"variant_id":91,"quantity":1,"properties":{},"variant":{"title":"Default Title","variant_id":91,"compare_at_price":99,"price":0},"grams":300,"single_variant":true,"item_price":0,"total_discount":0,"sub_total_price":0,"total_price":0,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"ADD_ON"}],"pricing":{"cart_total":698,"sub_total":698,"discount":51.3,"payment_offer_discount":34.3,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":646.7,"tax":104.64,"taxes_included":true,"total_payable":706.7,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":5,"coupon_discount":12},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PENDING","session_state":"IN_PROGRESS","redirect_url":"https://demo-store.example/thanks","coupons":[{"coupon_id":"00000000-0000-7000-8000-000000000022","code":"PLUS5","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":5,"discount_max_cap":null,"cart_discounted_amount":693,"cart_discount_amount":5,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000022","_id":"00000000-0000-7000-8000-000000000022"},{"coupon_id":"00000000-0000-7000-8000-000000000023","code":"PLUS7","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":7,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":7,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000023","_id":"00000000-0000-7000-8000-000000000023"},{"coupon_id":"00000000-0000-7000-8000-000000000029","code":"FREEPOSTER","application_type":"AUTOMATIC","combine":false,"discount_type":"PERCENTAGE","discount_amount":10,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":0,"previous_coupon_code":null,"coupon_type":"FREE_GIFT","coupon_platform":"SERVICE","applied_from":"AUTOMATIC","disable_cod":false,"id":"00000000-0000-7000-8000-000000000029","_id":"00000000-0000-7000-8000-000000000029"}],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":5}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":450,"coin_redeemable":450,"coin_used":50,"coins_processing":50},"customer":{"id":"00000000-0000-7000-8000-000000000050","phone":"+919876543210"},"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000120","method":"PREPAID","amount":706.7,"currency":"INR","status":"PENDING","reference":null,"due_at":null,"provider":null,"url":null,"expires_at":null,"holds":"held"},"resting_coupons":[],"requires":[],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', 1767327245050, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL);
INSERT INTO "sessions" ("id", "merchant_id", "session_state", "payment_state", "version", "created_at", "updated_at", "last_active_at", "doc", "expired", "customer_phone", "view", "held_since", "extra", "packed", "placed_at", "order_number", "awaits_idle", "idle_at", "returned", "due_at", "livemode", "erased_at") VALUES ('00000000-0000-7000-8000-000000000123', '00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'FAILED', 10, 1767327245050, 1767327845050, 1767327845050, '{"form":"rest","currencyCode":"INR","customer":{"id":"00000000-0000-7000-8000-000000000125","phone":"+919876543211"},"otp":{"challenge":null,"sentAt":[1767327845050]},"payment":{"id":"00000000-0000-7000-8000-000000000132","method":"PREPAID","amount":71170,"currencyCode":"INR","status":"FAILED","reference":"pay_no","startedAt":1767327845050,"dueAt":null,"atProvider":null,"holds":"released","late":null},"choices":{"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"codes":[{"couponId":"00000000-0000-7000-8000-000000000022","enteredAt":1767327845050,"previousCode":null},{"couponId":"00000000-0000-7000-8000-000000000023","enteredAt":1767327845050,"previousCode":null}],"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"PREPAID"},"cart":{"tax":[10464,0],"giftOf":["00000000-0000-7000-8000-000000000029"]},"priced":{"coupons":[{"createdAt":1767323045000},{"createdAt":1767323045000},{"gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"createdAt":1767323045000}],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":4,"inventoryPolicy":"deny","imageId":"1"}]}]}],"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"totals":{"couponDiscount":1200,"totalPayable":71170},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, '+919876543211', '11 {"id":"00000000-0000-7000-8000-000000000123","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":12,"sub_total_price":698,"total_price":686,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"},{"title":"Poster","handle":"poster","product_id":9,"variant_id":91,"quantity":1,"properties":{},"variant":{"title":"Default Title","variant_id":91,"compare_at_price":99,"price":0},"grams":300,"single_variant":true,"item_price":0,"total_discount":0,"sub_total_price":0,"total_price":0,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"ADD_ON"}],"pricing":{"cart_total":698,"sub_total":698,"discount":46.3,"payment_offer_discount":34.3,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":651.7,"tax":104.64,"taxes_included":true,"total_payable":711.7,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":12},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"FAILED","session_state":"IN_PROGRESS","redirect_url":"https://demo-store.example/thanks","coupons":[{"coupon_id":"00000000-0000-7000-8000-000000000022","code":"PLUS5","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":5,"discount_max_cap":null,"cart_discounted_amount":693,"cart_discount_amount":5,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000022","_id":"00000000-0000-7000-8000-000000000022"},{"coupon_id":"00000000-0000-7000-8000-000000000023","code":"PLUS7","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":7,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":7,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000023","_id":"00000000-0000-7000-8000-000000000023"},{"coupon_id":"00000000-0000-7000-8000-000000000029","code":"FREEPOSTER","application_type":"AUTOMATIC","combine":false,"discount_type":"PERCENTAGE","discount_amount":10,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":0,"previous_coupon_code":null,"coupon_type":"FREE_GIFT","coupon_platform":"SERVICE","applied_from":"AUTOMATIC","disable_cod":false,"id":"00000000-0000-7000-8000-000000000029","_id":"00000000-0000-7000-8000-000000000029"}],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":4}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":{"id":"00000000-0000-7000-8000-000000000125","phone":"+919876543211"},"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000132","method":"PREPAID","amount":711.7,"currency":"INR","status":"FAILED","reference":"pay_no","due_at":null,"provider":null,"url":null,"expires_at":null,"holds":"released"},"resting_coupons":[],"requires":[],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, 1, NULL, NULL, NULL, 1, NULL);
INSERT INTO "sessions" ("id", "merchant_id", "session_state", "payment_state", "version", "created_at", "updated_at", "last_active_at", "doc", "expired", "customer_phone", "view", "held_since", "extra", "packed", "placed_at", "order_number", "awaits_idle", "idle_at", "returned", "due_at", "livemode", "erased_at") VALUES ('00000000-0000-7000-8000-000000000136', '00000000-0000-7000-8000-000000000001', 'COMPLETED', 'PAID', 12, 1767327845050, 1767329045050, 1767329045050, '{"form":"rest","currencyCode":"INR","customer":{"id":"00000000-0000-7000-8000-000000000050","phone":"+919876543210"},"otp":{"challenge":null,"sentAt":[1767328445050]},"payment":{"holds":null,"id":"00000000-0000-7000-8000-000000000145","method":"PREPAID","amount":70670,"currencyCode":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000145","startedAt":1767328445050,"dueAt":null,"late":{"coupons":[],"units":[],"coins":40},"atProvider":null},"amountPaid":70670,"choices":{"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"codes":[{"couponId":"00000000-0000-7000-8000-000000000022","enteredAt":1767328445050,"previousCode":null},{"couponId":"00000000-0000-7000-8000-000000000023","enteredAt":1767328445050,"previousCode":null}],"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"PREPAID","coins":50},"order":{"placedAt":1767329045050,"late":true,"shortfall":{"coupons":[],"units":[],"coins":40},"salesRecorded":true,"cancellation":null},"cart":{"tax":[10464,0],"giftOf":["00000000-0000-7000-8000-000000000029"]},"priced":{"coupons":[{"createdAt":1767323045000},{"createdAt":1767323045000},{"gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"createdAt":1767323045000}],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":4,"inventoryPolicy":"deny","imageId":"1"}]}]}],"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"totals":{"couponDiscount":1200,"totalPayable":70670},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, '+919876543210', '11 {"id":"00000000-0000-7000-8000-000000000136","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":12,"sub_total_price":698,"total_price":686,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"},{"title":"Poster","handle":"poster","product_id":9,"variant_id":91,"quantity":1,"properties":{},"variant":{"title":"Default Title","variant_id":91,"compare_at_price":99,"price":0},"grams":300,"single_variant":true,"item_price":0,"total_discount":0,"sub_total_price":0,"total_price":0,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"ADD_ON"}],"pricing":{"cart_total":698,"sub_total":698,"discount":51.3,"payment_offer_discount":34.3,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":646.7,"tax":104.64,"taxes_included":true,"total_payable":706.7,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":706.7,"coin_discount":5,"coupon_discount":12},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PAID","session_state":"COMPLETED","redirect_url":"https://demo-store.example/thanks","coupons":[{"coupon_id":"00000000-0000-7000-8000-000000000022","code":"PLUS5","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":5,"discount_max_cap":null,"cart_discounted_amount":693,"cart_discount_amount":5,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000022","_id":"00000000-0000-7000-8000-000000000022"},{"coupon_id":"00000000-0000-7000-8000-000000000023","code":"PLUS7","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":7,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":7,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000023","_id":"00000000-0000-7000-8000-000000000023"},{"coupon_id":"00000000-0000-7000-8000-000000000029","code":"FREEPOSTER","application_type":"AUTOMATIC","combine":false,"discount_type":"PERCENTAGE","discount_amount":10,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":0,"previous_coupon_code":null,"coupon_type":"FREE_GIFT","coupon_platform":"SERVICE","applied_from":"AUTOMATIC","disable_cod":false,"id":"00000000-0000-7000-8000-000000000029","_id":"00000000-0000-7000-8000-000000000029"}],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":4}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":323,"coin_redeemable":323,"coin_used":10,"coins_processing":490},"customer":{"id":"00000000-0000-7000-8000-000000000050","phone":"+919876543210"},"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000145","method":"PREPAID","amount":706.7,"currency":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000145","due_at":null,"provider":null,"url":null,"expires_at":null,"holds":null},"resting_coupons":[],"requires":[],"order":{"number":"WSGC-6YZ8","livemode":true,"placed_at":"2026-01-02T04:44:05.050Z","late":true,"shortfall":{"coupons":[],"units":[],"coins":40,"coin_debt":0},"cancelled_at":null,"cancel_reason":null},"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, 1767329045050, 'WSGC-6YZ8', NULL, NULL, NULL, NULL, 1, NULL);
INSERT INTO "sessions" ("id", "merchant_id", "session_state", "payment_state", "version", "created_at", "updated_at", "last_active_at", "doc", "expired", "customer_phone", "view", "held_since", "extra", "packed", "placed_at", "order_number", "awaits_idle", "idle_at", "returned", "due_at", "livemode", "erased_at") VALUES ('00000000-0000-7000-8000-000000000150', '00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'PENDING', 10, 1767328445050, 1767329045050, 1767329045050, '{"form":"rest","currencyCode":"INR","customer":{"id":"00000000-0000-7000-8000-000000000050","phone":"+919876543210"},"otp":{"challenge":null,"sentAt":[1767329045050]},"payment":{"id":"00000000-0000-7000-8000-000000000159","method":"PREPAID","amount":66770,"currencyCode":"INR","status":"PENDING","reference":null,"startedAt":1767329045050,"dueAt":null,"atProvider":null,"holds":"held","late":null},"choices":{"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"codes":[{"couponId":"00000000-0000-7000-8000-000000000022","enteredAt":1767329045050,"previousCode":null},{"couponId":"00000000-0000-7000-8000-000000000023","enteredAt":1767329045050,"previousCode":null}],"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"PREPAID","coins":440},"cart":{"tax":[10464,0],"giftOf":["00000000-0000-7000-8000-000000000029"]},"priced":{"coupons":[{"createdAt":1767323045000},{"createdAt":1767323045000},{"gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"createdAt":1767323045000}],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":4,"inventoryPolicy":"deny","imageId":"1"}]}]}],"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"totals":{"couponDiscount":1200,"totalPayable":66770},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, '+919876543210', '11 {"id":"00000000-0000-7000-8000-000000000150","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":12,"sub_total_price":698,"total_price":686,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"},{"title":"Poster","handle":"poster","product_id":9,"variant_id":91,"quantity":1,"properties":{},"variant":{"title":"Default Title","variant_id":91,"compare_at_price":99,"price":0},"grams":300,"single_variant":true,"item_price":0,"total_discount":0,"sub_total_price":0,"total_price":0,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"ADD_ON"}],"pricing":{"cart_total":698,"sub_total":698,"discount":90.3,"payment_offer_discount":34.3,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":607.7,"tax":104.64,"taxes_included":true,"total_payable":667.7,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":44,"coupon_discount":12},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PENDING","session_state":"IN_PROGRESS","redirect_url":"https://demo-store.example/thanks","coupons":[{"coupon_id":"00000000-0000-7000-8000-000000000022","code":"PLUS5","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":5,"discount_max_cap":null,"cart_discounted_amount":693,"cart_discount_amount":5,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000022","_id":"00000000-0000-7000-8000-000000000022"},{"coupon_id":"00000000-0000-7000-8000-000000000023","code":"PLUS7","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":7,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":7,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000023","_id":"00000000-0000-7000-8000-000000000023"},{"coupon_id":"00000000-0000-7000-8000-000000000029","code":"FREEPOSTER","application_type":"AUTOMATIC","combine":false,"discount_type":"PERCENTAGE","discount_amount":10,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":0,"previous_coupon_code":null,"coupon_type":"FREE_GIFT","coupon_platform":"SERVICE","applied_from":"AUTOMATIC","disable_cod":false,"id":"00000000-0000-7000-8000-000000000029","_id":"00000000-0000-7000-8000-000000000029"}],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":4}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":10,"coin_redeemable":10,"coin_used":440,"coins_processing":490},"customer":{"id":"00000000-0000-7000-8000-000000000050","phone":"+919876543210"},"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000159","method":"PREPAID","amount":667.7,"currency":"INR","status":"PENDING","reference":null,"due_at":null,"provider":null,"url":null,"expires_at":null,"holds":"held"},"resting_coupons":[],"requires":[],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', 1767329045050, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL);
INSERT INTO "sessions" ("id", "merchant_id", "session_state", "payment_state", "version", "created_at", "updated_at", "last_active_at", "doc", "expired", "customer_phone", "view", "held_since", "extra", "packed", "placed_at", "order_number", "awaits_idle", "idle_at", "returned", "due_at", "livemode", "erased_at") VALUES ('00000000-0000-7000-8000-000000000168', '00000000-0000-7000-8000-000000000001', 'ABANDONED', 'PENDING', 10, 1767329045050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","customer":{"id":"00000000-0000-7000-8000-000000000125","phone":"+919876543211"},"otp":{"challenge":null,"sentAt":[1767329645050]},"payment":{"id":"00000000-0000-7000-8000-000000000176","method":"PREPAID","amount":71170,"currencyCode":"INR","status":"PENDING","reference":null,"startedAt":1767329645050,"dueAt":null,"atProvider":null,"holds":"released","late":null},"choices":{"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"codes":[{"couponId":"00000000-0000-7000-8000-000000000022","enteredAt":1767329645050,"previousCode":null},{"couponId":"00000000-0000-7000-8000-000000000023","enteredAt":1767329645050,"previousCode":null}],"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"PREPAID"},"cart":{"tax":[10464,0],"giftOf":["00000000-0000-7000-8000-000000000029"]},"priced":{"coupons":[{"createdAt":1767323045000},{"createdAt":1767323045000},{"gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"createdAt":1767323045000}],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"claims":[{"couponId":"00000000-0000-7000-8000-000000000029","productId":"9","variantId":"91","quantity":1}],"totals":{"couponDiscount":1200,"totalPayable":71170},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, '+919876543211', '11 {"id":"00000000-0000-7000-8000-000000000168","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":12,"sub_total_price":698,"total_price":686,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"},{"title":"Poster","handle":"poster","product_id":9,"variant_id":91,"quantity":1,"properties":{},"variant":{"title":"Default Title","variant_id":91,"compare_at_price":99,"price":0},"grams":300,"single_variant":true,"item_price":0,"total_discount":0,"sub_total_price":0,"total_price":0,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"ADD_ON"}],"pricing":{"cart_total":698,"sub_total":698,"discount":46.3,"payment_offer_discount":34.3,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":651.7,"tax":104.64,"taxes_included":true,"total_payable":711.7,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":12},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PENDING","session_state":"ABANDONED","redirect_url":"https://demo-store.example/thanks","coupons":[{"coupon_id":"00000000-0000-7000-8000-000000000022","code":"PLUS5","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":5,"discount_max_cap":null,"cart_discounted_amount":693,"cart_discount_amount":5,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000022","_id":"00000000-0000-7000-8000-000000000022"},{"coupon_id":"00000000-0000-7000-8000-000000000023","code":"PLUS7","application_type":"CODE","combine":true,"discount_type":"FIXED","discount_amount":7,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":7,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000023","_id":"00000000-0000-7000-8000-000000000023"},{"coupon_id":"00000000-0000-7000-8000-000000000029","code":"FREEPOSTER","application_type":"AUTOMATIC","combine":false,"discount_type":"PERCENTAGE","discount_amount":10,"discount_max_cap":null,"cart_discounted_amount":686,"cart_discount_amount":0,"previous_coupon_code":null,"coupon_type":"FREE_GIFT","coupon_platform":"SERVICE","applied_from":"AUTOMATIC","disable_cod":false,"id":"00000000-0000-7000-8000-000000000029","_id":"00000000-0000-7000-8000-000000000029"}],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":{"id":"00000000-0000-7000-8000-000000000125","phone":"+919876543211"},"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000176","method":"PREPAID","amount":711.7,"currency":"INR","status":"PENDING","reference":null,"due_at":null,"provider":null,"url":null,"expires_at":null,"holds":"released"},"resting_coupons":[],"requires":[],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL);
INSERT INTO "sessions" ("id", "merchant_id", "session_state", "payment_state", "version", "created_at", "updated_at", "last_active_at", "doc", "expired", "customer_phone", "view", "held_since", "extra", "packed", "placed_at", "order_number", "awaits_idle", "idle_at", "returned", "due_at", "livemode", "erased_at") VALUES ('00000000-0000-7000-8000-000000000179', '00000000-0000-7000-8000-000000000001', 'INITIATED', 'DRAFT', 1, 1767329645050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","choices":{},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":69800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000179","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":-1,"cod_price":40,"cod_available":true,"cod_order":false,"total":698,"tax":106.47,"taxes_included":true,"total_payable":698,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"DRAFT","session_state":"INITIATED","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":null,"shipping_options":[],"shipping_option":null,"payment":null,"resting_coupons":[],"requires":["address"],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL);
INSERT INTO "sessions" ("id", "merchant_id", "session_state", "payment_state", "version", "created_at", "updated_at", "last_active_at", "doc", "expired", "customer_phone", "view", "held_since", "extra", "packed", "placed_at", "order_number", "awaits_idle", "idle_at", "returned", "due_at", "livemode", "erased_at") VALUES ('00000000-0000-7000-8000-000000000181', '00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'DRAFT', 2, 1767329645050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","choices":{"codes":[{"couponId":"00000000-0000-7000-8000-000000000021","enteredAt":1767329645050,"previousCode":null}]},"cart":{"tax":[9885]},"priced":{"coupons":[{"createdAt":1767323045000}],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":5000,"totalPayable":64800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000181","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":50,"sub_total_price":698,"total_price":648,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":50,"payment_offer_discount":0,"shipping":-1,"cod_price":40,"cod_available":true,"cod_order":false,"total":648,"tax":98.85,"taxes_included":true,"total_payable":648,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":50},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"DRAFT","session_state":"IN_PROGRESS","redirect_url":"https://demo-store.example/thanks","coupons":[{"coupon_id":"00000000-0000-7000-8000-000000000021","code":"FLAT50","application_type":"CODE","combine":false,"discount_type":"FIXED","discount_amount":50,"discount_max_cap":null,"cart_discounted_amount":648,"cart_discount_amount":50,"previous_coupon_code":null,"coupon_type":"ORDER_AMOUNT","coupon_platform":"SERVICE","applied_from":"MANUAL","disable_cod":false,"id":"00000000-0000-7000-8000-000000000021","_id":"00000000-0000-7000-8000-000000000021"}],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":null,"shipping_options":[],"shipping_option":null,"payment":null,"resting_coupons":[],"requires":["address"],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL);
INSERT INTO "sessions" ("id", "merchant_id", "session_state", "payment_state", "version", "created_at", "updated_at", "last_active_at", "doc", "expired", "customer_phone", "view", "held_since", "extra", "packed", "placed_at", "order_number", "awaits_idle", "idle_at", "returned", "due_at", "livemode", "erased_at") VALUES ('00000000-0000-7000-8000-000000000184', '00000000-0000-7000-8000-000000000001', 'ABANDONED', 'DRAFT', 2, 1767329645050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","choices":{},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":69800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000184","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":-1,"cod_price":40,"cod_available":true,"cod_order":false,"total":698,"tax":106.47,"taxes_included":true,"total_payable":698,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"DRAFT","session_state":"ABANDONED","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":null,"shipping_options":[],"shipping_option":null,"payment":null,"resting_coupons":[],"requires":["address"],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL);
INSERT INTO "sessions" ("id", "merchant_id", "session_state", "payment_state", "version", "created_at", "updated_at", "last_active_at", "doc", "expired", "customer_phone", "view", "held_since", "extra", "packed", "placed_at", "order_number", "awaits_idle", "idle_at", "returned", "due_at", "livemode", "erased_at") VALUES ('00000000-0000-7000-8000-000000000187', '00000000-0000-7000-8000-000000000001', 'ABANDONED', 'FAILED', 5, 1767329645050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","payment":{"holds":"released","id":"00000000-0000-7000-8000-000000000190","method":"PREPAID","amount":75800,"currencyCode":"INR","status":"FAILED","reference":"pay_no","startedAt":1767329645050,"dueAt":null,"late":null,"atProvider":null},"choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null}},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":75800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000187","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":698,"tax":106.47,"taxes_included":true,"total_payable":758,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"FAILED","session_state":"ABANDONED","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000190","method":"PREPAID","amount":758,"currency":"INR","status":"FAILED","reference":"pay_no","due_at":null,"provider":null,"url":null,"expires_at":null,"holds":"released"},"resting_coupons":[],"requires":[],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL);
INSERT INTO "sessions" ("id", "merchant_id", "session_state", "payment_state", "version", "created_at", "updated_at", "last_active_at", "doc", "expired", "customer_phone", "view", "held_since", "extra", "packed", "placed_at", "order_number", "awaits_idle", "idle_at", "returned", "due_at", "livemode", "erased_at") VALUES ('00000000-0000-7000-8000-000000000195', '00000000-0000-7000-8000-000000000001', 'COMPLETED', 'PAID', 4, 1767329645050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","payment":{"id":"00000000-0000-7000-8000-000000000198","method":"PREPAID","amount":75800,"currencyCode":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000198","startedAt":1767329645050,"dueAt":null,"atProvider":null,"holds":null,"late":null},"amountPaid":75800,"choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null}},"order":{"placedAt":1767329645050,"late":false,"shortfall":null,"salesRecorded":true,"cancellation":null},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":75800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000195","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":698,"tax":106.47,"taxes_included":true,"total_payable":758,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":758,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PAID","session_state":"COMPLETED","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000198","method":"PREPAID","amount":758,"currency":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000198","due_at":null,"provider":null,"url":null,"expires_at":null,"holds":null},"resting_coupons":[],"requires":[],"order":{"number":"EVTX-7PXQ","livemode":true,"placed_at":"2026-01-02T04:54:05.050Z","late":false,"shortfall":null,"cancelled_at":null,"cancel_reason":null},"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, 1767329645050, 'EVTX-7PXQ', NULL, NULL, NULL, NULL, 1, NULL);
INSERT INTO "sessions" ("id", "merchant_id", "session_state", "payment_state", "version", "created_at", "updated_at", "last_active_at", "doc", "expired", "customer_phone", "view", "held_since", "extra", "packed", "placed_at", "order_number", "awaits_idle", "idle_at", "returned", "due_at", "livemode", "erased_at") VALUES ('00000000-0000-7000-8000-000000000203', '00000000-0000-7000-8000-000000000001', 'COMPLETED', 'DRAFT', 4, 1767329645050, 1767329645050, 1767329645050, '{"form":"rest","currencyCode":"INR","choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"COD"},"order":{"placedAt":1767329645050,"late":false,"shortfall":null,"salesRecorded":true,"cancellation":null},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":79800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000203","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":true,"total":698,"tax":106.47,"taxes_included":true,"total_payable":798,"partial_cod_price":0,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"DRAFT","session_state":"COMPLETED","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":null,"resting_coupons":[],"requires":[],"order":{"number":"1378-TKG9","livemode":true,"placed_at":"2026-01-02T04:54:05.050Z","late":false,"shortfall":null,"cancelled_at":null,"cancel_reason":null},"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, 1767329645050, '1378-TKG9', NULL, NULL, NULL, NULL, 1, NULL);
INSERT INTO "sessions" ("id", "merchant_id", "session_state", "payment_state", "version", "created_at", "updated_at", "last_active_at", "doc", "expired", "customer_phone", "view", "held_since", "extra", "packed", "placed_at", "order_number", "awaits_idle", "idle_at", "returned", "due_at", "livemode", "erased_at") VALUES ('00000000-0000-7000-8000-000000000208', '00000000-0000-7000-8000-000000000001', 'COMPLETED', 'PAID', 6, 1767329645100, 1767329645100, 1767329645100, '{"form":"rest","currencyCode":"INR","payment":{"id":"00000000-0000-7000-8000-000000000212","method":"COD","amount":7980,"currencyCode":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000212","startedAt":1767329645100,"dueAt":null,"atProvider":null,"holds":null,"late":null},"amountPaid":7980,"choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"COD"},"order":{"placedAt":1767329645100,"late":false,"shortfall":null,"salesRecorded":true,"cancellation":null},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":79800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000208","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":true,"total":698,"tax":106.47,"taxes_included":true,"total_payable":798,"partial_cod_price":79.8,"is_partial_cod":true,"amount_paid":79.8,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PAID","session_state":"COMPLETED","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000212","method":"COD","amount":79.8,"currency":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000212","due_at":null,"provider":null,"url":null,"expires_at":null,"holds":null},"resting_coupons":[],"requires":[],"order":{"number":"4DKE-E5WJ","livemode":true,"placed_at":"2026-01-02T04:54:05.100Z","late":false,"shortfall":null,"cancelled_at":null,"cancel_reason":null},"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, 1767329645100, '4DKE-E5WJ', NULL, NULL, NULL, NULL, 1, NULL);
INSERT INTO "sessions" ("id", "merchant_id", "session_state", "payment_state", "version", "created_at", "updated_at", "last_active_at", "doc", "expired", "customer_phone", "view", "held_since", "extra", "packed", "placed_at", "order_number", "awaits_idle", "idle_at", "returned", "due_at", "livemode", "erased_at") VALUES ('00000000-0000-7000-8000-000000000216', '00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'PAID', 5, 1767329645100, 1767329645100, 1767329645100, '{"form":"rest","currencyCode":"INR","payment":{"id":"00000000-0000-7000-8000-000000000220","method":"COD","amount":7980,"currencyCode":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000220","startedAt":1767329645100,"dueAt":null,"atProvider":null,"holds":"held","late":null},"amountPaid":7980,"choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null},"method":"COD"},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":79800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000216","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":true,"total":698,"tax":106.47,"taxes_included":true,"total_payable":798,"partial_cod_price":79.8,"is_partial_cod":true,"amount_paid":79.8,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PAID","session_state":"IN_PROGRESS","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000220","method":"COD","amount":79.8,"currency":"INR","status":"PAID","reference":"pay_00000000-0000-7000-8000-000000000220","due_at":null,"provider":null,"url":null,"expires_at":null,"holds":"held"},"resting_coupons":[],"requires":[],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL);
INSERT INTO "sessions" ("id", "merchant_id", "session_state", "payment_state", "version", "created_at", "updated_at", "last_active_at", "doc", "expired", "customer_phone", "view", "held_since", "extra", "packed", "placed_at", "order_number", "awaits_idle", "idle_at", "returned", "due_at", "livemode", "erased_at") VALUES ('00000000-0000-7000-8000-000000000223', '00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'PENDING', 3, 1767329645100, 1767329645100, 1767329645100, '{"form":"rest","currencyCode":"INR","payment":{"id":"00000000-0000-7000-8000-000000000226","method":"PREPAID","amount":75800,"currencyCode":"INR","status":"PENDING","reference":null,"startedAt":1767329645100,"dueAt":1767588845100,"atProvider":null,"holds":"held","late":null},"choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null}},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":75800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000223","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":698,"tax":106.47,"taxes_included":true,"total_payable":758,"partial_cod_price":79.8,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"PENDING","session_state":"IN_PROGRESS","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":{"payment_id":"00000000-0000-7000-8000-000000000226","method":"PREPAID","amount":758,"currency":"INR","status":"PENDING","reference":null,"due_at":"2026-01-05T04:54:05.100Z","provider":null,"url":null,"expires_at":null,"holds":"held"},"resting_coupons":[],"requires":[],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, 1767588845100, 1, NULL);
INSERT INTO "sessions" ("id", "merchant_id", "session_state", "payment_state", "version", "created_at", "updated_at", "last_active_at", "doc", "expired", "customer_phone", "view", "held_since", "extra", "packed", "placed_at", "order_number", "awaits_idle", "idle_at", "returned", "due_at", "livemode", "erased_at") VALUES ('00000000-0000-7000-8000-000000000228', '00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'DRAFT', 4, 1767329645100, 1767331455100, 1767331455100, '{"form":"rest","currencyCode":"INR","recovery":{"idleAt":1767331455100,"returned":"RESUMED","reopenedAs":null,"closed":false},"choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null}},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":75800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000228","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":60,"cod_price":40,"cod_available":true,"cod_order":false,"total":698,"tax":106.47,"taxes_included":true,"total_payable":758,"partial_cod_price":79.8,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"DRAFT","session_state":"IN_PROGRESS","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postal_code":"561 001","country_code":"IN","email":null},"shipping_options":[{"id":"standard","name":"Standard","price":60},{"id":"express","name":"Express","price":150}],"shipping_option":"standard","payment":null,"resting_coupons":[],"requires":[],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, 1767331455100, 'RESUMED', NULL, 1, NULL);
INSERT INTO "sessions" ("id", "merchant_id", "session_state", "payment_state", "version", "created_at", "updated_at", "last_active_at", "doc", "expired", "customer_phone", "view", "held_since", "extra", "packed", "placed_at", "order_number", "awaits_idle", "idle_at", "returned", "due_at", "livemode", "erased_at") VALUES ('00000000-0000-7000-8000-000000000232', '00000000-0000-7000-8000-000000000001', 'ABANDONED', 'DRAFT', 4, 1767331455100, 1767335055100, 1767331455100, '{"currencyCode":"INR","recovery":{"idleAt":null,"returned":null,"reopenedAs":"00000000-0000-7000-8000-000000000236","closed":false},"choices":{"address":{"name":"Asha Rao","phone":"+919876543210","line1":"1 Residency Road","line2":null,"city":"Bengaluru","state":null,"postalCode":"561 001","countryCode":"IN","email":null}},"order":null,"countryCode":"IN","redirectUrl":"https://demo-store.example/thanks","reference":null,"note":null,"attributes":{},"lines":[{"productId":"1","variantId":"11","quantity":2,"properties":{},"title":"Mug","handle":"mug","variantTitle":"Default Title","unitPrice":34900,"compareAtPrice":null,"grams":300,"singleVariant":true,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL","listed":true}],"priced":{"lines":[{"giftOf":null,"subTotal":69800,"discount":0,"total":69800,"tax":10647,"outOfStock":false}],"coupons":[],"resting":[],"unverified":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"claims":[],"totals":{"subTotal":69800,"couponDiscount":0,"paymentOfferDiscount":0,"coinDiscount":0,"discount":0,"total":69800,"tax":10647,"taxesIncluded":true,"shipping":6000,"codAvailable":true,"codOrder":false,"codPrice":4000,"partialCodPrice":7980,"isPartialCod":false,"totalPayable":75800,"amountPaid":0},"coins":{"available":0,"redeemable":0,"used":0,"processing":0},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000},"shippingOptions":[{"id":"standard","name":"Standard","price":6000},{"id":"express","name":"Express","price":15000}],"shippingOption":"standard","serviceable":true,"requires":[]}}', 1, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL);
INSERT INTO "sessions" ("id", "merchant_id", "session_state", "payment_state", "version", "created_at", "updated_at", "last_active_at", "doc", "expired", "customer_phone", "view", "held_since", "extra", "packed", "placed_at", "order_number", "awaits_idle", "idle_at", "returned", "due_at", "livemode", "erased_at") VALUES ('00000000-0000-7000-8000-000000000236', '00000000-0000-7000-8000-000000000001', 'INITIATED', 'DRAFT', 1, 1767335055100, 1767335055100, 1767335055100, '{"form":"rest","currencyCode":"INR","recovery":{"idleAt":null,"returned":"REOPENED","reopenedAs":null,"closed":false},"choices":{},"cart":{"tax":[10647]},"priced":{"coupons":[],"offers":[{"couponId":"00000000-0000-7000-8000-000000000029","gift":{"targetType":"PURCHASE_AMOUNT","target":60000,"maxQuantity":1,"productIds":["9"]},"products":[{"productId":"9","id":"00000000-0000-7000-8000-000000000039","title":"Poster","handle":"poster","vendor":"Demo","bodyHtml":"<p>A mug</p>","status":"active","images":[{"id":"1","src":"https://cdn.example/mug.png"}],"variants":[{"variantId":"91","productId":"9","title":"Default Title","price":9900,"compareAtPrice":null,"grams":300,"taxable":true,"inventoryQuantity":2,"inventoryPolicy":"deny","imageId":"1"}]}]}],"totals":{"couponDiscount":0,"totalPayable":69800},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}}', 0, NULL, '11 {"id":"00000000-0000-7000-8000-000000000236","items":[{"title":"Mug","handle":"mug","product_id":1,"variant_id":11,"quantity":2,"properties":{},"variant":{"title":"Default Title","variant_id":11,"compare_at_price":null,"price":349},"grams":300,"single_variant":true,"item_price":349,"total_discount":0,"sub_total_price":698,"total_price":698,"out_of_stock":false,"taxable":true,"image":"https://cdn.example/mug.png","source":"MANUAL"}],"pricing":{"cart_total":698,"sub_total":698,"discount":0,"payment_offer_discount":0,"shipping":-1,"cod_price":40,"cod_available":true,"cod_order":false,"total":698,"tax":106.47,"taxes_included":true,"total_payable":698,"partial_cod_price":73.8,"is_partial_cod":false,"amount_paid":0,"coin_discount":0,"coupon_discount":0},"merchant_id":"00000000-0000-7000-8000-000000000001","payment_state":"DRAFT","session_state":"INITIATED","redirect_url":"https://demo-store.example/thanks","coupons":[],"add_ons":[{"coupon_id":"00000000-0000-7000-8000-000000000029","target_type":"PURCHASE_AMOUNT","target":600,"max_quantity":1,"products":[{"product_id":9,"status":"active","id":"00000000-0000-7000-8000-000000000039","title":"Poster","vendor":"Demo","body_html":"<p>A mug</p>","handle":"poster","image":"https://cdn.example/mug.png","single_variant":true,"images":[{"src":"https://cdn.example/mug.png","id":1}],"variants":[{"title":"Default Title","variant_id":91,"image_id":1,"compare_at_price":null,"product_id":9,"item_price":0,"price":99,"image":"https://cdn.example/mug.png","inventory_quantity":2}]}]}],"country_code":"IN","currency_code":"INR","coin":{"coin_ratio":{"base_currency_value":1,"coin_value":10},"config":{"provider":"CUSTOM","name":"Demo Coins","logo":""},"coin_available":0,"coin_redeemable":0,"coin_used":0,"coins_processing":0},"customer":null,"buyer":{"name":null,"email":null},"address":null,"shipping_options":[],"shipping_option":null,"payment":null,"resting_coupons":[],"requires":["address"],"order":null,"amount_refunded":0,"refunds":[],"disputes":[],"reference":null,"note":null,"attributes":{},"livemode":true}', NULL, '{}', NULL, NULL, NULL, NULL, NULL, 'REOPENED', NULL, 1, NULL);
INSERT INTO "epoch" ("id", "value", "of_shops") VALUES (1, 10, 5);
INSERT INTO "stock_holds" ("session_id", "merchant_id", "variant_id", "units", "phone", "address", "client") VALUES ('00000000-0000-7000-8000-000000000111', '00000000-0000-7000-8000-000000000001', 11, 2, NULL, NULL, NULL);
INSERT INTO "stock_holds" ("session_id", "merchant_id", "variant_id", "units", "phone", "address", "client") VALUES ('00000000-0000-7000-8000-000000000111', '00000000-0000-7000-8000-000000000001', 91, 1, NULL, NULL, NULL);
INSERT INTO "stock_holds" ("session_id", "merchant_id", "variant_id", "units", "phone", "address", "client") VALUES ('00000000-0000-7000-8000-000000000150', '00000000-0000-7000-8000-000000000001', 11, 2, NULL, NULL, NULL);
INSERT INTO "stock_holds" ("session_id", "merchant_id", "variant_id", "units", "phone", "address", "client") VALUES ('00000000-0000-7000-8000-000000000150', '00000000-0000-7000-8000-000000000001', 91, 1, NULL, NULL, NULL);
INSERT INTO "stock_holds" ("session_id", "merchant_id", "variant_id", "units", "phone", "address", "client") VALUES ('00000000-0000-7000-8000-000000000216', '00000000-0000-7000-8000-000000000001', 11, 2, NULL, NULL, NULL);
INSERT INTO "stock_holds" ("session_id", "merchant_id", "variant_id", "units", "phone", "address", "client") VALUES ('00000000-0000-7000-8000-000000000223', '00000000-0000-7000-8000-000000000001', 11, 2, NULL, NULL, NULL);
INSERT INTO "coupon_uses" ("session_id", "coupon_id", "customer_id") VALUES ('00000000-0000-7000-8000-000000000111', '00000000-0000-7000-8000-000000000022', '00000000-0000-7000-8000-000000000050');
INSERT INTO "coupon_uses" ("session_id", "coupon_id", "customer_id") VALUES ('00000000-0000-7000-8000-000000000111', '00000000-0000-7000-8000-000000000023', '00000000-0000-7000-8000-000000000050');
INSERT INTO "coupon_uses" ("session_id", "coupon_id", "customer_id") VALUES ('00000000-0000-7000-8000-000000000111', '00000000-0000-7000-8000-000000000029', '00000000-0000-7000-8000-000000000050');
INSERT INTO "coupon_uses" ("session_id", "coupon_id", "customer_id") VALUES ('00000000-0000-7000-8000-000000000136', '00000000-0000-7000-8000-000000000022', '00000000-0000-7000-8000-000000000050');
INSERT INTO "coupon_uses" ("session_id", "coupon_id", "customer_id") VALUES ('00000000-0000-7000-8000-000000000136', '00000000-0000-7000-8000-000000000023', '00000000-0000-7000-8000-000000000050');
INSERT INTO "coupon_uses" ("session_id", "coupon_id", "customer_id") VALUES ('00000000-0000-7000-8000-000000000136', '00000000-0000-7000-8000-000000000029', '00000000-0000-7000-8000-000000000050');
INSERT INTO "coupon_uses" ("session_id", "coupon_id", "customer_id") VALUES ('00000000-0000-7000-8000-000000000150', '00000000-0000-7000-8000-000000000022', '00000000-0000-7000-8000-000000000050');
INSERT INTO "coupon_uses" ("session_id", "coupon_id", "customer_id") VALUES ('00000000-0000-7000-8000-000000000150', '00000000-0000-7000-8000-000000000023', '00000000-0000-7000-8000-000000000050');
INSERT INTO "coupon_uses" ("session_id", "coupon_id", "customer_id") VALUES ('00000000-0000-7000-8000-000000000150', '00000000-0000-7000-8000-000000000029', '00000000-0000-7000-8000-000000000050');
INSERT INTO "otp_sends" ("merchant_id", "phone", "sent_at") VALUES ('00000000-0000-7000-8000-000000000001', '+919876543210', 1767327245050);
INSERT INTO "otp_sends" ("merchant_id", "phone", "sent_at") VALUES ('00000000-0000-7000-8000-000000000001', '+919876543211', 1767327845050);
INSERT INTO "otp_sends" ("merchant_id", "phone", "sent_at") VALUES ('00000000-0000-7000-8000-000000000001', '+919876543210', 1767328445050);
INSERT INTO "otp_sends" ("merchant_id", "phone", "sent_at") VALUES ('00000000-0000-7000-8000-000000000001', '+919876543210', 1767329045050);
INSERT INTO "otp_sends" ("merchant_id", "phone", "sent_at") VALUES ('00000000-0000-7000-8000-000000000001', '+919876543211', 1767329645050);
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (1, '00000000-0000-7000-8000-000000000110', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000109', 'session.abandoned', 1767326645050, '{"session_id":"00000000-0000-7000-8000-000000000109","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"ABANDONED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (2, '00000000-0000-7000-8000-000000000112', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000111', 'otp.requested', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000111","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"phone":"+919876543210","expires_at":"2026-01-02T04:19:05.050Z"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (3, '00000000-0000-7000-8000-000000000113', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000111', 'session.updated', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000111","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"otp"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (4, '00000000-0000-7000-8000-000000000114', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000111', 'session.updated', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000111","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"693.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (5, '00000000-0000-7000-8000-000000000115', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000111', 'session.updated', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000111","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (6, '00000000-0000-7000-8000-000000000116', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000111', 'session.updated', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000111","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":6,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"add-ons"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (7, '00000000-0000-7000-8000-000000000117', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000111', 'session.updated', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000111","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":7,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"746.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (8, '00000000-0000-7000-8000-000000000118', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000111', 'session.updated', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000111","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":8,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"741.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coins"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (9, '00000000-0000-7000-8000-000000000119', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000111', 'session.updated', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000111","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":9,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"706.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (10, '00000000-0000-7000-8000-000000000122', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000111', 'payment.pending', 1767327245050, '{"session_id":"00000000-0000-7000-8000-000000000111","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":10,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"706.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000120","livemode":true,"payment_amount":"706.70","payment_method":"PREPAID","payment_reference":null,"payment_due_at":null}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (11, '00000000-0000-7000-8000-000000000124', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000123', 'otp.requested', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000123","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"phone":"+919876543211","expires_at":"2026-01-02T04:29:05.050Z"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (12, '00000000-0000-7000-8000-000000000126', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000123', 'session.updated', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000123","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"otp"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (13, '00000000-0000-7000-8000-000000000127', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000123', 'session.updated', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000123","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"693.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (14, '00000000-0000-7000-8000-000000000128', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000123', 'session.updated', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000123","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (15, '00000000-0000-7000-8000-000000000129', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000123', 'session.updated', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000123","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":6,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"add-ons"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (16, '00000000-0000-7000-8000-000000000130', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000123', 'session.updated', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000123","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":7,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"746.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (17, '00000000-0000-7000-8000-000000000131', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000123', 'session.updated', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000123","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":8,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"711.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (18, '00000000-0000-7000-8000-000000000133', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000123', 'payment.pending', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000123","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":9,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"711.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000132","livemode":true,"payment_amount":"711.70","payment_method":"PREPAID","payment_reference":null,"payment_due_at":null}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (19, '00000000-0000-7000-8000-000000000134', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000123', 'payment.failed', 1767327845050, '{"session_id":"00000000-0000-7000-8000-000000000123","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":10,"session_state":"IN_PROGRESS","payment_state":"FAILED","currency_code":"INR","total_payable":"711.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000132","livemode":true,"payment_amount":"711.70","payment_method":"PREPAID","payment_reference":"pay_no","payment_due_at":null,"reason":"REPORTED"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (20, '00000000-0000-7000-8000-000000000137', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'otp.requested', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"phone":"+919876543210","expires_at":"2026-01-02T04:39:05.050Z"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (21, '00000000-0000-7000-8000-000000000138', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'session.updated', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"otp"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (22, '00000000-0000-7000-8000-000000000139', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'session.updated', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"693.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (23, '00000000-0000-7000-8000-000000000140', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'session.updated', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (24, '00000000-0000-7000-8000-000000000141', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'session.updated', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":6,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"add-ons"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (25, '00000000-0000-7000-8000-000000000142', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'session.updated', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":7,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"746.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (26, '00000000-0000-7000-8000-000000000143', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'session.updated', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":8,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"741.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coins"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (27, '00000000-0000-7000-8000-000000000144', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'session.updated', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":9,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"706.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (28, '00000000-0000-7000-8000-000000000147', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'payment.pending', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":10,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"706.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000145","livemode":true,"payment_amount":"706.70","payment_method":"PREPAID","payment_reference":null,"payment_due_at":null}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (29, '00000000-0000-7000-8000-000000000149', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'session.abandoned', 1767328445050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":11,"session_state":"ABANDONED","payment_state":"PENDING","currency_code":"INR","total_payable":"706.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000145","livemode":true}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (30, '00000000-0000-7000-8000-000000000151', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000150', 'otp.requested', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000150","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"phone":"+919876543210","expires_at":"2026-01-02T04:49:05.050Z"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (31, '00000000-0000-7000-8000-000000000152', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000150', 'session.updated', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000150","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"otp"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (32, '00000000-0000-7000-8000-000000000153', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000150', 'session.updated', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000150","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"693.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (33, '00000000-0000-7000-8000-000000000154', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000150', 'session.updated', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000150","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (34, '00000000-0000-7000-8000-000000000155', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000150', 'session.updated', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000150","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":6,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"add-ons"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (35, '00000000-0000-7000-8000-000000000156', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000150', 'session.updated', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000150","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":7,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"746.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (36, '00000000-0000-7000-8000-000000000157', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000150', 'session.updated', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000150","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":8,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"702.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coins"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (37, '00000000-0000-7000-8000-000000000158', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000150', 'session.updated', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000150","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":9,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"667.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (38, '00000000-0000-7000-8000-000000000161', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000150', 'payment.pending', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000150","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":10,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"667.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000159","livemode":true,"payment_amount":"667.70","payment_method":"PREPAID","payment_reference":null,"payment_due_at":null}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (39, '00000000-0000-7000-8000-000000000165', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'payment.paid', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":12,"session_state":"COMPLETED","payment_state":"PAID","currency_code":"INR","total_payable":"706.70","amount_paid":"706.70","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":"WSGC-6YZ8","payment_id":"00000000-0000-7000-8000-000000000145","livemode":true,"payment_amount":"706.70","payment_method":"PREPAID","payment_reference":"pay_00000000-0000-7000-8000-000000000145","payment_due_at":null}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (40, '00000000-0000-7000-8000-000000000166', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000136', 'session.completed', 1767329045050, '{"session_id":"00000000-0000-7000-8000-000000000136","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":12,"session_state":"COMPLETED","payment_state":"PAID","currency_code":"INR","total_payable":"706.70","amount_paid":"706.70","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":"WSGC-6YZ8","payment_id":"00000000-0000-7000-8000-000000000145","livemode":true,"order":{"number":"WSGC-6YZ8","livemode":true,"placed_at":"2026-01-02T04:44:05.050Z","late":true,"shortfall":{"coupons":[],"units":[],"coins":40,"coin_debt":0},"cancelled_at":null,"cancel_reason":null}}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (41, '00000000-0000-7000-8000-000000000169', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000168', 'otp.requested', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000168","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"phone":"+919876543211","expires_at":"2026-01-02T04:59:05.050Z"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (42, '00000000-0000-7000-8000-000000000170', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000168', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000168","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"otp"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (43, '00000000-0000-7000-8000-000000000171', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000168', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000168","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"693.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (44, '00000000-0000-7000-8000-000000000172', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000168', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000168","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (45, '00000000-0000-7000-8000-000000000173', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000168', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000168","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":6,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"686.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"add-ons"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (46, '00000000-0000-7000-8000-000000000174', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000168', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000168","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":7,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"746.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (47, '00000000-0000-7000-8000-000000000175', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000168', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000168","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":8,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"711.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (48, '00000000-0000-7000-8000-000000000177', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000168', 'payment.pending', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000168","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":9,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"711.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000176","livemode":true,"payment_amount":"711.70","payment_method":"PREPAID","payment_reference":null,"payment_due_at":null}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (49, '00000000-0000-7000-8000-000000000178', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000168', 'session.abandoned', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000168","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":10,"session_state":"ABANDONED","payment_state":"PENDING","currency_code":"INR","total_payable":"711.70","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000176","livemode":true}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (50, '00000000-0000-7000-8000-000000000180', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000179', 'session.created', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000179","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (51, '00000000-0000-7000-8000-000000000182', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000181', 'session.created', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000181","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (52, '00000000-0000-7000-8000-000000000183', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000181', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000181","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"648.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"coupons"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (53, '00000000-0000-7000-8000-000000000185', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000184', 'session.created', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000184","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (54, '00000000-0000-7000-8000-000000000186', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000184', 'session.abandoned', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000184","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"ABANDONED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (55, '00000000-0000-7000-8000-000000000188', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000187', 'session.created', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000187","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (56, '00000000-0000-7000-8000-000000000189', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000187', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000187","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (57, '00000000-0000-7000-8000-000000000191', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000187', 'payment.pending', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000187","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000190","livemode":true,"payment_amount":"758.00","payment_method":"PREPAID","payment_reference":null,"payment_due_at":null}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (58, '00000000-0000-7000-8000-000000000192', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000187', 'session.abandoned', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000187","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"ABANDONED","payment_state":"PENDING","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000190","livemode":true}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (59, '00000000-0000-7000-8000-000000000193', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000187', 'payment.failed', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000187","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"ABANDONED","payment_state":"FAILED","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000190","livemode":true,"payment_amount":"758.00","payment_method":"PREPAID","payment_reference":"pay_no","payment_due_at":null,"reason":"REPORTED"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (60, '00000000-0000-7000-8000-000000000196', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000195', 'session.created', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000195","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (61, '00000000-0000-7000-8000-000000000197', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000195', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000195","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (62, '00000000-0000-7000-8000-000000000199', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000195', 'payment.pending', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000195","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000198","livemode":true,"payment_amount":"758.00","payment_method":"PREPAID","payment_reference":null,"payment_due_at":null}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (63, '00000000-0000-7000-8000-000000000200', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000195', 'payment.paid', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000195","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"COMPLETED","payment_state":"PAID","currency_code":"INR","total_payable":"758.00","amount_paid":"758.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":"EVTX-7PXQ","payment_id":"00000000-0000-7000-8000-000000000198","livemode":true,"payment_amount":"758.00","payment_method":"PREPAID","payment_reference":"pay_00000000-0000-7000-8000-000000000198","payment_due_at":null}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (64, '00000000-0000-7000-8000-000000000201', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000195', 'session.completed', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000195","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"COMPLETED","payment_state":"PAID","currency_code":"INR","total_payable":"758.00","amount_paid":"758.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":"EVTX-7PXQ","payment_id":"00000000-0000-7000-8000-000000000198","livemode":true,"order":{"number":"EVTX-7PXQ","livemode":true,"placed_at":"2026-01-02T04:54:05.050Z","late":false,"shortfall":null,"cancelled_at":null,"cancel_reason":null}}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (65, '00000000-0000-7000-8000-000000000204', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000203', 'session.created', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000203","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (66, '00000000-0000-7000-8000-000000000205', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000203', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000203","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (67, '00000000-0000-7000-8000-000000000206', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000203', 'session.updated', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000203","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"798.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":true,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (68, '00000000-0000-7000-8000-000000000207', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000203', 'session.completed', 1767329645050, '{"session_id":"00000000-0000-7000-8000-000000000203","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"COMPLETED","payment_state":"DRAFT","currency_code":"INR","total_payable":"798.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":true,"order_number":"1378-TKG9","payment_id":null,"livemode":true,"order":{"number":"1378-TKG9","livemode":true,"placed_at":"2026-01-02T04:54:05.050Z","late":false,"shortfall":null,"cancelled_at":null,"cancel_reason":null}}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (69, '00000000-0000-7000-8000-000000000209', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000208', 'session.created', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000208","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (70, '00000000-0000-7000-8000-000000000210', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000208', 'session.updated', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000208","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (71, '00000000-0000-7000-8000-000000000211', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000208', 'session.updated', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000208","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"798.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":true,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (72, '00000000-0000-7000-8000-000000000213', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000208', 'payment.pending', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000208","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"798.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":true,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000212","livemode":true,"payment_amount":"79.80","payment_method":"COD","payment_reference":null,"payment_due_at":null}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (73, '00000000-0000-7000-8000-000000000214', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000208', 'payment.paid', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000208","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"IN_PROGRESS","payment_state":"PAID","currency_code":"INR","total_payable":"798.00","amount_paid":"79.80","amount_refunded":"0.00","shipping_option":"standard","cod_order":true,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000212","livemode":true,"payment_amount":"79.80","payment_method":"COD","payment_reference":"pay_00000000-0000-7000-8000-000000000212","payment_due_at":null}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (74, '00000000-0000-7000-8000-000000000215', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000208', 'session.completed', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000208","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":6,"session_state":"COMPLETED","payment_state":"PAID","currency_code":"INR","total_payable":"798.00","amount_paid":"79.80","amount_refunded":"0.00","shipping_option":"standard","cod_order":true,"order_number":"4DKE-E5WJ","payment_id":"00000000-0000-7000-8000-000000000212","livemode":true,"order":{"number":"4DKE-E5WJ","livemode":true,"placed_at":"2026-01-02T04:54:05.100Z","late":false,"shortfall":null,"cancelled_at":null,"cancel_reason":null}}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (75, '00000000-0000-7000-8000-000000000217', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000216', 'session.created', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000216","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (76, '00000000-0000-7000-8000-000000000218', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000216', 'session.updated', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000216","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (77, '00000000-0000-7000-8000-000000000219', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000216', 'session.updated', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000216","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"798.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":true,"order_number":null,"payment_id":null,"livemode":true,"step":"payment-method"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (78, '00000000-0000-7000-8000-000000000221', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000216', 'payment.pending', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000216","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":4,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"798.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":true,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000220","livemode":true,"payment_amount":"79.80","payment_method":"COD","payment_reference":null,"payment_due_at":null}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (79, '00000000-0000-7000-8000-000000000222', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000216', 'payment.paid', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000216","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":5,"session_state":"IN_PROGRESS","payment_state":"PAID","currency_code":"INR","total_payable":"798.00","amount_paid":"79.80","amount_refunded":"0.00","shipping_option":"standard","cod_order":true,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000220","livemode":true,"payment_amount":"79.80","payment_method":"COD","payment_reference":"pay_00000000-0000-7000-8000-000000000220","payment_due_at":null}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (80, '00000000-0000-7000-8000-000000000224', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000223', 'session.created', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000223","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (81, '00000000-0000-7000-8000-000000000225', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000223', 'session.updated', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000223","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (82, '00000000-0000-7000-8000-000000000227', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000223', 'payment.pending', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000223","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"PENDING","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":"00000000-0000-7000-8000-000000000226","livemode":true,"payment_amount":"758.00","payment_method":"PREPAID","payment_reference":null,"payment_due_at":"2026-01-05T04:54:05.100Z"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (83, '00000000-0000-7000-8000-000000000229', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000228', 'session.created', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000228","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (84, '00000000-0000-7000-8000-000000000230', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000228', 'session.updated', 1767329645100, '{"session_id":"00000000-0000-7000-8000-000000000228","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (85, '00000000-0000-7000-8000-000000000231', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000228', 'session.idle', 1767331455100, '{"session_id":"00000000-0000-7000-8000-000000000228","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"recovery_url":null}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (86, '00000000-0000-7000-8000-000000000233', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000232', 'session.created', 1767331455100, '{"session_id":"00000000-0000-7000-8000-000000000232","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (87, '00000000-0000-7000-8000-000000000234', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000232', 'session.updated', 1767331455100, '{"session_id":"00000000-0000-7000-8000-000000000232","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":2,"session_state":"IN_PROGRESS","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true,"step":"address"}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (88, '00000000-0000-7000-8000-000000000235', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000232', 'session.abandoned', 1767335055100, '{"session_id":"00000000-0000-7000-8000-000000000232","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":3,"session_state":"ABANDONED","payment_state":"DRAFT","currency_code":"INR","total_payable":"758.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":"standard","cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO "events" ("seq", "id", "merchant_id", "session_id", "type", "at", "data") VALUES (89, '00000000-0000-7000-8000-000000000237', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000236', 'session.created', 1767335055100, '{"session_id":"00000000-0000-7000-8000-000000000236","merchant_id":"00000000-0000-7000-8000-000000000001","reference":null,"version":1,"session_state":"INITIATED","payment_state":"DRAFT","currency_code":"INR","total_payable":"698.00","amount_paid":"0.00","amount_refunded":"0.00","shipping_option":null,"cod_order":false,"order_number":null,"payment_id":null,"livemode":true}');
INSERT INTO "webhook_endpoints" ("id", "merchant_id", "url", "secret", "events", "allow_insecure", "disabled_at", "created_at", "include", "kind", "templates", "livemode", "lanes", "batch") VALUES ('00000000-0000-7000-8000-000000000070', '00000000-0000-7000-8000-000000000001', 'https://hooks.example/all', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', '[]', 0, NULL, 1767323045000, '[]', 'webhook', '{}', 1, 1, 0);
INSERT INTO "webhook_endpoints" ("id", "merchant_id", "url", "secret", "events", "allow_insecure", "disabled_at", "created_at", "include", "kind", "templates", "livemode", "lanes", "batch") VALUES ('00000000-0000-7000-8000-000000000071', '00000000-0000-7000-8000-000000000001', 'https://hooks.example/old', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', '[]', 0, 1767323045000, 1767323045000, '[]', 'webhook', '{}', 1, 1, 0);
INSERT INTO "webhook_endpoints" ("id", "merchant_id", "url", "secret", "events", "allow_insecure", "disabled_at", "created_at", "include", "kind", "templates", "livemode", "lanes", "batch") VALUES ('00000000-0000-7000-8000-000000000601', '00000000-0000-7000-8000-000000000001', 'https://sms.example/send', '{"method":"POST","url":"https://sms.example/send?key=s3cret","headers":{"content-type":"application/json","authorization":"Bearer s3cret"},"body":"{\"to\":\"{phone}\",\"text\":\"{text}\",\"id\":\"{id}\"}"}', '["otp.requested","session.completed"]', 0, NULL, 1767323045001, '[]', 'sms', '{}', 1, 1, 0);
INSERT INTO "webhook_endpoints" ("id", "merchant_id", "url", "secret", "events", "allow_insecure", "disabled_at", "created_at", "include", "kind", "templates", "livemode", "lanes", "batch") VALUES ('00000000-0000-7000-8000-000000000602', '00000000-0000-7000-8000-000000000001', 'smtps://orders@mail.example:465', '{"server":"smtps://orders:s3cret@mail.example:465","from":"orders@demo-store.example"}', '["session.completed"]', 0, NULL, 1767323045002, '[]', 'email', '{"placed":{"subject":"Order {order}","text":"Hi {name}: {total}"}}', 1, 1, 0);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 50, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 51, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 52, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 53, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 54, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 55, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 56, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 57, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 58, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 59, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 60, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 61, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 62, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 63, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 64, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 65, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 66, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 67, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 68, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 69, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 70, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 71, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 72, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 73, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 74, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 75, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 76, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 77, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 78, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 79, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 80, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 81, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 82, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 83, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 84, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 85, 'PENDING', 0, 1767331455100, NULL, '', 1767331455100, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 86, 'PENDING', 0, 1767331455100, NULL, '', 1767331455100, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 87, 'PENDING', 0, 1767331455100, NULL, '', 1767331455100, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 88, 'FAILED', 8, 1767335055100, NULL, 'refused', 1767335055100, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000070', 89, 'DELIVERED', 8, 1767335055100, 204, '', 1767335055100, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000601', 64, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000601', 68, 'PENDING', 0, 1767329645050, NULL, '', 1767329645050, NULL);
INSERT INTO "deliveries" ("endpoint_id", "event_seq", "state", "attempts", "next_at", "last_status", "last_error", "updated_at", "batch_id") VALUES ('00000000-0000-7000-8000-000000000601', 74, 'PENDING', 0, 1767329645100, NULL, '', 1767329645100, NULL);
INSERT INTO "session_counts" ("merchant_id", "session_state", "payment_state", "count") VALUES ('00000000-0000-7000-8000-000000000001', 'ABANDONED', 'DRAFT', 3);
INSERT INTO "session_counts" ("merchant_id", "session_state", "payment_state", "count") VALUES ('00000000-0000-7000-8000-000000000001', 'ABANDONED', 'FAILED', 1);
INSERT INTO "session_counts" ("merchant_id", "session_state", "payment_state", "count") VALUES ('00000000-0000-7000-8000-000000000001', 'ABANDONED', 'PENDING', 1);
INSERT INTO "session_counts" ("merchant_id", "session_state", "payment_state", "count") VALUES ('00000000-0000-7000-8000-000000000001', 'COMPLETED', 'DRAFT', 1);
INSERT INTO "session_counts" ("merchant_id", "session_state", "payment_state", "count") VALUES ('00000000-0000-7000-8000-000000000001', 'COMPLETED', 'PAID', 3);
INSERT INTO "session_counts" ("merchant_id", "session_state", "payment_state", "count") VALUES ('00000000-0000-7000-8000-000000000001', 'INITIATED', 'DRAFT', 2);
INSERT INTO "session_counts" ("merchant_id", "session_state", "payment_state", "count") VALUES ('00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'DRAFT', 2);
INSERT INTO "session_counts" ("merchant_id", "session_state", "payment_state", "count") VALUES ('00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'FAILED', 1);
INSERT INTO "session_counts" ("merchant_id", "session_state", "payment_state", "count") VALUES ('00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'PAID', 1);
INSERT INTO "session_counts" ("merchant_id", "session_state", "payment_state", "count") VALUES ('00000000-0000-7000-8000-000000000001', 'IN_PROGRESS', 'PENDING', 3);
INSERT INTO "idempotency_records" ("merchant_id", "livemode", "method", "path", "key", "fingerprint", "at", "status", "location", "session_id", "begun_id", "body") VALUES ('00000000-0000-7000-8000-000000000001', 1, 'POST', '/session/00000000-0000-7000-8000-000000000195/payment', 'once', '12ae32cb1ec02d01eda3581b127c1fee3b0dc53572ed6baf239721a03d82e126', 1767329645050, 200, NULL, '00000000-0000-7000-8000-000000000195', '00000000-0000-7000-8000-000000000198', X'8D566D6FE23810FE2B68BE5EDA26146889562B716DB557E9FA2268BFDCA98A4C3C80B589EDF50B2A42FCF7D5384E08BB7BB70D12629CF1CC33E3791EB307EB98F3167258BCDEDCDC2D169000678E41BE07C12187343E67E1EB8ABEAE5B333CD9740C090887B585FCDF3D38E12A841C1EFC1A12D830C9835907531BC57DE90A0A9D25B065463019CD2C816F9E4927DC0EF261F0D5689C400BF9FED03913B236C72DAE98AFDCE025D83FC72B55AD99C182B9421B5122E4D25715850EC6E5687A48606D1841BF4CD304AC90EB0A8B2E95331E9BE2DA0097A369024E3956155CD8527972A39D7E5934CBD17132BD6E1DFB2BCABB42AD0AEB54F915F215AB2C26E0D83B5B5245315FCDD654DEC6396DF38B8B92CB737C67B5AEF0A2F6EB732DA99756794361E161F6F83AFB1B0E6F4D6142AEA9472533AE4114337708A37D025FB35D8D92A0ADD0FC50D946681D824E526A296FEB1945936D99A8FAF86951198EE658602FAF63EF9067E9E47C74150CB4859065E539F236406C1BDB3551AFC6D784D038C1AAA207204D40D8A2F7A2CBC76A825F68469310600A795A55A9BC56276B87046A34E5A61DA0DF8F7E9A66706C1D31898EE3F9EEF1F6FEF10B9D105A2B94ECDEDC3F16CFF3A72FF3866606B93058BAC29BAA77D81C6B75669D32D89DB9DB30F9D5420B9A78F69600E3BC688C7D5BCD07610FA7409D376B7485DBE900FA757EF3D76C7157CC1E9E5E1F5FBAF774E86902357B2F8EE4CC3A2237D9FBAC9E26474961A5135BE2E507715D065C91DBCFCA3A34446A945C99C0F65A41024BC577C5C6D5D4B44FFAF36C50FBF5A70BFDB9AF36BADDFC412AFD9AF6B4B7A9D09AF2B74182E8100963985339FC3FA99A663159AB8BFFAD5B278DEEEB1271B8F9359D7EB46C21B7289D32BBDED90E0F6FF409B3269DD911AD9AD9A5F9F3C6A02C7B8BF330954206C5219219E684226BC92C16DD862DAB3CC6DA84EC4C225DA9E44A04C9D2466D45900DB8795DBC3C3D400292D54DFB6A35B85142120D2AB556900384CD42F605A8E5BA418E589FAE794B0A132D5B68A34A2228295BC0E1AD5335656F9ABDF43B32F61142B388351355631C02050D5ABA9F5A9C33BB618339A339D51B2569E98F6936BDBE9A8C4797C32C25F4426206396483395AC1A93D83B9623CBE1AB6A9CA701EF027CA35ABBCF134A78D90C461509654321EC578920D1A3DFAD5C19DC26E15BD50DA8956420247AD639233435862418BE34A7B8DA58724BAE3BB0EF577DE77DD4274CEC6290DD30F194F3345010D1310B5F4A37F3DAE8144DB6D48FAE1797EF73CBBBF8556FEE3C5D1CE6037AF9D3E1D95DAE00AC9A96B2EF7C4BE1EEFB6CD60367650EC3810EF5A18B43DE78DAA3845DF60C569440D5A47A59F88B7C16F9EF63556BC2C9BFDF1EE32B8F232DC8969C0E72545256F2EACF6AEDDFB1374A98E33C29C3362D938D37FA84A6CB10E73D1485C1F3D0CD3E1E42CCDCED2E14B3ACEC7A33C1D9FA7E3F41F381CBE03');
INSERT INTO "stock_sales" ("session_id", "merchant_id", "variant_id", "units") VALUES ('00000000-0000-7000-8000-000000000136', '00000000-0000-7000-8000-000000000001', 11, 2);
INSERT INTO "stock_sales" ("session_id", "merchant_id", "variant_id", "units") VALUES ('00000000-0000-7000-8000-000000000136', '00000000-0000-7000-8000-000000000001', 91, 1);
INSERT INTO "stock_sales" ("session_id", "merchant_id", "variant_id", "units") VALUES ('00000000-0000-7000-8000-000000000195', '00000000-0000-7000-8000-000000000001', 11, 2);
INSERT INTO "stock_sales" ("session_id", "merchant_id", "variant_id", "units") VALUES ('00000000-0000-7000-8000-000000000203', '00000000-0000-7000-8000-000000000001', 11, 2);
INSERT INTO "stock_sales" ("session_id", "merchant_id", "variant_id", "units") VALUES ('00000000-0000-7000-8000-000000000208', '00000000-0000-7000-8000-000000000001', 11, 2);
INSERT INTO "checkout_links" ("session_id", "token_hash", "created_at", "hides") VALUES ('00000000-0000-7000-8000-000000000195', '251aa5042cf0a6393f22ca0e095e572ce480e30e07d236a854d184e2e5e1f70b', 1767329645050, NULL);
INSERT INTO "checkout_links" ("session_id", "token_hash", "created_at", "hides") VALUES ('00000000-0000-7000-8000-000000000223', '1fd3127776ca0984d88c189015afbae84dfd4a99b8e89dc180dc2a953f21f9fb', 1767329645100, NULL);
INSERT INTO "people" ("id", "login", "name", "role", "password_hash", "created_at") VALUES ('00000000-0000-7000-8000-000000000090', 'anna', 'Anna Rao', 'owner', 'scrypt$4$8$1$AAAA$AAAA', 1767323045000);
INSERT INTO "people" ("id", "login", "name", "role", "password_hash", "created_at") VALUES ('00000000-0000-7000-8000-000000000091', 'ben', 'Anna Rao', NULL, NULL, 1767323045000);
INSERT INTO "person_roles" ("person_id", "merchant_id", "role") VALUES ('00000000-0000-7000-8000-000000000091', '00000000-0000-7000-8000-000000000001', 'viewer');
INSERT INTO "sign_in_links" ("person_id", "token_hash", "created_at") VALUES ('00000000-0000-7000-8000-000000000091', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 1767323045000);
INSERT INTO "sign_ins" ("token_hash", "person_id", "created_at", "last_seen_at", "method", "confirmed_at", "address") VALUES ('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '00000000-0000-7000-8000-000000000090', 1767323045000, 1767323045000, 'password', 1767323045000, '192.0.2.1');
INSERT INTO "payment_references" ("merchant_id", "livemode", "reference", "session_id", "payment_id") VALUES ('00000000-0000-7000-8000-000000000001', 1, 'pay_00000000-0000-7000-8000-000000000145', '00000000-0000-7000-8000-000000000136', '00000000-0000-7000-8000-000000000145');
INSERT INTO "payment_references" ("merchant_id", "livemode", "reference", "session_id", "payment_id") VALUES ('00000000-0000-7000-8000-000000000001', 1, 'pay_00000000-0000-7000-8000-000000000198', '00000000-0000-7000-8000-000000000195', '00000000-0000-7000-8000-000000000198');
INSERT INTO "payment_references" ("merchant_id", "livemode", "reference", "session_id", "payment_id") VALUES ('00000000-0000-7000-8000-000000000001', 1, 'pay_00000000-0000-7000-8000-000000000212', '00000000-0000-7000-8000-000000000208', '00000000-0000-7000-8000-000000000212');
INSERT INTO "payment_references" ("merchant_id", "livemode", "reference", "session_id", "payment_id") VALUES ('00000000-0000-7000-8000-000000000001', 1, 'pay_00000000-0000-7000-8000-000000000220', '00000000-0000-7000-8000-000000000216', '00000000-0000-7000-8000-000000000220');
INSERT INTO "audit_entries" ("id", "at", "subject_kind", "subject_id", "subject_label", "merchant_id", "action", "object_kind", "object_id", "object_label", "before", "after") VALUES ('00000000-0000-7000-8000-000000000101', 1767323045000, 'operator', NULL, 'cli:asha', '00000000-0000-7000-8000-000000000001', 'key.create', 'key', '00000000-0000-7000-8000-000000000100', 'test', NULL, '{"name":"test","prefix":"ck_live_htVg","scopes":["sessions:read","sessions:write","payments:write","payments:refund"],"livemode":true}');
INSERT INTO "audit_entries" ("id", "at", "subject_kind", "subject_id", "subject_label", "merchant_id", "action", "object_kind", "object_id", "object_label", "before", "after") VALUES ('00000000-0000-7000-8000-000000000103', 1767323045000, 'operator', NULL, 'cli:asha', '00000000-0000-7000-8000-000000000002', 'key.create', 'key', '00000000-0000-7000-8000-000000000102', 'other', NULL, '{"name":"other","prefix":"ck_live_lBtq","scopes":["sessions:read","sessions:write","payments:write"],"livemode":true}');
INSERT INTO "audit_entries" ("id", "at", "subject_kind", "subject_id", "subject_label", "merchant_id", "action", "object_kind", "object_id", "object_label", "before", "after") VALUES ('00000000-0000-7000-8000-000000000105', 1767323045000, 'operator', NULL, 'cli:asha', '00000000-0000-7000-8000-000000000001', 'key.create', 'key', '00000000-0000-7000-8000-000000000104', 'old', NULL, '{"name":"old","prefix":"ck_live_asyv","rate_limit":50,"scopes":["sessions:read","sessions:write","payments:write"],"livemode":true}');
INSERT INTO "audit_entries" ("id", "at", "subject_kind", "subject_id", "subject_label", "merchant_id", "action", "object_kind", "object_id", "object_label", "before", "after") VALUES ('00000000-0000-7000-8000-000000000106', 1767323045000, 'operator', NULL, 'cli:asha', '00000000-0000-7000-8000-000000000001', 'key.revoke', 'key', '00000000-0000-7000-8000-000000000104', 'old', '{"revoked_at":null}', '{"revoked_at":"2026-01-02T03:04:05.000Z"}');
INSERT INTO "audit_entries" ("id", "at", "subject_kind", "subject_id", "subject_label", "merchant_id", "action", "object_kind", "object_id", "object_label", "before", "after") VALUES ('00000000-0000-7000-8000-000000000108', 1767323045050, 'operator', NULL, 'cli:asha', '00000000-0000-7000-8000-000000000001', 'key.create', 'key', '00000000-0000-7000-8000-000000000107', 'short', NULL, '{"name":"short","prefix":"ck_live_xHPq","rate_limit":50,"scopes":["sessions:read","sessions:write","payments:write"],"livemode":true,"expires_at":"2026-01-02T04:04:05.050Z"}');
INSERT INTO "audit_entries" ("id", "at", "subject_kind", "subject_id", "subject_label", "merchant_id", "action", "object_kind", "object_id", "object_label", "before", "after") VALUES ('00000000-0000-7000-8000-000000000135', 1767327845050, 'key', '00000000-0000-7000-8000-000000000100', 'ck_live_htVg', '00000000-0000-7000-8000-000000000001', 'payment.result', 'session', '00000000-0000-7000-8000-000000000123', NULL, '{"payment_state":"PENDING"}', '{"payment_state":"FAILED"}');
INSERT INTO "audit_entries" ("id", "at", "subject_kind", "subject_id", "subject_label", "merchant_id", "action", "object_kind", "object_id", "object_label", "before", "after") VALUES ('00000000-0000-7000-8000-000000000167', 1767329045050, 'key', '00000000-0000-7000-8000-000000000100', 'ck_live_htVg', '00000000-0000-7000-8000-000000000001', 'payment.result', 'session', '00000000-0000-7000-8000-000000000136', 'WSGC-6YZ8', '{"state":"ABANDONED","payment_state":"PENDING","order_number":null,"late":null,"amount_paid":0}', '{"state":"COMPLETED","payment_state":"PAID","order_number":"WSGC-6YZ8","late":true,"amount_paid":70670}');
INSERT INTO "audit_entries" ("id", "at", "subject_kind", "subject_id", "subject_label", "merchant_id", "action", "object_kind", "object_id", "object_label", "before", "after") VALUES ('00000000-0000-7000-8000-000000000194', 1767329645050, 'key', '00000000-0000-7000-8000-000000000100', 'ck_live_htVg', '00000000-0000-7000-8000-000000000001', 'payment.result', 'session', '00000000-0000-7000-8000-000000000187', NULL, '{"payment_state":"PENDING"}', '{"payment_state":"FAILED"}');
INSERT INTO "audit_entries" ("id", "at", "subject_kind", "subject_id", "subject_label", "merchant_id", "action", "object_kind", "object_id", "object_label", "before", "after") VALUES ('00000000-0000-7000-8000-000000000202', 1767329645050, 'key', '00000000-0000-7000-8000-000000000100', 'ck_live_htVg', '00000000-0000-7000-8000-000000000001', 'payment.result', 'session', '00000000-0000-7000-8000-000000000195', 'EVTX-7PXQ', '{"state":"IN_PROGRESS","payment_state":"PENDING","order_number":null,"amount_paid":0}', '{"state":"COMPLETED","payment_state":"PAID","order_number":"EVTX-7PXQ","amount_paid":75800}');
INSERT INTO "session_sums" ("merchant_id", "quarter", "session_state", "payment_state", "currency_code", "count", "begun", "idle", "resumed", "reopened", "orders", "payable", "with_coupon", "coupon_discount", "recovered", "recovered_payable", "placed", "placed_payable") VALUES ('00000000-0000-7000-8000-000000000001', 1767322800000, 'ABANDONED', 'DRAFT', '', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO "session_sums" ("merchant_id", "quarter", "session_state", "payment_state", "currency_code", "count", "begun", "idle", "resumed", "reopened", "orders", "payable", "with_coupon", "coupon_discount", "recovered", "recovered_payable", "placed", "placed_payable") VALUES ('00000000-0000-7000-8000-000000000001', 1767326400000, 'IN_PROGRESS', 'FAILED', '', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO "session_sums" ("merchant_id", "quarter", "session_state", "payment_state", "currency_code", "count", "begun", "idle", "resumed", "reopened", "orders", "payable", "with_coupon", "coupon_discount", "recovered", "recovered_payable", "placed", "placed_payable") VALUES ('00000000-0000-7000-8000-000000000001', 1767326400000, 'IN_PROGRESS', 'PENDING', '', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO "session_sums" ("merchant_id", "quarter", "session_state", "payment_state", "currency_code", "count", "begun", "idle", "resumed", "reopened", "orders", "payable", "with_coupon", "coupon_discount", "recovered", "recovered_payable", "placed", "placed_payable") VALUES ('00000000-0000-7000-8000-000000000001', 1767327300000, 'COMPLETED', 'PAID', 'INR', 1, 1, 0, 0, 0, 1, 70670, 1, 1200, 0, 0, 0, 0);
INSERT INTO "session_sums" ("merchant_id", "quarter", "session_state", "payment_state", "currency_code", "count", "begun", "idle", "resumed", "reopened", "orders", "payable", "with_coupon", "coupon_discount", "recovered", "recovered_payable", "placed", "placed_payable") VALUES ('00000000-0000-7000-8000-000000000001', 1767328200000, 'ABANDONED', 'PENDING', '', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO "session_sums" ("merchant_id", "quarter", "session_state", "payment_state", "currency_code", "count", "begun", "idle", "resumed", "reopened", "orders", "payable", "with_coupon", "coupon_discount", "recovered", "recovered_payable", "placed", "placed_payable") VALUES ('00000000-0000-7000-8000-000000000001', 1767328200000, 'COMPLETED', 'PAID', 'INR', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 70670);
INSERT INTO "session_sums" ("merchant_id", "quarter", "session_state", "payment_state", "currency_code", "count", "begun", "idle", "resumed", "reopened", "orders", "payable", "with_coupon", "coupon_discount", "recovered", "recovered_payable", "placed", "placed_payable") VALUES ('00000000-0000-7000-8000-000000000001', 1767328200000, 'IN_PROGRESS', 'PENDING', '', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO "session_sums" ("merchant_id", "quarter", "session_state", "payment_state", "currency_code", "count", "begun", "idle", "resumed", "reopened", "orders", "payable", "with_coupon", "coupon_discount", "recovered", "recovered_payable", "placed", "placed_payable") VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'ABANDONED', 'DRAFT', '', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO "session_sums" ("merchant_id", "quarter", "session_state", "payment_state", "currency_code", "count", "begun", "idle", "resumed", "reopened", "orders", "payable", "with_coupon", "coupon_discount", "recovered", "recovered_payable", "placed", "placed_payable") VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'ABANDONED', 'FAILED', '', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO "session_sums" ("merchant_id", "quarter", "session_state", "payment_state", "currency_code", "count", "begun", "idle", "resumed", "reopened", "orders", "payable", "with_coupon", "coupon_discount", "recovered", "recovered_payable", "placed", "placed_payable") VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'COMPLETED', 'DRAFT', 'INR', 1, 1, 0, 0, 0, 1, 79800, 0, 0, 0, 0, 1, 79800);
INSERT INTO "session_sums" ("merchant_id", "quarter", "session_state", "payment_state", "currency_code", "count", "begun", "idle", "resumed", "reopened", "orders", "payable", "with_coupon", "coupon_discount", "recovered", "recovered_payable", "placed", "placed_payable") VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'COMPLETED', 'PAID', 'INR', 2, 2, 0, 0, 0, 2, 155600, 0, 0, 0, 0, 2, 155600);
INSERT INTO "session_sums" ("merchant_id", "quarter", "session_state", "payment_state", "currency_code", "count", "begun", "idle", "resumed", "reopened", "orders", "payable", "with_coupon", "coupon_discount", "recovered", "recovered_payable", "placed", "placed_payable") VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'INITIATED', 'DRAFT', '', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO "session_sums" ("merchant_id", "quarter", "session_state", "payment_state", "currency_code", "count", "begun", "idle", "resumed", "reopened", "orders", "payable", "with_coupon", "coupon_discount", "recovered", "recovered_payable", "placed", "placed_payable") VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'IN_PROGRESS', 'DRAFT', '', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO "session_sums" ("merchant_id", "quarter", "session_state", "payment_state", "currency_code", "count", "begun", "idle", "resumed", "reopened", "orders", "payable", "with_coupon", "coupon_discount", "recovered", "recovered_payable", "placed", "placed_payable") VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'IN_PROGRESS', 'DRAFT', 'INR', 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO "session_sums" ("merchant_id", "quarter", "session_state", "payment_state", "currency_code", "count", "begun", "idle", "resumed", "reopened", "orders", "payable", "with_coupon", "coupon_discount", "recovered", "recovered_payable", "placed", "placed_payable") VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'IN_PROGRESS', 'PAID', '', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO "session_sums" ("merchant_id", "quarter", "session_state", "payment_state", "currency_code", "count", "begun", "idle", "resumed", "reopened", "orders", "payable", "with_coupon", "coupon_discount", "recovered", "recovered_payable", "placed", "placed_payable") VALUES ('00000000-0000-7000-8000-000000000001', 1767329100000, 'IN_PROGRESS', 'PENDING', '', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO "session_sums" ("merchant_id", "quarter", "session_state", "payment_state", "currency_code", "count", "begun", "idle", "resumed", "reopened", "orders", "payable", "with_coupon", "coupon_discount", "recovered", "recovered_payable", "placed", "placed_payable") VALUES ('00000000-0000-7000-8000-000000000001', 1767330900000, 'ABANDONED', 'DRAFT', '', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO "session_sums" ("merchant_id", "quarter", "session_state", "payment_state", "currency_code", "count", "begun", "idle", "resumed", "reopened", "orders", "payable", "with_coupon", "coupon_discount", "recovered", "recovered_payable", "placed", "placed_payable") VALUES ('00000000-0000-7000-8000-000000000001', 1767334500000, 'INITIATED', 'DRAFT', 'INR', 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO "session_sums_progress" ("summed_to") VALUES ('~');
INSERT INTO "secrets" ("name", "value", "created_at") VALUES ('recovery', 'HBeEtUhO7Ns5P2oKyhG5HfCGa1ALje5QH9frm84JoX0', 1767331455100);
INSERT INTO "refunds" ("id", "merchant_id", "livemode", "session_id", "payment_id", "unexpected_id", "account_id", "charge", "amount", "currency_code", "reference", "state", "origin", "at", "settled_at", "next_try_at", "tries", "person_id") VALUES ('00000000-0000-7000-8000-000000000501', '00000000-0000-7000-8000-000000000001', 1, '00000000-0000-7000-8000-000000000195', '00000000-0000-7000-8000-000000000198', NULL, '00000000-0000-7000-8000-000000000060', 'pi_1', 100, 'INR', NULL, 'REQUESTED', 'OURS', 1767323045001, NULL, 1767323045001, 0, NULL);
INSERT INTO "refunds" ("id", "merchant_id", "livemode", "session_id", "payment_id", "unexpected_id", "account_id", "charge", "amount", "currency_code", "reference", "state", "origin", "at", "settled_at", "next_try_at", "tries", "person_id") VALUES ('00000000-0000-7000-8000-000000000502', '00000000-0000-7000-8000-000000000001', 1, '00000000-0000-7000-8000-000000000195', '00000000-0000-7000-8000-000000000198', NULL, '00000000-0000-7000-8000-000000000060', 'pi_1', 100, 'INR', 're_2', 'DONE', 'OURS', 1767323045002, 1767323045000, NULL, 0, NULL);
INSERT INTO "refunds" ("id", "merchant_id", "livemode", "session_id", "payment_id", "unexpected_id", "account_id", "charge", "amount", "currency_code", "reference", "state", "origin", "at", "settled_at", "next_try_at", "tries", "person_id") VALUES ('00000000-0000-7000-8000-000000000503', '00000000-0000-7000-8000-000000000001', 1, '00000000-0000-7000-8000-000000001999', '00000000-0000-7000-8000-000000000198', '00000000-0000-7000-8000-000000000850', '00000000-0000-7000-8000-000000000060', 'pi_1', 100, 'INR', NULL, 'REQUESTED', 'OURS', 1767323045003, NULL, 1767323045003, 0, NULL);
INSERT INTO "disputes" ("merchant_id", "livemode", "reference", "session_id", "payment_id", "account_id", "amount", "currency_code", "reason", "status", "evidence_due_at", "at", "decided_at", "next_look_at") VALUES ('00000000-0000-7000-8000-000000000001', 1, 'dp_1/é', '00000000-0000-7000-8000-000000000195', '00000000-0000-7000-8000-000000000198', '00000000-0000-7000-8000-000000000060', 34900, 'INR', 'product_not_received', 'OPEN', 1767323046000, 1767323045000, NULL, 1767323045010);
CREATE INDEX merchants_by_change ON merchants (changed_epoch);
CREATE INDEX merchant_domains_in_order ON merchant_domains (merchant_id, position);
CREATE INDEX api_keys_oldest_first ON api_keys (merchant_id, created_at);
CREATE INDEX variants_in_order ON variants (merchant_id, product_id, position);
CREATE INDEX coupons_automatic ON coupons (merchant_id, code_key)
  WHERE application_type = 'AUTOMATIC' AND enabled = 1;
CREATE UNIQUE INDEX coin_movements_once
  ON coin_movements (customer_id, session_id, reason) WHERE session_id IS NOT NULL;
CREATE INDEX coin_movements_in_order ON coin_movements (customer_id, moved_at);
CREATE INDEX sessions_open ON sessions (last_active_at)
  WHERE session_state IN ('INITIATED', 'IN_PROGRESS');
CREATE INDEX sessions_held ON sessions (held_since) WHERE held_since IS NOT NULL;
CREATE UNIQUE INDEX sessions_by_order_number ON sessions (merchant_id, order_number)
  WHERE order_number IS NOT NULL;
CREATE INDEX sessions_awaiting_idle ON sessions (merchant_id, last_active_at, id)
  WHERE awaits_idle = 1;
CREATE INDEX sessions_by_phone ON sessions (customer_phone, created_at, id)
  WHERE customer_phone IS NOT NULL;
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
CREATE INDEX sessions_by_merchant
  ON sessions (merchant_id, livemode, created_at, id, session_state, payment_state, version);
CREATE INDEX sessions_placed ON sessions (
  merchant_id, livemode, placed_at, id,
  iif(json_valid(doc), doc ->> '$.currencyCode', NULL),
  iif(json_valid(doc), doc ->> '$.priced.totals.totalPayable', NULL),
  iif(json_valid(doc), doc ->> '$.order.cancellation' IS NULL, NULL)
) WHERE placed_at IS NOT NULL;
CREATE INDEX sessions_completed ON sessions (
  merchant_id, livemode, created_at, session_state,
  iif(json_valid(doc), doc ->> '$.currencyCode', NULL),
  iif(json_valid(doc), doc ->> '$.priced.totals.totalPayable', NULL),
  iif(json_valid(doc), doc -> '$.priced.coupons[0]' IS NOT NULL, NULL),
  iif(json_valid(doc), doc ->> '$.priced.totals.couponDiscount', NULL),
  iif(json_valid(doc), doc ->> '$.order.cancellation' IS NULL, NULL)
) WHERE session_state = 'COMPLETED';
CREATE INDEX sessions_recovery ON sessions (
  merchant_id, created_at, idle_at, returned, session_state,
  iif(json_valid(doc), doc ->> '$.currencyCode', NULL),
  iif(json_valid(doc), doc ->> '$.priced.totals.totalPayable', NULL),
  iif(json_valid(doc), doc ->> '$.order.cancellation' IS NULL, NULL)
) WHERE idle_at IS NOT NULL OR returned IS NOT NULL;
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
CREATE TRIGGER session_sums_delete BEFORE DELETE ON sessions
WHEN OLD.livemode = 1 AND OLD.id <= (SELECT summed_to FROM session_sums_progress)
BEGIN
  INSERT INTO session_sum_deltas
  SELECT merchant_id, quarter, session_state, payment_state, currency_code, -count, -begun, -idle,
    -resumed, -reopened, -orders, -payable, -with_coupon, -coupon_discount, -recovered,
    -recovered_payable, -placed, -placed_payable
  FROM session_shares WHERE id = OLD.id;
END;
CREATE INDEX stock_holds_by_variant ON stock_holds (merchant_id, variant_id, units);
CREATE INDEX stock_holds_by_phone ON stock_holds (merchant_id, variant_id, phone, units)
  WHERE phone IS NOT NULL;
CREATE INDEX stock_holds_by_address ON stock_holds (merchant_id, variant_id, address, units)
  WHERE address IS NOT NULL;
CREATE INDEX stock_holds_by_client ON stock_holds (merchant_id, variant_id, client, units)
  WHERE client IS NOT NULL;
CREATE INDEX coupon_uses_by_customer ON coupon_uses (customer_id, coupon_id)
  WHERE customer_id IS NOT NULL;
CREATE INDEX coupon_uses_by_coupon ON coupon_uses (coupon_id);
CREATE INDEX otp_sends_by_phone ON otp_sends (merchant_id, phone, sent_at);
CREATE INDEX otp_sends_by_age ON otp_sends (sent_at);
CREATE INDEX otp_sends_by_shop ON otp_sends (merchant_id, sent_at);
CREATE INDEX events_by_session ON events (session_id);
CREATE INDEX events_with_code ON events (at)
  WHERE type = 'otp.requested' AND data ->> '$.otp' IS NOT NULL;
CREATE INDEX webhook_endpoints_oldest_first ON webhook_endpoints (merchant_id, created_at);
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
CREATE INDEX deliveries_first ON deliveries (endpoint_id, event_seq, next_at)
  WHERE state = 'PENDING' AND attempts = 0;
CREATE INDEX deliveries_again ON deliveries (endpoint_id, next_at, event_seq)
  WHERE state = 'PENDING' AND attempts > 0;
CREATE INDEX deliveries_failed ON deliveries (endpoint_id, updated_at) WHERE state = 'FAILED';
CREATE INDEX deliveries_batched ON deliveries (endpoint_id, batch_id)
  WHERE state = 'PENDING' AND batch_id IS NOT NULL;
CREATE INDEX idempotency_records_by_age ON idempotency_records (at);
CREATE INDEX unexpected_payments_by_merchant ON unexpected_payments (merchant_id, at);
CREATE UNIQUE INDEX unexpected_payments_once ON unexpected_payments
  (merchant_id, livemode, session_id, payment_id, reference, amount, currency_code);
CREATE INDEX unexpected_payments_open ON unexpected_payments (livemode, at)
  WHERE resolved_at IS NULL;
CREATE INDEX unexpected_payments_grouped ON unexpected_payments (group_id)
  WHERE group_id IS NOT NULL;
CREATE INDEX unexpected_payments_first ON unexpected_payments (merchant_id, key_id, at)
  WHERE group_id = id;
CREATE INDEX person_roles_by_merchant ON person_roles (merchant_id);
CREATE INDEX sign_ins_by_person ON sign_ins (person_id);
CREATE INDEX audit_entries_by_time ON audit_entries (at);
CREATE INDEX audit_entries_by_merchant ON audit_entries (merchant_id, at);
CREATE TRIGGER audit_entries_update BEFORE UPDATE ON audit_entries BEGIN
  SELECT RAISE(ABORT, 'audit entries are never changed');
END;
CREATE TRIGGER audit_entries_delete BEFORE DELETE ON audit_entries BEGIN
  SELECT RAISE(ABORT, 'audit entries are never deleted');
END;
CREATE TRIGGER audit_entries_insert BEFORE INSERT ON audit_entries
WHEN EXISTS (SELECT 1 FROM audit_entries WHERE id = NEW.id) BEGIN
  SELECT RAISE(ABORT, 'audit entries are never replaced');
END;
CREATE INDEX invitations_by_owner ON invitations (merchant_id, invited_by);
CREATE INDEX limit_refusals_by_hour ON limit_refusals (hour);
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
CREATE INDEX payment_returns_session ON payment_returns (session_id);
CREATE INDEX payment_returns_created ON payment_returns (created_at);
CREATE INDEX message_sends_by_recipient ON message_sends (merchant_id, recipient, sent_at);
CREATE INDEX message_sends_by_shop ON message_sends (merchant_id, sent_at);
CREATE INDEX message_sends_by_age ON message_sends (sent_at);
CREATE INDEX message_sends_by_client ON message_sends (merchant_id, client, sent_at)
  WHERE client IS NOT NULL;
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
CREATE UNIQUE INDEX payment_providers_in_use ON payment_providers (merchant_id, livemode)
  WHERE removed_at IS NULL;
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
CREATE UNIQUE INDEX provider_payments_reference ON provider_payments (account_id, reference);
CREATE INDEX provider_payments_session ON provider_payments (session_id);
CREATE INDEX provider_payments_due ON provider_payments (next_look_at)
  WHERE next_look_at IS NOT NULL;
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
CREATE UNIQUE INDEX refunds_reference ON refunds (merchant_id, livemode, reference)
  WHERE reference IS NOT NULL AND account_id IS NOT NULL;
CREATE INDEX refunds_session ON refunds (session_id);
CREATE INDEX refunds_unexpected ON refunds (unexpected_id) WHERE unexpected_id IS NOT NULL;
CREATE INDEX refunds_of_merchant ON refunds (merchant_id, at, id);
CREATE INDEX refunds_by_time ON refunds (at, id);
CREATE INDEX refunds_attention ON refunds (merchant_id, at) WHERE state IN ('REQUESTED', 'FAILED');
CREATE INDEX refunds_of_person ON refunds (merchant_id, person_id, at)
  WHERE person_id IS NOT NULL;
CREATE INDEX refunds_due ON refunds (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX disputes_session ON disputes (session_id);
CREATE INDEX disputes_open ON disputes (merchant_id, evidence_due_at) WHERE status = 'OPEN';
CREATE INDEX disputes_due ON disputes (next_look_at) WHERE next_look_at IS NOT NULL;
PRAGMA user_version = 35;
PRAGMA application_id = 1667985268;
