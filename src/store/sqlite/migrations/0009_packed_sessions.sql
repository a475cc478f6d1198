-- The document of a session with very many lines is compressed.

ALTER TABLE sessions ADD COLUMN
  -- The whole document, UTF-8, compressed (raw DEFLATE), where it is long: doc has then only what
  -- queries look at (currency, payment, totals and coupons). Null where doc is whole.
  packed BLOB;
