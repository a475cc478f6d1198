-- Whether a shop sells products that it has not stored, at the price that its carts name.
ALTER TABLE merchants ADD COLUMN
  -- `open`: it does; `strict`: it refuses them.
  catalogue TEXT NOT NULL DEFAULT 'open' CHECK (catalogue IN ('open', 'strict'));
