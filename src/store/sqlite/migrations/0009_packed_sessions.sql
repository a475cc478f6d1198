-- The document of a session with very many lines is compressed.

ALTER TABLE sessions ADD COLUMN
  -- The whole document, UTF-8, compressed (raw DEFLATE), if it is long: doc then has only the parts
  -- that queries read (currency, payment, totals, coupons). Null if doc is whole.
  packed BLOB;
