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
  -- When a customer last did something with it; up to a second behind.
  last_active_at INTEGER NOT NULL,
  -- JSON: the cart, the customer's choices and the price, without what other columns hold. Checked
  -- when it is read and not here: a check for each session would be paid by the hottest write.
  doc TEXT NOT NULL,
  -- The request that opened the session, as it was received; for the operator.
  received TEXT NOT NULL
) STRICT;
CREATE TABLE epoch (
  -- Always 1: the table has one row.
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  -- Grows by one with every commit that changes what a shop decided.
  value INTEGER NOT NULL CHECK (value >= 0)
) STRICT;
INSERT INTO "merchants" ("id", "name", "country_code", "currency_code", "cart_format", "redirect_url", "rules", "created_at", "updated_at") VALUES ('00000000-0000-7000-8000-000000000001', 'Demo Store', 'IN', 'INR', 'plain', 'https://demo-store.example/thanks', '{"tax":{"rate":180000,"included":true},"shipping":[{"countries":["IN"],"postalPrefixes":[],"price":8000,"freeAbove":199900},{"countries":["IN"],"postalPrefixes":["56"],"price":6000,"freeAbove":99900},{"countries":["IN"],"postalPrefixes":["19","79","744"],"price":18000,"freeAbove":null}],"cod":{"fee":4000,"min":20000,"max":1000000,"countries":["IN"],"prepaid":{"type":"PERCENTAGE","rate":100000,"cap":null}},"paymentOffers":[{"method":"PREPAID","discount":{"type":"PERCENTAGE","rate":50000,"cap":10000}}],"coin":{"provider":"CUSTOM","name":"Demo Coins","logo":"https://cdn.demo-store.example/coin.png","coinValue":10,"baseCurrencyValue":100,"earnRate":50000}}', 1767323045000, 1767323045000);
INSERT INTO "merchant_domains" ("domain", "merchant_id", "position") VALUES ('demo-store.example', '00000000-0000-7000-8000-000000000001', 0);
INSERT INTO "merchant_domains" ("domain", "merchant_id", "position") VALUES ('www.demo-store.example', '00000000-0000-7000-8000-000000000001', 1);
INSERT INTO "api_keys" ("id", "merchant_id", "name", "hash", "prefix", "rate_limit", "created_at", "last_used_at", "expires_at", "revoked_at") VALUES ('00000000-0000-7000-8000-000000000100', '00000000-0000-7000-8000-000000000001', 'test', '896d54a859b6765e23171b802b2c1306ee527448c56e20367489d393685f2ed3', 'ck_live_htVg', NULL, 1767323045000, 1767326646050, NULL, NULL);
INSERT INTO "api_keys" ("id", "merchant_id", "name", "hash", "prefix", "rate_limit", "created_at", "last_used_at", "expires_at", "revoked_at") VALUES ('00000000-0000-7000-8000-000000000114', '00000000-0000-7000-8000-000000000001', 'demo', '8f623949b842158a69e725f70909d3a3b1d455ba64fdb11cc955b22c84f811cb', 'ck_live_lBtq', NULL, 1767323045000, NULL, 1769915045000, NULL);
INSERT INTO "api_keys" ("id", "merchant_id", "name", "hash", "prefix", "rate_limit", "created_at", "last_used_at", "expires_at", "revoked_at") VALUES ('00000000-0000-7000-8000-000000000115', '00000000-0000-7000-8000-000000000001', 'old', 'eecc82af444179f6aac21fc47add72d02b5da31e680e91c7ff90f5cea11f4ce0', 'ck_live_asyv', 50, 1767323045000, NULL, NULL, 1767323045000);
INSERT INTO "api_keys" ("id", "merchant_id", "name", "hash", "prefix", "rate_limit", "created_at", "last_used_at", "expires_at", "revoked_at") VALUES ('00000000-0000-7000-8000-000000000116', '00000000-0000-7000-8000-000000000001', 'short', '5e150b54da1539f368598d0e5d5a780c4e67b7cd3ed2ecf908c4ac103168d735', 'ck_live_xHPq', NULL, 1767323045050, NULL, 1767326645050, NULL);
INSERT INTO "products" ("merchant_id", "product_id", "id", "title", "handle", "vendor", "body_html", "status", "images") VALUES ('00000000-0000-7000-8000-000000000001', 1001, '00000000-0000-7000-8000-000000000101', 'Hand-thrown Stoneware Mug', 'stoneware-mug', 'Kiln & Clay', '<p>A 350 ml mug, thrown by hand and glazed inside. Safe in the dishwasher.</p>', 'active', '[{"id":"90011","src":"https://cdn.demo-store.example/stoneware-mug-indigo.jpg"},{"id":"90012","src":"https://cdn.demo-store.example/stoneware-mug-sand.jpg"}]');
INSERT INTO "products" ("merchant_id", "product_id", "id", "title", "handle", "vendor", "body_html", "status", "images") VALUES ('00000000-0000-7000-8000-000000000001', 1002, '00000000-0000-7000-8000-000000000102', 'Monsoon Malabar Coffee, whole bean', 'monsoon-malabar', 'Ghats Roastery', '<p>A mellow, low-acid coffee from the Malabar coast, roasted every Tuesday.</p>', 'active', '[{"id":"90021","src":"https://cdn.demo-store.example/monsoon-malabar.jpg"}]');
INSERT INTO "products" ("merchant_id", "product_id", "id", "title", "handle", "vendor", "body_html", "status", "images") VALUES ('00000000-0000-7000-8000-000000000001', 1003, '00000000-0000-7000-8000-000000000103', 'Gooseneck Pour-over Kettle', 'pour-over-kettle', 'Steady Pour', '<p>One litre of stainless steel with a slow, even pour. For gas and induction.</p>', 'active', '[{"id":"90031","src":"https://cdn.demo-store.example/pour-over-kettle.jpg"}]');
INSERT INTO "products" ("merchant_id", "product_id", "id", "title", "handle", "vendor", "body_html", "status", "images") VALUES ('00000000-0000-7000-8000-000000000001', 1004, '00000000-0000-7000-8000-000000000104', 'Handloom Cotton Tea Towel', 'cotton-tea-towel', 'Warp Studio', '<p>Woven in Kannur. It dries better with every wash.</p>', 'active', '[{"id":"90041","src":"https://cdn.demo-store.example/tea-towel-check.jpg"},{"id":"90042","src":"https://cdn.demo-store.example/tea-towel-stripe.jpg"}]');
INSERT INTO "products" ("merchant_id", "product_id", "id", "title", "handle", "vendor", "body_html", "status", "images") VALUES ('00000000-0000-7000-8000-000000000001', 1005, '00000000-0000-7000-8000-000000000105', 'Masala Chai Blend', 'masala-chai-blend', 'Ghats Roastery', '<p>Assam tea with cardamom, ginger and black pepper. 200 g, about 80 cups.</p>', 'active', '[{"id":"90051","src":"https://cdn.demo-store.example/masala-chai.jpg"}]');
INSERT INTO "products" ("merchant_id", "product_id", "id", "title", "handle", "vendor", "body_html", "status", "images") VALUES ('00000000-0000-7000-8000-000000000001', 1006, '00000000-0000-7000-8000-000000000106', 'Brewing at Home: A Small Guide', 'brewing-guide', 'Demo Press', '<p>Sixty-four pages, eight recipes, no gadgets needed.</p>', 'active', '[{"id":"90061","src":"https://cdn.demo-store.example/brewing-guide.jpg"}]');
INSERT INTO "products" ("merchant_id", "product_id", "id", "title", "handle", "vendor", "body_html", "status", "images") VALUES ('00000000-0000-7000-8000-000000000001', 1007, '00000000-0000-7000-8000-000000000107', 'Coffee Sampler, three 30 g sachets', 'coffee-sampler', 'Ghats Roastery', '<p>One sachet each of three single estates. Given away, not sold alone.</p>', 'unlisted', '[{"id":"90071","src":"https://cdn.demo-store.example/coffee-sampler.jpg"}]');
INSERT INTO "variants" ("merchant_id", "variant_id", "product_id", "position", "title", "price", "compare_at_price", "grams", "taxable", "inventory_quantity", "inventory_policy", "image_id") VALUES ('00000000-0000-7000-8000-000000000001', 11001, 1001, 0, 'Indigo', 44900, 54900, 380, 1, 42, 'deny', 90011);
INSERT INTO "variants" ("merchant_id", "variant_id", "product_id", "position", "title", "price", "compare_at_price", "grams", "taxable", "inventory_quantity", "inventory_policy", "image_id") VALUES ('00000000-0000-7000-8000-000000000001', 11002, 1001, 1, 'Sand', 44900, NULL, 380, 1, 17, 'deny', 90012);
INSERT INTO "variants" ("merchant_id", "variant_id", "product_id", "position", "title", "price", "compare_at_price", "grams", "taxable", "inventory_quantity", "inventory_policy", "image_id") VALUES ('00000000-0000-7000-8000-000000000001', 11021, 1002, 0, '250 g', 52500, NULL, 270, 1, 120, 'deny', 90021);
INSERT INTO "variants" ("merchant_id", "variant_id", "product_id", "position", "title", "price", "compare_at_price", "grams", "taxable", "inventory_quantity", "inventory_policy", "image_id") VALUES ('00000000-0000-7000-8000-000000000001', 11022, 1002, 1, '500 g', 97500, 105000, 530, 1, 60, 'deny', 90021);
INSERT INTO "variants" ("merchant_id", "variant_id", "product_id", "position", "title", "price", "compare_at_price", "grams", "taxable", "inventory_quantity", "inventory_policy", "image_id") VALUES ('00000000-0000-7000-8000-000000000001', 11023, 1002, 2, '1 kg', 185000, 210000, 1040, 1, 0, 'deny', 90021);
INSERT INTO "variants" ("merchant_id", "variant_id", "product_id", "position", "title", "price", "compare_at_price", "grams", "taxable", "inventory_quantity", "inventory_policy", "image_id") VALUES ('00000000-0000-7000-8000-000000000001', 11031, 1003, 0, 'Default Title', 249900, 299900, 740, 1, 9, 'deny', 90031);
INSERT INTO "variants" ("merchant_id", "variant_id", "product_id", "position", "title", "price", "compare_at_price", "grams", "taxable", "inventory_quantity", "inventory_policy", "image_id") VALUES ('00000000-0000-7000-8000-000000000001', 11041, 1004, 0, 'Check', 29900, NULL, 120, 1, 75, 'deny', 90041);
INSERT INTO "variants" ("merchant_id", "variant_id", "product_id", "position", "title", "price", "compare_at_price", "grams", "taxable", "inventory_quantity", "inventory_policy", "image_id") VALUES ('00000000-0000-7000-8000-000000000001', 11042, 1004, 1, 'Stripe', 29900, NULL, 120, 1, 64, 'continue', 90042);
INSERT INTO "variants" ("merchant_id", "variant_id", "product_id", "position", "title", "price", "compare_at_price", "grams", "taxable", "inventory_quantity", "inventory_policy", "image_id") VALUES ('00000000-0000-7000-8000-000000000001', 11051, 1005, 0, 'Default Title', 34950, NULL, 230, 1, 200, 'deny', 90051);
INSERT INTO "variants" ("merchant_id", "variant_id", "product_id", "position", "title", "price", "compare_at_price", "grams", "taxable", "inventory_quantity", "inventory_policy", "image_id") VALUES ('00000000-0000-7000-8000-000000000001', 11061, 1006, 0, 'Paperback', 39900, NULL, 210, 0, 30, 'deny', 90061);
INSERT INTO "variants" ("merchant_id", "variant_id", "product_id", "position", "title", "price", "compare_at_price", "grams", "taxable", "inventory_quantity", "inventory_policy", "image_id") VALUES ('00000000-0000-7000-8000-000000000001', 11062, 1006, 1, 'E-book', 19900, NULL, 0, 0, NULL, 'deny', 90061);
INSERT INTO "variants" ("merchant_id", "variant_id", "product_id", "position", "title", "price", "compare_at_price", "grams", "taxable", "inventory_quantity", "inventory_policy", "image_id") VALUES ('00000000-0000-7000-8000-000000000001', 11071, 1007, 0, 'Default Title', 14900, NULL, 110, 1, 500, 'deny', 90071);
INSERT INTO "coupons" ("id", "merchant_id", "code", "code_key", "application_type", "enabled", "starts_at", "ends_at", "usage_limit", "used", "created_at", "definition") VALUES ('00000000-0000-7000-8000-000000000108', '00000000-0000-7000-8000-000000000001', 'WELCOME5', 'WELCOME5', 'AUTOMATIC', 1, NULL, NULL, NULL, 0, 1767323045000, '{"combine":true,"discount":{"type":"PERCENTAGE","rate":50000,"cap":15000},"disableCod":false,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":null}');
INSERT INTO "coupons" ("id", "merchant_id", "code", "code_key", "application_type", "enabled", "starts_at", "ends_at", "usage_limit", "used", "created_at", "definition") VALUES ('00000000-0000-7000-8000-000000000109', '00000000-0000-7000-8000-000000000001', 'SAVE10', 'SAVE10', 'CODE', 1, 1767205800000, NULL, 1000, 0, 1767323045000, '{"combine":false,"discount":{"type":"PERCENTAGE","rate":100000,"cap":30000},"disableCod":false,"platform":"SERVICE","minPurchase":50000,"minQuantity":0,"usageLimitPerCustomer":1,"productIds":[],"gift":null}');
INSERT INTO "coupons" ("id", "merchant_id", "code", "code_key", "application_type", "enabled", "starts_at", "ends_at", "usage_limit", "used", "created_at", "definition") VALUES ('00000000-0000-7000-8000-000000000110', '00000000-0000-7000-8000-000000000001', 'TWOTOWELS', 'TWOTOWELS', 'CODE', 1, NULL, NULL, NULL, 0, 1767323045000, '{"combine":true,"discount":{"type":"FIXED","amount":9900,"cap":null},"disableCod":true,"platform":"SERVICE","minPurchase":0,"minQuantity":2,"usageLimitPerCustomer":null,"productIds":["1004"],"gift":null}');
INSERT INTO "coupons" ("id", "merchant_id", "code", "code_key", "application_type", "enabled", "starts_at", "ends_at", "usage_limit", "used", "created_at", "definition") VALUES ('00000000-0000-7000-8000-000000000111', '00000000-0000-7000-8000-000000000001', 'FREESAMPLER', 'FREESAMPLER', 'AUTOMATIC', 1, NULL, NULL, NULL, 0, 1767323045000, '{"combine":false,"discount":{"type":"FIXED","amount":0,"cap":null},"disableCod":false,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":{"targetType":"PURCHASE_AMOUNT","target":99900,"maxQuantity":1,"productIds":["1007"]}}');
INSERT INTO "customers" ("id", "merchant_id", "phone", "created_at", "seeded_coins", "issued", "available", "processing", "used") VALUES ('00000000-0000-7000-8000-000000000112', '00000000-0000-7000-8000-000000000001', '+919876543210', 1767323045000, 500, -500, 500, 0, 0);
INSERT INTO "coin_movements" ("id", "customer_id", "from_account", "to_account", "coins", "reason", "session_id", "moved_at") VALUES ('00000000-0000-7000-8000-000000000113', '00000000-0000-7000-8000-000000000112', 'ISSUED', 'AVAILABLE', 500, 'seed', NULL, 1767323045000);
INSERT INTO "sessions" ("id", "merchant_id", "session_state", "payment_state", "version", "created_at", "updated_at", "last_active_at", "doc", "received") VALUES ('00000000-0000-7000-8000-000000000117', '00000000-0000-7000-8000-000000000001', 'ABANDONED', 'DRAFT', 2, 1767323045050, 1767326645050, 1767323045050, '{"countryCode":"IN","currencyCode":"INR","redirectUrl":"https://demo-store.example/thanks","lines":[{"productId":"1","variantId":"11","quantity":2,"properties":{},"source":"MANUAL","title":"Mug","handle":"","variantTitle":"","grams":0,"singleVariant":false,"taxable":true,"image":"","unitPrice":34900,"compareAtPrice":null}],"choices":{"claims":[],"codes":[],"destination":null,"method":null,"coins":0},"amountPaid":0,"priced":{"lines":[{"giftOf":null,"subTotal":69800,"discount":3490,"total":66310,"tax":10115,"outOfStock":false}],"coupons":[{"coupon":{"combine":true,"discount":{"type":"PERCENTAGE","rate":50000,"cap":15000},"disableCod":false,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":null,"id":"00000000-0000-7000-8000-000000000108","merchantId":"00000000-0000-7000-8000-000000000001","code":"WELCOME5","applicationType":"AUTOMATIC","startsAt":null,"endsAt":null,"usageLimit":null,"enabled":true,"createdAt":1767323045000},"amount":3490,"cartAfter":66310,"previousCode":null}],"offers":[],"claims":[],"totals":{"subTotal":69800,"couponDiscount":3490,"paymentOfferDiscount":0,"coinDiscount":0,"discount":3490,"total":66310,"tax":10115,"taxesIncluded":true,"shipping":-1,"codAvailable":true,"codOrder":false,"codPrice":4000,"partialCodPrice":7031,"isPartialCod":false,"totalPayable":66310,"amountPaid":0},"coins":{"available":0,"redeemable":0,"used":0,"processing":0},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"https://cdn.demo-store.example/coin.png","coinValue":10,"baseCurrencyValue":100,"earnRate":50000},"serviceable":true}}', '{"data":{"shop_domain":"demo-store.example","country_code":"IN","items":[{"product_id":1,"variant_id":11,"quantity":2,"price":349,"title":"Mug"}]}}');
INSERT INTO "sessions" ("id", "merchant_id", "session_state", "payment_state", "version", "created_at", "updated_at", "last_active_at", "doc", "received") VALUES ('00000000-0000-7000-8000-000000000118', '00000000-0000-7000-8000-000000000001', 'INITIATED', 'DRAFT', 1, 1767326645050, 1767326645050, 1767326645050, '{"countryCode":"IN","currencyCode":"INR","redirectUrl":"https://demo-store.example/thanks","lines":[{"productId":"1001","variantId":"11001","quantity":3,"properties":{},"source":"MANUAL","title":"Hand-thrown Stoneware Mug","handle":"stoneware-mug","variantTitle":"Indigo","unitPrice":44900,"compareAtPrice":54900,"grams":380,"singleVariant":false,"taxable":true,"image":"https://cdn.demo-store.example/stoneware-mug-indigo.jpg"}],"choices":{"claims":[],"codes":[],"destination":null,"method":null,"coins":0},"amountPaid":0,"priced":{"lines":[{"giftOf":null,"subTotal":134700,"discount":6735,"total":127965,"tax":19520,"outOfStock":false}],"coupons":[{"coupon":{"combine":true,"discount":{"type":"PERCENTAGE","rate":50000,"cap":15000},"disableCod":false,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":null,"id":"00000000-0000-7000-8000-000000000108","merchantId":"00000000-0000-7000-8000-000000000001","code":"WELCOME5","applicationType":"AUTOMATIC","startsAt":null,"endsAt":null,"usageLimit":null,"enabled":true,"createdAt":1767323045000},"amount":6735,"cartAfter":127965,"previousCode":null}],"offers":[{"couponId":"00000000-0000-7000-8000-000000000111","gift":{"targetType":"PURCHASE_AMOUNT","target":99900,"maxQuantity":1,"productIds":["1007"]},"products":[{"productId":"1007","id":"00000000-0000-7000-8000-000000000107","title":"Coffee Sampler, three 30 g sachets","handle":"coffee-sampler","vendor":"Ghats Roastery","bodyHtml":"<p>One sachet each of three single estates. Given away, not sold alone.</p>","status":"unlisted","images":[{"id":"90071","src":"https://cdn.demo-store.example/coffee-sampler.jpg"}],"variants":[{"variantId":"11071","productId":"1007","title":"Default Title","price":14900,"compareAtPrice":null,"grams":110,"taxable":true,"inventoryQuantity":500,"inventoryPolicy":"deny","imageId":"90071"}]}]}],"claims":[],"totals":{"subTotal":134700,"couponDiscount":6735,"paymentOfferDiscount":0,"coinDiscount":0,"discount":6735,"total":127965,"tax":19520,"taxesIncluded":true,"shipping":-1,"codAvailable":true,"codOrder":false,"codPrice":4000,"partialCodPrice":13197,"isPartialCod":false,"totalPayable":127965,"amountPaid":0},"coins":{"available":0,"redeemable":0,"used":0,"processing":0},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"https://cdn.demo-store.example/coin.png","coinValue":10,"baseCurrencyValue":100,"earnRate":50000},"serviceable":true}}', '{"data":{"shop_domain":"demo-store.example","country_code":"IN","items":[{"product_id":1001,"variant_id":11001,"quantity":3}]}}');
INSERT INTO "sessions" ("id", "merchant_id", "session_state", "payment_state", "version", "created_at", "updated_at", "last_active_at", "doc", "received") VALUES ('00000000-0000-7000-8000-000000000119', '00000000-0000-7000-8000-000000000001', 'INITIATED', 'DRAFT', 1, 1767326645050, 1767326645050, 1767326646050, '{"countryCode":"IN","currencyCode":"INR","redirectUrl":"https://demo-store.example/thanks","lines":[{"productId":"1001","variantId":"11001","quantity":3,"properties":{},"source":"MANUAL","title":"Hand-thrown Stoneware Mug","handle":"stoneware-mug","variantTitle":"Indigo","unitPrice":44900,"compareAtPrice":54900,"grams":380,"singleVariant":false,"taxable":true,"image":"https://cdn.demo-store.example/stoneware-mug-indigo.jpg"},{"productId":"1004","variantId":"11041","quantity":1,"properties":{},"source":"MANUAL","title":"Handloom Cotton Tea Towel","handle":"cotton-tea-towel","variantTitle":"Check","unitPrice":29900,"compareAtPrice":null,"grams":120,"singleVariant":false,"taxable":true,"image":"https://cdn.demo-store.example/tea-towel-check.jpg"},{"productId":"9007199254740991","variantId":"9007199254740990","quantity":1,"properties":{},"source":"MANUAL","title":"Own","handle":"","variantTitle":"","grams":0,"singleVariant":false,"taxable":true,"image":"","unitPrice":1250,"compareAtPrice":null}],"choices":{"claims":[],"codes":[],"destination":null,"method":null,"coins":0},"amountPaid":0,"priced":{"lines":[{"giftOf":null,"subTotal":134700,"discount":6735,"total":127965,"tax":19520,"outOfStock":false},{"giftOf":null,"subTotal":29900,"discount":1495,"total":28405,"tax":4333,"outOfStock":false},{"giftOf":null,"subTotal":1250,"discount":63,"total":1187,"tax":181,"outOfStock":false}],"coupons":[{"coupon":{"combine":true,"discount":{"type":"PERCENTAGE","rate":50000,"cap":15000},"disableCod":false,"platform":"SERVICE","minPurchase":0,"minQuantity":0,"usageLimitPerCustomer":null,"productIds":[],"gift":null,"id":"00000000-0000-7000-8000-000000000108","merchantId":"00000000-0000-7000-8000-000000000001","code":"WELCOME5","applicationType":"AUTOMATIC","startsAt":null,"endsAt":null,"usageLimit":null,"enabled":true,"createdAt":1767323045000},"amount":8293,"cartAfter":157557,"previousCode":null}],"offers":[{"couponId":"00000000-0000-7000-8000-000000000111","gift":{"targetType":"PURCHASE_AMOUNT","target":99900,"maxQuantity":1,"productIds":["1007"]},"products":[{"productId":"1007","id":"00000000-0000-7000-8000-000000000107","title":"Coffee Sampler, three 30 g sachets","handle":"coffee-sampler","vendor":"Ghats Roastery","bodyHtml":"<p>One sachet each of three single estates. Given away, not sold alone.</p>","status":"unlisted","images":[{"id":"90071","src":"https://cdn.demo-store.example/coffee-sampler.jpg"}],"variants":[{"variantId":"11071","productId":"1007","title":"Default Title","price":14900,"compareAtPrice":null,"grams":110,"taxable":true,"inventoryQuantity":500,"inventoryPolicy":"deny","imageId":"90071"}]}]}],"claims":[],"totals":{"subTotal":165850,"couponDiscount":8293,"paymentOfferDiscount":0,"coinDiscount":0,"discount":8293,"total":157557,"tax":24034,"taxesIncluded":true,"shipping":-1,"codAvailable":true,"codOrder":false,"codPrice":4000,"partialCodPrice":16156,"isPartialCod":false,"totalPayable":157557,"amountPaid":0},"coins":{"available":0,"redeemable":0,"used":0,"processing":0},"coinProgram":{"provider":"CUSTOM","name":"Demo Coins","logo":"https://cdn.demo-store.example/coin.png","coinValue":10,"baseCurrencyValue":100,"earnRate":50000},"serviceable":true}}', '{"data":{"shop_domain":"demo-store.example","country_code":"IN","items":[{"product_id":1001,"variant_id":11001,"quantity":3},{"product_id":1004,"variant_id":11041,"quantity":1},{"product_id":9007199254740991,"variant_id":9007199254740990,"quantity":1,"price":12.5,"title":"Own"}]}}');
INSERT INTO "epoch" ("id", "value") VALUES (1, 7);
CREATE INDEX merchant_domains_in_order ON merchant_domains (merchant_id, position);
CREATE INDEX api_keys_oldest_first ON api_keys (merchant_id, created_at);
CREATE INDEX variants_in_order ON variants (merchant_id, product_id, position);
CREATE UNIQUE INDEX coin_movements_once
  ON coin_movements (customer_id, session_id, reason) WHERE session_id IS NOT NULL;
CREATE INDEX sessions_open ON sessions (last_active_at)
  WHERE session_state IN ('INITIATED', 'IN_PROGRESS');
CREATE INDEX sessions_closed ON sessions (last_active_at)
  WHERE session_state IN ('COMPLETED', 'ABANDONED');
CREATE INDEX sessions_by_merchant
  ON sessions (merchant_id, created_at, session_state, payment_state);
PRAGMA user_version = 1;
PRAGMA application_id = 1667985268;
