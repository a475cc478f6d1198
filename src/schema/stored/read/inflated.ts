import { inflateRawSync } from "node:zlib";
import { RowError } from "./parse.ts";

/** Longest text that is inflated: many times what is written, and less than fills the memory. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads a text from a column that is stored compressed.
 *
 * @param key the row's, for the message
 * @throws {RowError} when it cannot be inflated
 */
export function inflated(
  bytes: Uint8Array,
  { table, key, name }: { readonly table: string; readonly key: string; readonly name: string },
): string {
  try {
    return inflateRawSync(bytes, { maxOutputLength: MAX_BYTES }).toString();
  } catch (cause) {
    throw new RowError(table, key, `${name} cannot be inflated`, { cause });
  }
}
