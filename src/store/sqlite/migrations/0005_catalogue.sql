-- Whether a shop sells products that it has not stored, at the price that its carts name.
ALTER TABLE merchants ADD COLUMN
  -- open: products that are not stored are sold at the cart's price; strict: they are refused.
  catalogue TEXT NOT NULL DEFAULT 'open' CHECK (catalogue IN ('open', 'strict'));
