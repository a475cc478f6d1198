-- Products that are made here, and the ids that the files of a store have for them.

ALTER TABLE products ADD COLUMN
  -- JSON array of what its variants differ by, such as "Colour"; empty if that is not known.
  option_names text COLLATE "C" NOT NULL DEFAULT '[]';

ALTER TABLE products ADD COLUMN
  -- Units of a variant that an order by a link may have; null for the shop's limit.
  max_quantity bigint CHECK (max_quantity > 0);

ALTER TABLE variants ADD COLUMN
  -- JSON array of its values of the options, in their order.
  option_values text COLLATE "C" NOT NULL DEFAULT '[]';

ALTER TABLE variants ADD COLUMN
  -- The shop's own code of the article; may be empty.
  sku text COLLATE "C" NOT NULL DEFAULT '';

-- Finds the product with a handle.
CREATE INDEX products_by_handle ON products (merchant_id, handle) WHERE handle <> '';

-- Ids of a store's own files and carts for variants that have other ids here.
CREATE TABLE variant_aliases (
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL,
  -- The store's number of the variant.
  alias_variant_id bigint NOT NULL,
  -- The store's number of its product.
  alias_product_id bigint NOT NULL,
  -- The product.
  product_id bigint NOT NULL,
  -- The variant; its aliases go with it.
  variant_id bigint NOT NULL,
  PRIMARY KEY (merchant_id, alias_variant_id),
  FOREIGN KEY (merchant_id, variant_id) REFERENCES variants (merchant_id, variant_id)
    ON DELETE CASCADE
);

-- Finds the aliases of a product by the id that a file has for it.
CREATE INDEX variant_aliases_by_product ON variant_aliases (merchant_id, alias_product_id);

-- Finds the aliases of a variant that is removed.
CREATE INDEX variant_aliases_by_variant ON variant_aliases (merchant_id, variant_id);
