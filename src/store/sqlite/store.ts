import type { DatabaseSync } from "node:sqlite";
import type { CommitObserver } from "../commit/batch.ts";
import { WriteHealth, type WriteHealthOptions } from "../commit/health.ts";
import { CommitQueue } from "../commit/queue.ts";
import { WriteWatch } from "../commit/watch.ts";
import type { DurabilityLost } from "../errors.ts";
import type { Store } from "../store.ts";
import { makePlace, refuseLogAlone } from "./file/folder.ts";
import { IN_MEMORY, openDatabase, type OpenOptions, openReadOnly, timer } from "./file/open.ts";
import { sqliteStore } from "./sqlite_store.ts";
import { batchesOver } from "./write/batches_over.ts";
import { FilesInPlace } from "./write/in_place.ts";
import { WriterThread } from "./write/writer_thread.ts";

/** Options of a store: its writer, waiting for other processes, callbacks. */
export interface SqliteOptions extends WriteHealthOptions {
  /**
   * Thread of the writes: a thread of its own for a server, which goes on
   * answering while the disk is slow; or here (default), for a program that waits for each commit.
   */
  readonly writer?: "thread" | "here";
  /**
   * Longest time that a statement may block its thread for a lock, in milliseconds.
   * 0, the default, is for a server: its event loop never stands still, and commits
   * are tried again off the loop.
   */
  readonly busyTimeoutMs?: number;
  /** Time during which opening and each commit are retried (default: 5000 ms); a commit then fails with `error.unavailable`. */
  readonly retryForMs?: number;
  /** Waits off the event loop; a timer unless a test holds time still. */
  readonly delay?: (ms: number) => Promise<void>;
  /** Observes every batch. */
  readonly observer?: CommitObserver | undefined;
  /** Called when nothing can be confirmed any more, whether or not a commit waits. */
  readonly onLost?: ((reason: DurabilityLost) => void) | undefined;
}

const RETRY_FOR_MS = 5000;
/** The thread may block; short, so that closing need not wait for long. */
const THREAD_TIMEOUT_MS = 50;

/**
 * Opens the store in an SQLite file, which is made with its folder where it is missing
 * and brought to the current schema; `:memory:` is a store that ends with the process.
 *
 * @throws {DatabaseOpenError} in one line, when the file is no database of ours, is from
 *   a newer version, or cannot be opened
 */
export async function openSqliteStore(path: string, options: SqliteOptions = {}): Promise<Store> {
  const { busyTimeoutMs = 0, retryForMs = RETRY_FOR_MS, delay = timer, observer, onLost } = options;
  const health = new WriteHealth(options);
  const waiting = { busyTimeoutMs, retryForMs, delay, observer, onLost, health };
  if (path === IN_MEMORY) return storeOver(await openDatabase(path, waiting), waiting);
  refuseLogAlone(path);
  makePlace(path);
  if (options.writer === "thread") return await openThreaded(path, waiting);
  const db = await openDatabase(path, waiting);
  return storeOver(db, waiting, new FilesInPlace(path));
}

type Waiting =
  & OpenOptions
  & Pick<SqliteOptions, "observer" | "onLost">
  & { readonly health: WriteHealth };

/** Reads and writes over one connection, here. */
function storeOver(db: DatabaseSync, waiting: Waiting, files?: FilesInPlace): Store {
  const target = batchesOver(db, files);
  const queue = new CommitQueue({ ...waiting, target });
  return sqliteStore(db, { queue, writes: new WriteWatch({ ...waiting, queue }), files });
}

/**
 * Reads here, over a connection that cannot write, and writes on a thread. Does not wait
 * for that to be ready: commits do, and a server can answer reads by then.
 */
async function openThreaded(path: string, waiting: Waiting): Promise<Store> {
  // First of all, for a thread takes its time to start.
  const thread = new WriterThread();
  try {
    // Whoever makes the file lets go of it once another connection has it: the last one
    // to close would take the log away.
    const maker = await openDatabase(path, waiting);
    const files = new FilesInPlace(path);
    const inThread = {
      busyTimeoutMs: THREAD_TIMEOUT_MS,
      retryForMs: waiting.retryForMs,
    };
    thread.open(path, { ...inThread, database: files.database }).then(() => maker.close());
    const queue = new CommitQueue({ ...waiting, ...inThread, target: thread });
    const writes = new WriteWatch({ ...waiting, queue });
    return sqliteStore(openReadOnly(path), { queue, writes, files });
  } catch (error) {
    await thread.close();
    throw error;
  }
}
