-- Payments on the pages of providers.

-- Accounts of shops at providers.
CREATE TABLE payment_providers (
  -- UUID version 7.
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id),
  -- Kind of provider, as the program knows it; checked when it is read.
  kind text COLLATE "C" NOT NULL,
  -- 1 for the payments of live sessions, 0 for those of tests.
  livemode smallint NOT NULL CHECK (livemode IN (0, 1)),
  -- When it was added.
  created_at bigint NOT NULL,
  -- From when on it starts no payment; null while it is in use.
  removed_at bigint
);

-- A shop has one account of a mode in use.
CREATE UNIQUE INDEX payment_providers_in_use ON payment_providers (merchant_id, livemode)
  WHERE removed_at IS NULL;

-- Finds the accounts of a shop.
CREATE INDEX payment_providers_of_merchant ON payment_providers (merchant_id, created_at, id);

-- Payments that providers take, with what is needed to ask for their results.
CREATE TABLE provider_payments (
  -- UUID of the payment, which is the key of its requests to the provider.
  payment_id text COLLATE "C" NOT NULL PRIMARY KEY,
  -- The session.
  session_id text COLLATE "C" NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL,
  -- The account.
  account_id text COLLATE "C" NOT NULL REFERENCES payment_providers (id),
  -- The provider's reference of its page; null until it has answered.
  reference text COLLATE "C",
  -- When the provider's page ends.
  page_ends_at bigint NOT NULL,
  -- When to ask the provider next; null once there is nothing to ask.
  next_look_at bigint,
  -- How often it was asked.
  looks bigint NOT NULL,
  -- What the customer did on the page of the demo provider; null before, and for other providers.
  demo_act text COLLATE "C",
  -- When.
  demo_at bigint
);

-- Finds the payment of a provider's page.
CREATE UNIQUE INDEX provider_payments_reference ON provider_payments (account_id, reference);

-- Finds the payments of a session.
CREATE INDEX provider_payments_session ON provider_payments (session_id);

-- Finds payments to be asked for.
CREATE INDEX provider_payments_due ON provider_payments (next_look_at)
  WHERE next_look_at IS NOT NULL;
