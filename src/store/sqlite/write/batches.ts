import type { BatchResult, BatchTarget, Outcome } from "../../commit/batch.ts";
import type { Posted } from "../../commit/plan/statement.ts";
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
import type { Transactions } from "./transactions.ts";

/** Dependencies of {@link Batches}. */
export interface BatchDeps {
  readonly transactions: Transactions;
  /** Executes the statements of one commit; throws when one is refused. */
  readonly apply: (commit: readonly Posted[]) => void;
  /**
   * Checks that the files written to are still where they were opened; the path of one that
   * is not. Left out where there are no files.
   */
  readonly displaced?: () => string | undefined;
  /** The error of the file system, where SQLite's own says too little. */
  readonly systemError?: () => string | undefined;
  readonly close: () => void;
}

const STANDS: Outcome = { kind: "stands" };

/**
 * Writes a batch of commits in one transaction, and so with one flush to disk. Where one
 * of them is refused, all are taken back and written again each behind a savepoint of
 * its own, so that it takes back only itself. A transaction never spans an `await`.
 *
 * A result of `done` comes after COMMIT and not before. When that fails, so do all
 * commits in it, also those that were to be refused: what they were judged by was not
 * written either.
 */
export class Batches implements BatchTarget {
  readonly #deps: BatchDeps;
  #flushFailure: number | undefined;

  constructor(deps: BatchDeps) {
    this.#deps = deps;
  }

  write(batch: readonly (readonly Posted[])[]): BatchResult {
    const { transactions, displaced } = this.#deps;
    if (this.#flushFailure !== undefined) {
      return { kind: "lost", message: unconfirmed(this.#flushFailure) };
    }
    try {
      transactions.begin();
    } catch (error) {
      if (isBusy(error)) return { kind: "busy", message: messageOf(error) };
      // A transaction that an earlier rollback left open would stay in the way for ever.
      this.#rollBack();
      return this.#failed(error);
    }
    try {
      const outcomes = this.#applyBatch(batch);
      transactions.commit();
      const path = displaced?.();
      return path === undefined ? { kind: "done", outcomes } : { kind: "displaced", path };
    } catch (error) {
      this.#rollBack();
      return this.#failed(error);
    }
  }

  /**
   * Copies the log into the database. The log is on disk already: that there is no room to copy
   * it does not matter.
   */
  tidy(): string | undefined {
    try {
      this.#deps.transactions.checkpoint();
    } catch (error) {
      const errcode = resultCode(error);
      if (primaryCode(error) !== SQLITE.inputOutput) return undefined;
      if (errcode !== undefined && isFlushFailure(errcode)) this.#flushFailure = errcode;
      const isLost = faultOf(errcode, this.#deps.systemError) === "lost";
      return isLost ? unconfirmed(errcode) : undefined;
    }
    return this.#flushFailure === undefined ? undefined : unconfirmed(this.#flushFailure);
  }

  close(): void {
    this.#deps.close();
  }

  /** @throws when the database failed and the batch with it */
  #applyBatch(batch: readonly (readonly Posted[])[]): Outcome[] {
    // All at once first, for few are refused: a savepoint for each takes 12 of the 74 us that
    // adding a session takes here.
    const together = this.#apply(batch);
    return together.kind === "stands" || batch.length === 1
      ? batch.map(() => together)
      : batch.map((one) => this.#apply([one]));
  }

  #apply(commits: readonly (readonly Posted[])[]): Outcome {
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
      // The next BEGIN fails and leads here again.
    }
  }
}
