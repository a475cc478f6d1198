import type { BatchResult, BatchTarget, Outcome, TidyFailure } from "../../commit/batch.ts";
import type { StatementData } from "../../commit/plan/statement.ts";
import type { StatementName } from "../../write/writes.ts";
import {
  isBusy,
  isStorageFailure,
  messageOf,
  primaryCode,
  resultCode,
  SQLITE,
} from "../file/errors.ts";
import { Refusal } from "./executor.ts";
import { faultOf, isFlushFailure, unconfirmed } from "./fault.ts";
import type { NotInPlace } from "./in_place.ts";
import type { Transactions } from "./transactions.ts";

/** Dependencies of {@link Batches}. */
export interface BatchDeps {
  readonly transactions: Transactions;
  /** Executes the statements of one commit; throws when one is refused. */
  readonly apply: (commit: readonly StatementData[]) => void;
  /**
   * Checks that the open file is still in place and whole; returns what is wrong. Absent without
   * files.
   */
  readonly checkFile?: () => NotInPlace | undefined;
  /**
   * Looks at the head of the file, past SQLite; returns what is wrong. Throws if it cannot be read.
   * Absent without a file.
   */
  readonly checkHead?: () => string | undefined;
  /** True once a newer program has migrated the schema; asked within a transaction. */
  readonly isUpgraded: () => boolean;
  /** The file system's error code, where SQLite's is too general. */
  readonly systemError?: () => string | undefined;
  /** Lets statements wait longer for locks, before the end. */
  readonly waitLonger?: () => void;
  readonly close: () => void;
}

/** Statements that erase persons: the log has them until it is emptied. */
const ERASING: ReadonlySet<StatementName> = new Set([
  "session.eraseExtra",
  "session.delete",
  "customer.erase",
  "audit.eraseObjects",
]);

const STANDS: Outcome = { kind: "stands" };

/**
 * Writes a batch of commits in one transaction, with one flush to disk. If one is refused, all are
 * rolled back and written again, each behind a savepoint, so that it rolls back only itself. A
 * transaction never spans an `await`.
 *
 * `done` is returned after COMMIT, not before. If COMMIT fails, all commits fail, including the
 * refused ones: the data that they were checked against was not written either.
 */
export class Batches implements BatchTarget {
  readonly #deps: BatchDeps;
  #flushFailure: number | undefined;
  #mustEmptyLog = false;

  constructor(deps: BatchDeps) {
    this.#deps = deps;
  }

  write(batch: readonly (readonly StatementData[])[]): BatchResult {
    const { transactions, checkFile, isUpgraded } = this.#deps;
    if (this.#flushFailure !== undefined) {
      return { kind: "lost", message: unconfirmed(this.#flushFailure) };
    }
    try {
      transactions.begin();
    } catch (error) {
      if (isBusy(error)) return { kind: "busy", message: messageOf(error) };
      // A transaction left open by a failed rollback would block all others.
      this.#rollBack();
      return this.#failed(error);
    }
    try {
      // Rows of an older form would break the newer program.
      if (isUpgraded()) {
        this.#rollBack();
        return { kind: "upgraded" };
      }
      const outcomes = this.#applyBatch(batch);
      transactions.commit();
      this.#mustEmptyLog ||= batch.some((one) => one.some(({ name }) => ERASING.has(name)));
      return checkFile?.() ?? { kind: "done", outcomes };
    } catch (error) {
      this.#rollBack();
      return this.#failed(error);
    }
  }

  /** True while the log may have persons that were erased: {@link tidy} empties it. */
  get mustEmptyLog(): boolean {
    return this.#mustEmptyLog;
  }

  /**
   * Copies the log into the database. The log is already on disk, so a lack of room does not
   * matter. Never into a file that was overwritten: the copy would repair its head, and what else
   * was lost would stay unseen.
   */
  tidy(): TidyFailure | undefined {
    let found: string | undefined;
    try {
      // A command may have erased persons and left the log to a long reader.
      this.#mustEmptyLog ||= this.#deps.transactions.haveOthersWritten();
      const isDone = this.#deps.transactions.checkpoint(() => {
        found = this.#deps.checkHead?.();
        return found === undefined;
      }, this.#mustEmptyLog);
      if (isDone) this.#mustEmptyLog = false;
      if (found !== undefined) return { kind: "damaged", found };
    } catch (error) {
      const errcode = resultCode(error);
      if (primaryCode(error) !== SQLITE.inputOutput) return undefined;
      if (errcode !== undefined && isFlushFailure(errcode)) this.#flushFailure = errcode;
      const isLost = faultOf(errcode, this.#deps.systemError) === "lost";
      return isLost ? { kind: "lost", message: unconfirmed(errcode) } : undefined;
    }
    return this.#flushFailure === undefined
      ? undefined
      : { kind: "lost", message: unconfirmed(this.#flushFailure) };
  }

  close(): void {
    if (this.#mustEmptyLog) {
      this.#deps.waitLonger?.();
      this.tidy();
    }
    this.#deps.close();
  }

  /** @throws if the database failed */
  #applyBatch(batch: readonly (readonly StatementData[])[]): Outcome[] {
    // All at once first, because few are refused: a savepoint for each takes 12 of the 74 us of
    // adding a session.
    const together = this.#apply(batch);
    return together.kind === "stands" || batch.length === 1
      ? batch.map(() => together)
      : batch.map((one) => this.#apply([one]));
  }

  #apply(commits: readonly (readonly StatementData[])[]): Outcome {
    const { transactions, apply } = this.#deps;
    transactions.savepoint();
    try {
      for (const commit of commits) apply(commit);
    } catch (error) {
      const refused = error instanceof Refusal;
      if (!refused && isStorageFailure(error)) throw error;
      transactions.rollbackTo();
      return refused ? { kind: "refused", ...error.refused } : { kind: "broken", error };
    }
    transactions.release();
    return STANDS;
  }

  #failed(error: unknown): BatchResult {
    const errcode = resultCode(error);
    const fault = faultOf(errcode, this.#deps.systemError);
    return fault === "lost"
      ? { kind: "lost", message: unconfirmed(errcode) }
      : { kind: "failed", message: messageOf(error), fault };
  }

  #rollBack(): void {
    try {
      this.#deps.transactions.rollback();
    } catch {
      // The next BEGIN fails and ends here again.
    }
  }
}
