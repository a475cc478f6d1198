-- What shops are guarded against: loss, leaks, and what strangers may cost them.

ALTER TABLE sign_ins
  -- How the person signed in: with a password, or by a link, which a new role ends. Sign-ins from
  -- before did not note it.
  ADD COLUMN method text COLLATE "C" NOT NULL DEFAULT 'link' CHECK (method IN ('password', 'link'));

ALTER TABLE checkout_links
  -- What it does not show, as its holder may not be who entered it: the address, or also the
  -- customer, whose phone is verified again; null for nothing.
  ADD COLUMN hides text COLLATE "C" CHECK (hides IN ('address', 'person'));

-- Invitations of owners to their shops. Each is accepted once, and is deleted once it is confirmed.
CREATE TABLE invitations (
  -- UUID version 7.
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id) ON DELETE CASCADE,
  -- The owner who made it, and who alone sees and confirms it.
  invited_by text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- The role that it leads to: viewer, staff or owner.
  role text COLLATE "C" NOT NULL CHECK (role IN ('viewer', 'staff', 'owner')),
  -- The owner's note on who is meant; may be empty.
  name text COLLATE "C" NOT NULL,
  -- SHA-256 of the link's token, lower-case hexadecimal. The token itself is not stored.
  token_hash text COLLATE "C" NOT NULL UNIQUE,
  -- When it was made; it can be accepted for 7 days.
  created_at bigint NOT NULL,
  -- Who has accepted it; null until somebody has.
  accepted_by text COLLATE "C" REFERENCES people (id) ON DELETE CASCADE,
  -- When it was accepted; it can be confirmed for 7 days.
  accepted_at bigint
);

-- Finds the invitations of an owner to a shop.
CREATE INDEX invitations_by_owner ON invitations (merchant_id, invited_by);

ALTER TABLE customers ADD COLUMN
  -- Coins that the customer owes: `available` less these is the sum of the ledger.
  debt bigint NOT NULL DEFAULT 0 CHECK (debt BETWEEN 0 AND 9007199254740991);

-- What the limits of shops refused. Purged after a week.
CREATE TABLE limit_refusals (
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id) ON DELETE CASCADE,
  -- Start of the hour in which it was refused.
  hour bigint NOT NULL,
  -- Name of the limit, as the program knows it; checked when it is read.
  refusal text COLLATE "C" NOT NULL,
  -- How often.
  count bigint NOT NULL CHECK (count > 0),
  PRIMARY KEY (merchant_id, hour, refusal)
);

-- Finds counts to be purged.
CREATE INDEX limit_refusals_by_hour ON limit_refusals (hour);

ALTER TABLE sessions ADD COLUMN
  -- Time at which the person of the order was erased; null before, and without an order.
  erased_at bigint;

-- The next migration makes sessions_retained, which takes its place.
DROP INDEX sessions_closed;

-- Sessions that were deleted after their retention, which statistics go on counting. Live ones alone.
CREATE TABLE purged_sessions (
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id),
  -- Start of the quarter of an hour in which they were opened: days of all time zones begin at one.
  opened_at bigint NOT NULL,
  -- State of the checkout.
  session_state text COLLATE "C" NOT NULL,
  -- State of the payment.
  payment_state text COLLATE "C" NOT NULL,
  -- ISO 4217; empty if the document was damaged.
  currency_code text COLLATE "C" NOT NULL,
  -- How many.
  count bigint NOT NULL CHECK (count > 0),
  -- How many of them had a step.
  begun bigint NOT NULL,
  -- How many had an event session.idle.
  idle bigint NOT NULL,
  -- How many a customer resumed by a link.
  resumed bigint NOT NULL,
  -- How many were made by a link from the cart of another one.
  reopened bigint NOT NULL,
  PRIMARY KEY (merchant_id, opened_at, session_state, payment_state, currency_code)
);
ALTER TABLE sign_ins
  -- When the password was last entered in this browser; 0 if a version before did not note it.
  ADD COLUMN confirmed_at bigint NOT NULL DEFAULT 0,
  -- The client's address at the sign-in; empty if a version before did not note it.
  ADD COLUMN address text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE unexpected_payments ADD COLUMN
  -- The key that reported it; null for those from before this was noted.
  key_id text COLLATE "C";

ALTER TABLE unexpected_payments ADD COLUMN
  -- First of the open records of its key and day, of payments that the shop never had, which stands
  -- for all of them in a list; null for a record of its own.
  group_id text COLLATE "C";

-- Counts the records that the first of them stands for.
CREATE INDEX unexpected_payments_grouped ON unexpected_payments (group_id)
  WHERE group_id IS NOT NULL;

-- Finds the first record of a key and day.
CREATE INDEX unexpected_payments_first ON unexpected_payments (merchant_id, key_id, at)
  WHERE group_id = id;
-- Ways back from the page of a payment: their codes show how the payment stands.
CREATE TABLE payment_returns (
  -- SHA-256 of the code, lower-case hexadecimal. The code itself is not stored.
  code_hash text COLLATE "C" NOT NULL PRIMARY KEY,
  -- The session of the payment.
  session_id text COLLATE "C" NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  -- The payment.
  payment_id text COLLATE "C" NOT NULL,
  -- When it was made; it works for a day.
  created_at bigint NOT NULL
);

-- Finds the ways back to a session.
CREATE INDEX payment_returns_session ON payment_returns (session_id);
-- Finds old ones.
CREATE INDEX payment_returns_created ON payment_returns (created_at);
-- Messages to customers that were sent, so that they are limited. Purged after two days.
CREATE TABLE message_sends (
  -- UUID of the event; its attempts count once for each kind of channel.
  event_id text COLLATE "C" NOT NULL,
  -- Kind of the channel: email or sms.
  kind text COLLATE "C" NOT NULL,
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id) ON DELETE CASCADE,
  -- The session.
  session_id text COLLATE "C" NOT NULL,
  -- Digest of the phone number or e-mail address.
  recipient text COLLATE "C" NOT NULL,
  -- 1 for an SMS to a number that its session has not verified and that is no one-time code.
  unverified bigint NOT NULL CHECK (unverified IN (0, 1)),
  -- When.
  sent_at bigint NOT NULL,
  PRIMARY KEY (event_id, kind)
);

-- Counts messages to a recipient.
CREATE INDEX message_sends_by_recipient ON message_sends (merchant_id, recipient, sent_at);

-- Counts a shop's messages of a day.
CREATE INDEX message_sends_by_shop ON message_sends (merchant_id, sent_at);

CREATE INDEX message_sends_by_age ON message_sends (sent_at);
