import { z } from "zod";
import type { Picture } from "../../domain/shop/picture.ts";
import { count, parseRow } from "./parse.ts";

const PLACE = { table: "pictures", keyColumns: ["hash"] };
const fileSchema = z.object({ file: z.instanceof(Uint8Array) });
const bytesSchema = z.object({ bytes: count });

/**
 * Reads a file of a picture.
 *
 * @throws {RowError} when the row does not parse
 */
export function pictureFileFromRow(row: unknown): Uint8Array<ArrayBuffer> {
  return parseRow(fileSchema, row, PLACE).file;
}

/**
 * Reads what pictures take.
 *
 * @throws {RowError} when the row does not parse
 */
export function pictureBytesFromRow(row: unknown): number {
  return parseRow(bytesSchema, row, PLACE).bytes;
}

/** The columns of `pictures` for a new row. */
export function pictureToRow({ merchantId, productId, hash, large, small }: Picture) {
  return {
    hash,
    merchant_id: merchantId,
    product_id: BigInt(productId),
    bytes: large.length + small.length,
    small,
    large,
  };
}
