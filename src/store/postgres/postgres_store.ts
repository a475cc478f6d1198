import { committing } from "../commit/committing.ts";
import type { CommitQueue } from "../commit/queue.ts";
import type { WriteWatch } from "../commit/watch.ts";
import { DatabaseUpgraded, unavailableUntilRestart } from "../errors.ts";
import { catalogReads } from "../read/catalog.ts";
import { couponReads } from "../read/coupons.ts";
import { customerReads, peopleReads } from "../read/customers.ts";
import { personReads } from "../read/persons.ts";
import { secretReads } from "../read/secrets.ts";
import { keyReads, merchantReads } from "../read/shop.ts";
import type { Store } from "../store.ts";
import type { Pool } from "./connection/pool.ts";
import { postgresAttention } from "./read/attention.ts";
import { postgresAudit } from "./read/audit.ts";
import { postgresCheckoutLinks } from "./read/checkout_links.ts";
import { pgEpoch } from "./read/epoch.ts";
import { postgresHealth } from "./read/health.ts";
import { postgresIds } from "./read/ids.ts";
import { postgresReader } from "./read/reader.ts";
import { postgresIdempotency, postgresPayments } from "./read/requests.ts";
import { PostgresSessions } from "./read/sessions.ts";
import { postgresStamps } from "./read/stamps.ts";
import { postgresStatistics } from "./read/statistics.ts";
import { postgresWebhooks } from "./read/webhooks.ts";
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
  const epoch = pgEpoch(reads);
  // Also given back after an upgrade.
  const leases = postgresLeases(pool);
  const onUpgraded = () => queue.stop(new DatabaseUpgraded());
  const presence = postgresPresence({ reads: pool, leases, holder, onUpgraded });
  return {
    merchants: merchantReads(reader),
    keys: keyReads(reader),
    coupons: couponReads(reader),
    catalog: catalogReads(reader),
    customers: customerReads(reader),
    people: peopleReads(reader),
    sessions: new PostgresSessions(reads),
    checkoutLinks: postgresCheckoutLinks(reads),
    statistics: postgresStatistics(reads),
    payments: postgresPayments(reads),
    idempotency: postgresIdempotency(reads),
    webhooks: postgresWebhooks(reads),
    secrets: secretReads(reader),
    ids: postgresIds(reads),
    persons: personReads(reader),
    audit: postgresAudit(reads),
    attention: postgresAttention(reads),
    stamps: postgresStamps(reads),
    health: postgresHealth(reads, () => queue.depth),
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
