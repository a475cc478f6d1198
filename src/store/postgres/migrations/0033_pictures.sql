-- Pictures of products, as JPEG files that this program encoded.

ALTER TABLE products ADD COLUMN
  -- JSON array of the hashes of its pictures, in their order. Earlier programs leave it as it is.
  pictures text COLLATE "C" NOT NULL DEFAULT '[]'
  CHECK (pictures::json IS NOT NULL);

CREATE TABLE pictures (
  -- Names the file: of the shop, the product and the bytes.
  hash text COLLATE "C" NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id text COLLATE "C" NOT NULL,
  -- The product.
  product_id bigint NOT NULL,
  -- Length of both files.
  bytes bigint NOT NULL CHECK (bytes > 0),
  -- When it was removed from the product, in milliseconds since the epoch; null while it is there.
  removed_at bigint,
  -- The small file, for lists and carts.
  small bytea NOT NULL,
  -- The large file.
  large bytea NOT NULL,
  FOREIGN KEY (merchant_id, product_id) REFERENCES products (merchant_id, product_id)
    ON DELETE CASCADE
);
-- They are compressed already.
ALTER TABLE pictures ALTER COLUMN small SET STORAGE EXTERNAL, ALTER COLUMN large SET STORAGE EXTERNAL;

-- Sums what the pictures of a shop take, and finds those of a product.
CREATE INDEX pictures_by_product ON pictures (merchant_id, product_id, bytes);

-- Finds removed pictures, which are deleted later.
CREATE INDEX pictures_removed ON pictures (removed_at) WHERE removed_at IS NOT NULL;
