-- Numbers of orders, and the units that left the stock with them.

ALTER TABLE sessions ADD COLUMN
  -- Number of the order, eight symbols in two groups; null without an order.
  order_number TEXT;

-- Orders from before get random numbers of 40 bits. Of a million orders in a shop two get the same
-- number with a chance of one in three. Each pass gives the second of two another one; after three
-- passes two of ten million orders have the same number with a chance of one in 10^13. The index
-- below then refuses the migration, which changes nothing and can be repeated. The numbers are drawn
-- in a table of their own, so that the long rows of sessions are written once.
CREATE TEMP TABLE order_numbers AS
SELECT rowid AS session, merchant_id, random() & 0xffffffffff AS number FROM sessions
WHERE session_state = 'COMPLETED';

UPDATE order_numbers SET number = random() & 0xffffffffff WHERE rowid IN (
  SELECT rowid FROM (
    SELECT rowid, row_number() OVER (PARTITION BY merchant_id, number) AS n FROM order_numbers
  ) WHERE n > 1
);
UPDATE order_numbers SET number = random() & 0xffffffffff WHERE rowid IN (
  SELECT rowid FROM (
    SELECT rowid, row_number() OVER (PARTITION BY merchant_id, number) AS n FROM order_numbers
  ) WHERE n > 1
);
UPDATE order_numbers SET number = random() & 0xffffffffff WHERE rowid IN (
  SELECT rowid FROM (
    SELECT rowid, row_number() OVER (PARTITION BY merchant_id, number) AS n FROM order_numbers
  ) WHERE n > 1
);

-- Five bits are one symbol, so different numbers stay different.
UPDATE sessions SET order_number =
  substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (number >> 35 & 31) + 1, 1) ||
  substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (number >> 30 & 31) + 1, 1) ||
  substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (number >> 25 & 31) + 1, 1) ||
  substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (number >> 20 & 31) + 1, 1) ||
  '-' ||
  substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (number >> 15 & 31) + 1, 1) ||
  substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (number >> 10 & 31) + 1, 1) ||
  substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (number >> 5 & 31) + 1, 1) ||
  substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (number >> 0 & 31) + 1, 1)
FROM order_numbers WHERE sessions.rowid = order_numbers.session;

DROP TABLE order_numbers;

CREATE UNIQUE INDEX sessions_by_order_number ON sessions (merchant_id, order_number)
  WHERE order_number IS NOT NULL;

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
