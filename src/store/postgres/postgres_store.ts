import { committing } from "../commit/committing.ts";
import type { CommitQueue } from "../commit/queue.ts";
import type { WriteWatch } from "../commit/watch.ts";
import { DatabaseUpgraded, unavailableUntilRestart } from "../errors.ts";
import { epochReads } from "../read/epoch.ts";
import { storeReads } from "../read/reads.ts";
import type { Store } from "../store.ts";
import type { Pool } from "./connection/pool.ts";
import { postgresReader } from "./read/reader.ts";
import { postgresLeases } from "./shared/leases.ts";
import { postgresQuotas } from "./shared/quotas.ts";
import { postgresPresence } from "./shared/presence.ts";

/** Dependencies of a {@link postgresStore}. */
export interface PostgresStoreDeps {
  readonly queue: CommitQueue;
  readonly writes: WriteWatch;
  /** Id of the program, made at its start. */
  readonly holder: string;
}

type ReadPool = Pick<Pool, "query" | "queryOnce"> & Partial<Pick<Pool, "distrust">>;

/** Connections that are refused once a newer program has migrated the schema. */
function guarded(
  pool: ReadPool,
  queue: Pick<CommitQueue, "stopped">,
): ReadPool {
  const unlessUpgraded = async (run: () => Promise<unknown[]>) => {
    if (queue.stopped instanceof DatabaseUpgraded) throw unavailableUntilRestart(queue.stopped);
    return await run();
  };
  return {
    query: (...given) => unlessUpgraded(() => pool.query(...given)),
    queryOnce: (...given) => unlessUpgraded(() => pool.queryOnce(...given)),
    distrust: (rows) => pool.distrust?.(rows),
  };
}

/** The port over connections that read and a queue that writes. */
export function postgresStore(
  pool: ReadPool & Pick<Pool, "close">,
  { queue, writes, holder }: PostgresStoreDeps,
): Store {
  const reads = guarded(pool, queue);
  const reader = postgresReader(reads);
  const epoch = epochReads(reader);
  // Also given back after an upgrade.
  const leases = postgresLeases(pool);
  const onUpgraded = () => queue.stop(new DatabaseUpgraded());
  const presence = postgresPresence({ reads: pool, leases, holder, onUpgraded });
  return {
    ...storeReads(reader, () => queue.depth),
    writes,
    file: null,
    shared: { leases, quotas: postgresQuotas(pool), presence },
    checkSchema: async () => {
      if (queue.stopped === null) await presence.checkSchema();
    },
    epoch,
    ping: async () => {
      await writes.confirm();
      await epoch();
    },
    commit: committing(queue),
    close: async () => {
      await queue.close();
      await presence.leave().catch(() => {});
      await pool.close();
    },
  };
}
