import type { CommitQueue } from "../commit/queue.ts";
import type { WriteWatch } from "../commit/watch.ts";
import type { Store } from "../store.ts";
import type { Pool } from "./connection/pool.ts";

/** Dependencies of a {@link postgresStore}. */
export interface PostgresStoreDeps {
  readonly queue: CommitQueue;
  readonly writes: WriteWatch;
}

/** The part of the port that writes. */
export type PostgresWrites = Pick<Store, "writes" | "file" | "ping" | "commit" | "close">;

/** The port over connections that read and a queue that writes. */
export function postgresStore(pool: Pool, { queue, writes }: PostgresStoreDeps): PostgresWrites {
  return {
    writes,
    file: null,
    ping: async () => {
      await writes.confirm();
    },
    commit: async (changes) => {
      if (changes.length > 0) await queue.commit(changes);
    },
    close: async () => {
      await queue.close();
      await pool.close();
    },
  };
}
