import type { Store } from "../../store/store.ts";

/** More than any one wait of the store, less than the promised 6 s. */
const DATABASE_MS = 5900;

/**
 * Time limit for the database's part of a request, in milliseconds; undefined for a file, which
 * answers at once.
 */
export function databaseMsOf({ shared }: Pick<Store, "shared">): number | undefined {
  return shared === null ? undefined : DATABASE_MS;
}
