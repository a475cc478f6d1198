import { type Sql, sql } from "../sql/sql.ts";

const LISTED_PICTURE: Sql = { sqlite: "listed.value", postgres: 'listed.value COLLATE "C"' };
const LISTED_PICTURES: Sql = {
  sqlite: "json_each(p.pictures) AS listed",
  postgres: "json_array_elements_text(p.pictures::json) AS listed (value)",
};

/** Pictures that products name and that are missing, and those that are kept for no product. */
export const WRONG_PICTURES: Sql = sql`
    WITH shown AS (
      SELECT p.merchant_id, p.product_id, ${LISTED_PICTURE} AS hash FROM products AS p
      CROSS JOIN ${LISTED_PICTURES} WHERE p.pictures <> '[]'
    )
    SELECT hash, CAST(product_id AS TEXT) AS product_id, 1 AS is_missing FROM shown
    WHERE NOT EXISTS (SELECT 1 FROM pictures AS i WHERE i.hash = shown.hash
      AND i.merchant_id = shown.merchant_id AND i.product_id = shown.product_id
      AND i.removed_at IS NULL)
    UNION ALL
    SELECT hash, CAST(product_id AS TEXT) AS product_id, 0 AS is_missing FROM pictures AS i
    WHERE removed_at IS NULL AND NOT EXISTS (SELECT 1 FROM shown WHERE shown.hash = i.hash
      AND shown.merchant_id = i.merchant_id AND shown.product_id = i.product_id)`;
