import type { DatabaseSync } from "node:sqlite";
import type { CommitQueue } from "../commit/queue.ts";
import { DatabaseDamaged, DatabaseDisplaced } from "../errors.ts";
import { openFailure } from "./file/errors.ts";
import { type FileHead, type HeadWatch, SECOND_LOOK_MS } from "./file/file_head.ts";
import { logFrames } from "./file/log_frames.ts";
import type { ReadHealth } from "./read/read_health.ts";
import type { FilesInPlace } from "./write/in_place.ts";

/** Dependencies of a {@link FileWatch}. */
export interface FileWatchDeps {
  /** A connection to the database. */
  readonly db: DatabaseSync;
  readonly path: string;
  readonly files: FilesInPlace;
  /** Absent if the file could not be opened a second time. */
  readonly head: FileHead | undefined;
  /** Waits off the event loop, in milliseconds. */
  readonly delay: (ms: number) => Promise<void>;
}

/** Where an open database is, and whether it is still the one that was opened. */
export class FileWatch {
  readonly #deps: FileWatchDeps;
  readonly #head: HeadWatch | undefined;

  /** @throws {DatabaseOpenError} if the head of the file is not a database's */
  constructor(deps: FileWatchDeps) {
    const { db, path, files, head } = deps;
    this.#deps = deps;
    try {
      this.#head = head?.watch({ path, log: `${files.name}-wal`, frames: logFrames(db) });
    } catch (error) {
      throw openFailure(error, path);
    }
  }

  /** The system's error of a read of the file; undefined for none. */
  systemError(): unknown {
    try {
      this.#deps.head?.read();
      return undefined;
    } catch (error) {
      return error;
    }
  }

  /** Stops all writes if the database was moved, replaced, overwritten or cut short. */
  async check(queue: CommitQueue, reads: ReadHealth): Promise<void> {
    reads.check();
    if (queue.stopped !== null) return;
    const displaced = this.#deps.files.displaced();
    if (displaced !== undefined) return queue.stop(new DatabaseDisplaced(displaced));
    try {
      await this.#checkHead(queue);
    } catch (error) {
      reads.failed(error);
    }
  }

  /** True if it was found damaged, before now or now; stops all writes then. */
  async isDamaged(queue: CommitQueue): Promise<boolean> {
    if (queue.stopped instanceof DatabaseDamaged) return true;
    try {
      return await this.#checkHead(queue);
    } catch {
      // A disk that fails reads fails the copy too.
      return false;
    }
  }

  async #checkHead(queue: CommitQueue): Promise<boolean> {
    if (this.#head?.look() === undefined) return false;
    await this.#deps.delay(SECOND_LOOK_MS);
    const wrong = this.#head.look();
    if (wrong !== undefined) queue.stop(new DatabaseDamaged(wrong));
    return wrong !== undefined;
  }
}
