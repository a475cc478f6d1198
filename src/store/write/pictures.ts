import { sql } from "../sql/sql.ts";
import { catalogue } from "./locks.ts";
import { insertInto, purge, write } from "./write.ts";

/** Bytes of the shop's pictures, with removed ones. */
const TAKEN = "(SELECT coalesce(sum(bytes), 0) FROM pictures WHERE merchant_id = :merchant_id)";

/** Pictures of products. The catalogue's lock makes the sum hold. */
export const PICTURE_WRITES = {
  // One that was removed may be added again.
  "picture.add": write(
    sql`${
      insertInto("pictures", ["hash", "merchant_id", "product_id", "bytes", "small", "large"], {
        where: `${TAKEN} + :bytes <= :limit`,
      })
    }
       ON CONFLICT (hash) DO UPDATE SET removed_at = NULL`,
    catalogue,
  ),
  "picture.remove": write(
    `UPDATE pictures SET removed_at = :at
       WHERE hash = :hash AND merchant_id = :merchant_id AND removed_at IS NULL`,
    catalogue,
  ),
  "picture.purge": write(purge("pictures", "removed_at < :before", "(hash)")),
} as const;
