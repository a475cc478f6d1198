-- Pictures of products, as JPEG files that this program encoded.

ALTER TABLE products ADD COLUMN
  -- JSON array of the hashes of its pictures, in their order.
  pictures TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(pictures));

CREATE TABLE pictures (
  -- Names the file: of the shop, the product and the bytes.
  hash TEXT NOT NULL PRIMARY KEY,
  -- The shop.
  merchant_id TEXT NOT NULL,
  -- The product.
  product_id INTEGER NOT NULL,
  -- Length of both files.
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  -- When it was removed from the product, in milliseconds since the epoch; null while it is there.
  removed_at INTEGER,
  -- The small file, for lists and carts.
  small BLOB NOT NULL,
  -- The large file.
  large BLOB NOT NULL,
  FOREIGN KEY (merchant_id, product_id) REFERENCES products (merchant_id, product_id)
    ON DELETE CASCADE
) STRICT;

-- Sums what the pictures of a shop take, and finds those of a product.
CREATE INDEX pictures_by_product ON pictures (merchant_id, product_id, bytes);

-- Finds removed pictures, which are deleted later.
CREATE INDEX pictures_removed ON pictures (removed_at) WHERE removed_at IS NOT NULL;
