-- The first schema. Conventions that hold in every table:
-- money is an integer in minor units of the merchant's currency; moments are milliseconds since
-- 1970-01-01 UTC; booleans are 0 or 1; our own ids are lower-case UUIDs; product and variant ids
-- are the store's own 64-bit integers; rates are parts per million (18 % is 180000).

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
  updated_at INTEGER NOT NULL
) STRICT;

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
  revoked_at INTEGER
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
  issued INTEGER NOT NULL DEFAULT 0
    CHECK (issued BETWEEN -9007199254740991 AND 9007199254740991),
  -- Sum of the ledger for coins the customer can use.
  available INTEGER NOT NULL DEFAULT 0 CHECK (available BETWEEN 0 AND 9007199254740991),
  -- Sum of the ledger for coins set aside by a payment under way.
  processing INTEGER NOT NULL DEFAULT 0 CHECK (processing BETWEEN 0 AND 9007199254740991),
  -- Sum of the ledger for coins that were spent.
  used INTEGER NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND 9007199254740991),
  UNIQUE (merchant_id, phone)
) STRICT;

CREATE TABLE coin_movements (
  -- UUID of the entry.
  id TEXT NOT NULL PRIMARY KEY,
  -- Whose coins moved.
  customer_id TEXT NOT NULL REFERENCES customers (id),
  -- The account they left.
  from_account TEXT NOT NULL
    CHECK (from_account IN ('ISSUED', 'AVAILABLE', 'PROCESSING', 'USED')),
  -- The account they reached.
  to_account TEXT NOT NULL
    CHECK (to_account IN ('ISSUED', 'AVAILABLE', 'PROCESSING', 'USED') AND to_account <> from_account),
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

-- The short columns come first: a change of state or activity then rewrites the row's first
-- page in place and leaves those that its long texts spill over to alone.
CREATE TABLE sessions (
  -- UUID of the session.
  id TEXT NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  -- How far the checkout is.
  session_state TEXT NOT NULL
    CHECK (session_state IN ('INITIATED', 'IN_PROGRESS', 'COMPLETED', 'ABANDONED')),
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
  -- The request that opened the session, as it was received; for the operator.
  received TEXT NOT NULL
) STRICT;

-- A session stands in exactly one of the next two: open ones for the sweep by inactivity, closed
-- ones for what retention deletes. A new session so pays for one of them only.
CREATE INDEX sessions_open ON sessions (last_active_at)
  WHERE session_state IN ('INITIATED', 'IN_PROGRESS');
CREATE INDEX sessions_closed ON sessions (last_active_at)
  WHERE session_state IN ('COMPLETED', 'ABANDONED');

-- Lists a shop's sessions by age, and holds all that counting them by state needs.
CREATE INDEX sessions_by_merchant
  ON sessions (merchant_id, created_at, session_state, payment_state);

CREATE TABLE epoch (
  -- Always 1: the table has one row.
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  -- Grows by one with every commit that changes what a shop decided.
  value INTEGER NOT NULL CHECK (value >= 0)
) STRICT;

INSERT INTO epoch (id, value) VALUES (1, 0);
