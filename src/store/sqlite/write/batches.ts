import type { Posted, RefusedStatement } from "../../commit/statement.ts";
import {
  type DurabilityLost,
  isBusy,
  isFlushFailure,
  isStorageFailure,
  messageOf,
  primaryCode,
  resultCode,
  SQLITE,
} from "../errors.ts";
import { Refusal } from "./executor.ts";
import type { Transactions } from "./transactions.ts";

/** What became of one commit of a batch: it stands, or why it was taken back. */
export type Outcome =
  | { readonly kind: "stands" }
  /** One of its statements was refused. */
  | ({ readonly kind: "refused" } & RefusedStatement)
  /** It cannot be written at all: a defect. */
  | { readonly kind: "broken"; readonly error: unknown };

/** What became of a batch: plain data, for whoever asked may be another thread. */
export type BatchResult =
  /** On disk, but for the commits that were taken back. */
  | {
    readonly kind: "done";
    readonly outcomes: readonly Outcome[];
  }
  /** On disk, but not under the database's name any more: nobody will find it there. */
  | { readonly kind: "displaced"; readonly path: string }
  /** Another process keeps the lock; nothing was tried. */
  | { readonly kind: "busy"; readonly message: string }
  /** The storage failed and nothing of the batch may be relied on. */
  | {
    readonly kind: "failed";
    readonly message: string;
    /** SQLite's extended result code; undefined where another thing failed. */
    readonly errcode: number | undefined;
  };

/** Writes a batch of commits, here or in another thread. */
export interface BatchTarget {
  write(batch: readonly (readonly Posted[])[]): BatchResult | Promise<BatchResult>;
  /**
   * Copies what stands in the log into the database, once a batch was answered. Left out by who
   * does that by itself.
   *
   * @returns the result code when the database itself could not be written or flushed
   */
  tidy?(): number | undefined;
  /** Resolves when it has ended by itself, batch or no batch; left out by who cannot. */
  readonly lost?: Promise<DurabilityLost>;
  /** Lets go of what it writes to. */
  close(): void | Promise<void>;
}

/** What batches are written with. */
export interface BatchDeps {
  readonly transactions: Transactions;
  /** Writes the changes of one commit; throws when it may not happen. */
  readonly apply: (commit: readonly Posted[]) => void;
  /**
   * Looks whether the files that were written to are still where they were opened; the path of
   * one that is not. Left out where there are no files.
   */
  readonly displaced?: () => string | undefined;
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
  readonly #parts: BatchDeps;
  #flushFailure: number | undefined;

  constructor(parts: BatchDeps) {
    this.#parts = parts;
  }

  write(batch: readonly (readonly Posted[])[]): BatchResult {
    const { transactions, displaced } = this.#parts;
    if (this.#flushFailure !== undefined) {
      const message = "the disk did not confirm an earlier write";
      return { kind: "failed", message, errcode: this.#flushFailure };
    }
    try {
      transactions.begin();
    } catch (error) {
      if (isBusy(error)) return { kind: "busy", message: messageOf(error) };
      // A transaction that an earlier rollback left open would stay in the way for ever.
      this.#rollBack();
      return failed(error);
    }
    try {
      const outcomes = this.#applyBatch(batch);
      transactions.commit();
      const path = displaced?.();
      return path === undefined ? { kind: "done", outcomes } : { kind: "displaced", path };
    } catch (error) {
      this.#rollBack();
      return failed(error);
    }
  }

  /** What stands in the log is on disk already: that there is no room to copy it does not matter. */
  tidy(): number | undefined {
    try {
      this.#parts.transactions.checkpoint();
    } catch (error) {
      const errcode = resultCode(error);
      if (primaryCode(error) !== SQLITE.inputOutput) return undefined;
      if (errcode !== undefined && isFlushFailure(errcode)) this.#flushFailure = errcode;
      return errcode;
    }
    return this.#flushFailure;
  }

  close(): void {
    this.#parts.close();
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
    const { transactions, apply } = this.#parts;
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

  #rollBack(): void {
    try {
      this.#parts.transactions.rollback();
    } catch {
      // The next BEGIN fails and leads here again.
    }
  }
}

function failed(error: unknown): BatchResult {
  return { kind: "failed", message: messageOf(error), errcode: resultCode(error) };
}
