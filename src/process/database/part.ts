import type { Part } from "../lifetime/parts.ts";
import { type DatabaseLock, lockDatabase, lockServer, type ServerLock } from "./lock.ts";

/** An open database, the lock against a restore, and the one against a second server. */
export interface LockedDatabase<S> {
  readonly store: S;
  readonly lock: DatabaseLock;
  readonly server: ServerLock;
}

/**
 * The database as a part of a server: locked against a restore and a second server, then opened. The
 * locks are held until the process ends, as writes may still be pending.
 *
 * @param open opens the store
 */
export function databasePart<S extends { close(): Promise<void> }>(
  path: string,
  open: () => Promise<{ readonly store: S }>,
): Part<LockedDatabase<S>> {
  return {
    start: async () => {
      // Before it is opened: a restore replaces the file.
      const lock = lockDatabase(path, "shared");
      const server = lockServer(path, Deno.pid);
      return { store: (await open()).store, lock, server };
    },
    close: ({ store }) => store.close(),
  };
}
