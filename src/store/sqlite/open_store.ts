import type { DatabaseSync } from "node:sqlite";
import type { BatchTarget, CommitObserver } from "../commit/batch.ts";
import { WriteHealth, type WriteHealthOptions } from "../commit/health.ts";
import { CommitQueue } from "../commit/queue.ts";
import { WriteWatch } from "../commit/watch.ts";
import type { DurabilityLost } from "../errors.ts";
import type { Store } from "../store.ts";
import { FileHead } from "./file/file_head.ts";
import { makePlace, refuseLogAlone } from "./file/folder.ts";
import { requireFile } from "./file/connect.ts";
import type { SchemaOptions } from "./file/migrate.ts";
import {
  IN_MEMORY,
  openDatabase,
  type OpenOptions,
  openReadOnly,
  openUnwritable,
  timer,
} from "./file/open.ts";
import { FileWatch, type FileWatchDeps } from "./file_watch.ts";
import type { ReadHealthOptions } from "./read/read_health.ts";
import { sqliteStore } from "./sqlite_store.ts";
import { batchesOver } from "./write/batches_over.ts";
import { FilesInPlace } from "./write/in_place.ts";
import { WriterThread } from "./write/writer_thread.ts";

/** Options of a store: its writer, time limits, callbacks. */
export interface SqliteOptions extends WriteHealthOptions, ReadHealthOptions, SchemaOptions {
  /**
   * Where writes run: `thread` for a server, which answers while the disk is slow; `here` (default)
   * for a program that waits for each commit.
   */
  readonly writer?: "thread" | "here";
  /** True to read a file that this user may not write; every commit fails. */
  readonly isUnwritable?: boolean;
  /**
   * Longest time that a statement may block its thread for a lock, in milliseconds. The default 0
   * is for a server: its event loop never blocks, and commits are retried off the loop.
   */
  readonly busyTimeoutMs?: number;
  /**
   * Time for which opening and commits are retried (default: 5000 ms); then they fail with
   * `error.unavailable`.
   */
  readonly retryForMs?: number;
  /** Waits off the event loop (default: a timer). */
  readonly delay?: (ms: number) => Promise<void>;
  /** Observes every batch. */
  readonly observer?: CommitObserver | undefined;
  /** Called when writes can no longer be confirmed, with or without waiting commits. */
  readonly onLost?: ((reason: DurabilityLost) => void) | undefined;
}

const RETRY_FOR_MS = 5000;
/** The thread may block, but only briefly, so that closing does not take long. */
const THREAD_TIMEOUT_MS = 50;

/**
 * Opens the store in a SQLite file. Unless `schema` says otherwise, the file and its folder are
 * created if missing, and the schema is migrated. `:memory:` is a store that ends with the process.
 *
 * @throws {DatabaseOpenError} in one line, for a file that is no database of this program, is
 *   newer, or cannot be opened
 */
export async function openSqliteStore(path: string, options: SqliteOptions = {}): Promise<Store> {
  const { busyTimeoutMs = 0, retryForMs = RETRY_FOR_MS, delay = timer, observer, onLost } = options;
  const { schema, lockToMigrate } = options;
  const health = new WriteHealth(options);
  const limits = { busyTimeoutMs, retryForMs, delay, reading: options };
  const waiting = { ...limits, schema, lockToMigrate, observer, onLost, health };
  if (path === IN_MEMORY) return storeOver(await openDatabase(path, waiting), waiting);
  if (options.isUnwritable) return storeOfUnwritable(path, waiting);
  refuseLogAlone(path);
  if (schema === "require") requireFile(path);
  else makePlace(path);
  // Before the first connection, and never closed.
  const head = FileHead.open(path);
  head?.requireWhole(path);
  if (options.writer === "thread") return await openThreaded(path, head, waiting);
  const db = await openDatabase(path, waiting);
  try {
    return storeOver(db, waiting, { db, path, head, files: new FilesInPlace(path), ...waiting });
  } catch (error) {
    db.close();
    throw error;
  }
}

type OpenSettings =
  & OpenOptions
  & Pick<SqliteOptions, "observer" | "onLost">
  & { readonly health: WriteHealth; readonly reading: ReadHealthOptions };

/** Reads and writes over one connection on this thread. */
function storeOver(db: DatabaseSync, waiting: OpenSettings, watched?: FileWatchDeps): Store {
  const file = watched && new FileWatch(watched);
  const target = batchesOver(db, watched);
  const queue = new CommitQueue({ ...waiting, target });
  const writes = new WriteWatch({ ...waiting, queue });
  return sqliteStore(db, { queue, writes, reading: waiting.reading, file, isWriter: true });
}

/** Reads only. */
function storeOfUnwritable(path: string, waiting: OpenSettings): Store {
  requireFile(path);
  const db = openUnwritable(path);
  const message = `This user may not write: ${path}`;
  const target: BatchTarget = {
    write: () => ({ kind: "failed", message, fault: "read-only" }),
    close() {},
  };
  const queue = new CommitQueue({ ...waiting, target });
  const writes = new WriteWatch({ ...waiting, queue });
  return sqliteStore(db, {
    queue,
    writes,
    reading: waiting.reading,
    file: undefined,
    isWriter: false,
  });
}

/**
 * Reads here over a read-only connection and writes on a thread. Does not wait for the thread:
 * commits do, and a server can already answer reads.
 */
async function openThreaded(
  path: string,
  head: FileHead | undefined,
  waiting: OpenSettings,
): Promise<Store> {
  // First, because a thread takes time to start.
  const thread = new WriterThread();
  try {
    // Closed when another connection is open, because closing the last one would remove the log.
    const maker = await openDatabase(path, waiting);
    const files = new FilesInPlace(path);
    const inThread = {
      busyTimeoutMs: THREAD_TIMEOUT_MS,
      retryForMs: waiting.retryForMs,
    };
    thread.open(path, { ...inThread, database: files.database }).then(() => maker.close());
    const queue = new CommitQueue({ ...waiting, ...inThread, target: thread });
    const writes = new WriteWatch({ ...waiting, queue });
    const db = openReadOnly(path);
    const file = new FileWatch({ db, path, files, head, ...waiting });
    return sqliteStore(db, { queue, writes, reading: waiting.reading, file, isWriter: false });
  } catch (error) {
    await thread.close();
    throw error;
  }
}
