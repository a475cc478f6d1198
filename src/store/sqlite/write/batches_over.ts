import type { DatabaseSync } from "node:sqlite";
import { schemaWatch } from "../file/migrate.ts";
import { type FileHead, type HeadWatch, SECOND_LOOK_MS } from "../file/file_head.ts";
import { logFrames } from "../file/log_frames.ts";
import { systemError } from "../file/system_error.ts";
import { Batches } from "./batches.ts";
import { Executor } from "./executor.ts";
import type { FilesInPlace } from "./in_place.ts";
import { prepareTransactions } from "./transactions.ts";

/** Longest wait for readers before the log is left as it is, at the end of a program. */
const LAST_WAIT_MS = 2000;

/** The files of a database, which one in memory does not have. */
export interface BatchFiles {
  readonly path: string;
  readonly files: FilesInPlace;
  /** Opened by this thread, before its connection. */
  readonly head: FileHead | undefined;
}

/**
 * Writes batches on this thread, over a connection that it closes.
 *
 * @throws {DatabaseOpenError} if the head of the file is not a database's
 */
export function batchesOver(db: DatabaseSync, opened?: BatchFiles): Batches {
  const files = opened?.files;
  const watch = opened && opened.head?.watch({
    path: opened.path,
    log: `${opened.files.name}-wal`,
    frames: logFrames(db),
  });
  const executor = new Executor(db);
  return new Batches({
    transactions: prepareTransactions(db),
    apply: (commit) => executor.execute(commit),
    isUpgraded: schemaWatch(db),
    ...(files && {
      checkFile: () => files.checkDatabase(),
      systemError: () => systemError(files.name),
    }),
    ...(watch && { checkHead: () => damageOf(watch) }),
    waitLonger: () => db.exec(`PRAGMA busy_timeout = ${LAST_WAIT_MS}`),
    close: () => {
      if (!db.isOpen) return;
      if (files?.isReplaced && isWhole(watch)) emptyLog(db);
      db.close();
    },
  });
}

/** What two looks at the head find; blocks this thread in between, only if the first one does. */
function damageOf(watch: HeadWatch): string | undefined {
  if (watch.look() === undefined) return undefined;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SECOND_LOOK_MS);
  return watch.look();
}

function isWhole(watch: HeadWatch | undefined): boolean {
  try {
    return watch === undefined || damageOf(watch) === undefined;
  } catch {
    return false;
  }
}

/** Merges the log into the opened file, wherever that is now. */
function emptyLog(db: DatabaseSync): void {
  try {
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch {
    // Another process or the disk prevents it: the log stays.
  }
}
