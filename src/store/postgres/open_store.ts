import { v7 as uuid } from "uuid";
import type { CommitObserver } from "../commit/batch.ts";
import { WriteHealth, type WriteHealthOptions } from "../commit/health.ts";
import { CommitQueue } from "../commit/queue.ts";
import { WriteWatch } from "../commit/watch.ts";
import type { DatabaseUrl } from "../database_url.ts";
import { DatabaseUpgraded, type DurabilityLost } from "../errors.ts";
import type { SchemaMode } from "../schema_mode.ts";
import type { Store } from "../store.ts";
import { PgConnection } from "./connection/client.ts";
import { requireFit, requireOwnStatements, requirePrimary, requireWhole } from "./fit.ts";
import { connectFailure } from "./connection/open_failure.ts";
import { Line } from "./connection/line.ts";
import { Pool } from "./connection/pool.ts";
import { postgresStore } from "./postgres_store.ts";
import { createFunctions, type Functions } from "./schema/functions.ts";
import { migrateTables } from "./schema/migrate.ts";
import { OPENING } from "./schema/programs.ts";
import { readSchema, requireMode, worksOn } from "./schema/version.ts";
import { PostgresBatches } from "./write/batches.ts";
import { TIDY } from "./write/tidy.ts";
import { CREATE_WRITE_FUNCTION, LOCK_TIMEOUT_MS, WRITE_FUNCTION } from "./write/function.ts";

/** Options of a store: its connections, callbacks. */
export interface PostgresOptions extends WriteHealthOptions {
  /** Number of connections for reads (default: 4); two more write. */
  readonly readConnections?: number;
  /** Waits off the event loop (default: a timer). */
  readonly delay?: (ms: number) => Promise<void>;
  /** Makes the UUIDs that batches are recorded with. */
  readonly newBatchId?: () => string;
  /** Monotonic milliseconds. */
  readonly monotonicMs?: () => number;
  /** Observes every batch. */
  readonly observer?: CommitObserver | undefined;
  /** Called when a migration has made this program too old. */
  readonly onLost?: ((reason: DurabilityLost) => void) | undefined;
  /** True to migrate although programs are running that do not work on the result. */
  readonly force?: boolean;
  /** What opening does to the schema (default: migrate). */
  readonly schema?: SchemaMode | undefined;
}

/** Longest wait for anything of the server, in milliseconds. */
const LONGEST_MS = 5800;
const CONNECT_MS = 5000;

const FUNCTIONS: Functions = new Map([[WRITE_FUNCTION, CREATE_WRITE_FUNCTION]]);

/**
 * Opens the store in a PostgreSQL database. Unless `schema` says otherwise, its tables are created if
 * it is empty, and the schema is migrated.
 *
 * @throws {DatabaseOpenError} in one line, without a password
 */
export async function openPostgresStore(
  url: DatabaseUrl,
  options: PostgresOptions = {},
): Promise<Store> {
  const { readConnections = 4, delay = timer, observer, onLost, force = false } = options;
  const { schema: mode = "migrate" } = options;
  const { newBatchId = () => uuid(), monotonicMs = performance.now.bind(performance) } = options;
  const line = new Line();
  const connect = (connectMs: number, applicationName = url.applicationName) =>
    PgConnection.open({ ...url, applicationName }, {
      connectMs: Math.min(connectMs, url.connectTimeoutMs ?? CONNECT_MS),
      queryMs: LONGEST_MS,
      line,
    });
  try {
    const connection = await connect(CONNECT_MS, OPENING);
    try {
      await requirePrimary(connection);
      await requireFit(connection);
      await requireWhole(connection);
      await requireOwnStatements(connection);
      requireMode(await readSchema(connection), mode, url.shown);
      await migrateTables(connection, { functions: FUNCTIONS, force });
    } finally {
      await connection.close();
    }
  } catch (error) {
    throw connectFailure(error, url);
  }
  const reads = new Pool(url, {
    size: readConnections,
    queryMs: LONGEST_MS,
    connectMs: url.connectTimeoutMs ?? CONNECT_MS,
    monotonicMs,
    line,
  });
  const health = new WriteHealth(options);
  const target = new PostgresBatches({
    connect,
    prepare: async (connection) => {
      if (!worksOn(await readSchema(connection))) throw new DatabaseUpgraded();
      await createFunctions(connection, FUNCTIONS);
    },
    tidy: () => reads.queryOnce(TIDY, []),
    newBatchId,
    monotonicMs,
    delay,
  });
  const queue = new CommitQueue({
    target,
    busyTimeoutMs: LOCK_TIMEOUT_MS,
    retryForMs: LOCK_TIMEOUT_MS,
    delay,
    health,
    observer,
    onLost,
  });
  return postgresStore(reads, {
    queue,
    writes: new WriteWatch({ queue, health, delay }),
    holder: newBatchId(),
  });
}

function timer(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
