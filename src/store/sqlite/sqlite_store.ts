import type { DatabaseSync } from "node:sqlite";
import { committing } from "../commit/committing.ts";
import type { CommitQueue } from "../commit/queue.ts";
import type { WriteWatch } from "../commit/watch.ts";
import { DatabaseUpgraded } from "../errors.ts";
import { storeReads } from "../read/reads.ts";
import type { Store } from "../store.ts";
import { schemaWatch } from "./file/migrate.ts";
import type { FileWatch } from "./file_watch.ts";
import { EpochReader } from "./read/epoch.ts";
import { guarded } from "./read/guarded.ts";
import { lazily } from "./read/query.ts";
import { logBytes } from "./read/log_bytes.ts";
import { sqliteReader } from "./read/reader.ts";
import { ReadHealth, type ReadHealthOptions } from "./read/read_health.ts";

/** Dependencies of a {@link sqliteStore}. */
export interface SqliteStoreDeps {
  readonly queue: CommitQueue;
  readonly writes: WriteWatch;
  readonly reading: ReadHealthOptions;
  /** Absent for a database in memory. */
  readonly file: FileWatch | undefined;
  /** True if the connection writes too. */
  readonly isWriter: boolean;
}

/** The port over a connection that reads and a queue that writes. */
export function sqliteStore(
  db: DatabaseSync,
  { queue, writes, reading, file, isWriter }: SqliteStoreDeps,
): Store {
  const readHealth = new ReadHealth(reading, {
    onDamaged: (reason) => queue.stop(reason),
    systemError: () => file?.systemError(),
  });
  const errorOf = (error: unknown) => readHealth.errorOf(error);
  const isUpgraded = schemaWatch(db);
  const checkSchema = () => {
    try {
      if (queue.stopped === null && isUpgraded()) queue.stop(new DatabaseUpgraded());
    } catch (error) {
      throw errorOf(error);
    }
  };
  const reads = guarded(lazily(db, errorOf), { stopped: () => queue.stopped, checkSchema });
  const epoch = new EpochReader(reads);
  const reader = sqliteReader(reads);
  return {
    ...storeReads(reader, () => queue.depth),
    writes,
    file: file === undefined ? null : {
      logBytes: logBytes(reads),
      checkInPlace: () => file.check(queue, readHealth),
      readsFailing: () => readHealth.failing,
    },
    shared: null,
    checkSchema,
    epoch: (since) => epoch.read(since),
    ping: async () => {
      await writes.confirm();
      readHealth.confirm();
      epoch.forget();
      epoch.read();
    },
    commit: committing(queue, epoch),
    close: async () => {
      await queue.finish();
      // Left open, so that the log of a damaged database stays: the last connection to close would
      // copy it into the file.
      const isLeft = await file?.isDamaged(queue) ?? false;
      if (isLeft && isWriter) return;
      // The last connection to close cleans up the log, and this one may not be able to. One that
      // writes has its own last work first.
      if (!isWriter && db.isOpen && !isLeft) db.close();
      await queue.close();
      if (isWriter && db.isOpen) db.close();
    },
  };
}
