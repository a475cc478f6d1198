-- Refunds and disputes of payments.

-- Refunds beside the sessions that they are part of.
CREATE TABLE refunds (
  -- UUID, by which the provider knows a repeated request.
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id),
  -- 1 for live payments, 0 for those of tests.
  livemode smallint NOT NULL CHECK (livemode IN (0, 1)),
  -- The session of the payment, which need not be stored if the payment was unexpected.
  session_id text COLLATE "C" NOT NULL,
  -- The payment; null for cash.
  payment_id text COLLATE "C",
  -- The payment without an order that it gives back; null for one of an order.
  unexpected_id text COLLATE "C",
  -- The account of the provider that gives it back; null if the shop does by hand.
  account_id text COLLATE "C",
  -- The provider's reference of the money that was taken; null without a provider.
  charge text COLLATE "C",
  -- In the minor unit; 0 for goods that came back without money.
  amount bigint NOT NULL CHECK (amount >= 0),
  -- ISO 4217.
  currency_code text COLLATE "C" NOT NULL,
  -- Reference of the money that went back; null until it is known.
  reference text COLLATE "C",
  -- REQUESTED, PENDING, DONE or FAILED.
  state text COLLATE "C" NOT NULL,
  -- OURS, or PROVIDER for one that was made there.
  origin text COLLATE "C" NOT NULL,
  -- When it was asked for.
  at bigint NOT NULL,
  -- When it was done or failed; null before.
  settled_at bigint,
  -- When to go to the provider next; null for nothing to do there.
  next_try_at bigint,
  -- How often the provider was called for it.
  tries bigint NOT NULL,
  -- The person whose refunds of a day have a limit; null for others.
  person_id text COLLATE "C"
);

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

-- Disputes beside the sessions that they are part of.
CREATE TABLE disputes (
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants (id),
  -- 1 for live payments, 0 for those of tests.
  livemode smallint NOT NULL CHECK (livemode IN (0, 1)),
  -- The provider's reference.
  reference text COLLATE "C" NOT NULL,
  -- The session of the payment.
  session_id text COLLATE "C" NOT NULL,
  -- The payment.
  payment_id text COLLATE "C" NOT NULL,
  -- The account of the provider.
  account_id text COLLATE "C" NOT NULL,
  -- In the minor unit.
  amount bigint NOT NULL CHECK (amount >= 0),
  -- ISO 4217.
  currency_code text COLLATE "C" NOT NULL,
  -- As the provider says.
  reason text COLLATE "C" NOT NULL,
  -- OPEN, WON or LOST.
  status text COLLATE "C" NOT NULL,
  -- Until when the shop can send evidence; null if it cannot, or need not.
  evidence_due_at bigint,
  -- When it began.
  at bigint NOT NULL,
  -- When the bank decided; null before.
  decided_at bigint,
  -- When to ask the provider next; null once the bank has decided.
  next_look_at bigint,
  PRIMARY KEY (merchant_id, livemode, reference)
);

-- Finds the disputes of a session.
CREATE INDEX disputes_session ON disputes (session_id);

-- Finds a shop's open disputes, those first whose evidence is due first.
CREATE INDEX disputes_open ON disputes (merchant_id, evidence_due_at) WHERE status = 'OPEN';

-- Finds those to be asked for.
CREATE INDEX disputes_due ON disputes (next_look_at) WHERE next_look_at IS NOT NULL;

ALTER TABLE payment_providers ADD COLUMN
  -- Until when refunds and disputes made at the provider were listed; null before the first time.
  listed_until bigint;

-- Programs of the version before do not know the refunds and disputes of a session, and would write
-- it without them: they refuse the database once there is one. They look at its version once a second
-- only, so the functions that they write by are dropped at once; that which runs this is not, and a
-- program that misses its own looks at the version.
CREATE FUNCTION checkoutd_require_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  stack text;
  other text;
BEGIN
  UPDATE schema_migrations SET oldest = 16 WHERE version = 16 AND oldest < 16;
  IF FOUND THEN
    GET DIAGNOSTICS stack = PG_CONTEXT;
    FOR other IN SELECT oid::regprocedure FROM pg_proc
      WHERE pronamespace = to_regnamespace(current_schema())
        AND proname ~ '^checkoutd_write_[0-9a-f]{16}$' AND strpos(stack, proname) = 0
    LOOP
      EXECUTE 'DROP FUNCTION IF EXISTS ' || other;
    END LOOP;
  END IF;
  RETURN NULL;
EXCEPTION WHEN insufficient_privilege THEN
  -- Functions of another role stay: their programs end within a second.
  UPDATE schema_migrations SET oldest = 16 WHERE version = 16 AND oldest < 16;
  RETURN NULL;
END $$;

CREATE TRIGGER refunds_require AFTER INSERT ON refunds
  FOR EACH STATEMENT EXECUTE FUNCTION checkoutd_require_refunds();

CREATE TRIGGER disputes_require AFTER INSERT ON disputes
  FOR EACH STATEMENT EXECUTE FUNCTION checkoutd_require_refunds();
