import { pictureBytesFromRow, pictureFileFromRow } from "../../schema/stored/picture.ts";
import type { PictureReads } from "../reads/pictures.ts";
import { mapped, type Reader } from "./query.ts";

/** Reads pictures of products. */
export function pictureReads(db: Reader): PictureReads {
  const file = (column: string) =>
    db.query(
      ["hash"],
      `SELECT ${column} AS file FROM pictures WHERE hash = :hash`,
      pictureFileFromRow,
    );
  const files = { large: file("large"), small: file("small") };
  const bytes = db.query(
    ["merchant_id"],
    "SELECT coalesce(sum(bytes), 0) AS bytes FROM pictures WHERE merchant_id = :merchant_id",
    pictureBytesFromRow,
  );
  return {
    file: (hash, size) => files[size].one({ hash }),
    bytesOf: (id) => mapped(bytes.one({ merchant_id: id }), (found) => found ?? 0),
  };
}
