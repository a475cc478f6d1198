import { got } from "../../domain/errors.ts";
import { isKeyName, MAX_KEY_NAME } from "../../domain/shop/api_key.ts";
import { UsageError } from "../errors.ts";

/**
 * Reads the name of a key, without the spaces around it.
 *
 * @param what subject of the error message
 * @throws {UsageError}
 */
export function readKeyName(text: string, what: string): string {
  const name = text.trim();
  if (isKeyName(name)) return name;
  throw new UsageError(
    `${what} must have 1 to ${MAX_KEY_NAME} characters, at least one of them visible, ${got(text)}`,
  );
}
