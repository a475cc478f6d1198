import { setImmediate } from "node:timers";
import type { Change } from "../../../domain/changes.ts";
import { CommitRefused } from "../../store.ts";
import {
  asDurabilityLost,
  DurabilityLost,
  isBusy,
  isStorageFailure,
  unavailable,
} from "../errors.ts";
import type { Transactions } from "./transactions.ts";

/** What a writer writes with, and how long it waits. */
export interface BatchWriterOptions {
  readonly transactions: Transactions;
  /** Writes the changes of one commit; throws when it may not happen. */
  readonly apply: (changes: readonly Change[]) => void;
  /** How long taking the lock blocks the thread, in milliseconds; counts as waiting. */
  readonly busyTimeoutMs: number;
  /** How long a commit waits for another process's lock before it fails, in milliseconds. */
  readonly retryForMs: number;
  /** Waits off the event loop, in milliseconds. */
  readonly delay: (ms: number) => Promise<void>;
}

interface Pending {
  readonly changes: readonly Change[];
  /** What the writer had waited in all when this commit came. */
  readonly joinedAtMs: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Bounds how long one transaction keeps the event loop. */
const MAX_BATCH = 256;
/** Bounds the memory that commits take while the database is locked. */
const MAX_PENDING = 10_000;
const LONGEST_DELAY_MS = 50;

/**
 * Groups commits: all that arrive in one turn of the event loop share a transaction
 * and so one flush to disk. Where one of them is refused, all are taken back and written
 * again each behind a savepoint of its own, so that it takes back only itself. A
 * transaction never spans an `await`.
 *
 * A commit is acknowledged after the transaction's COMMIT and not before; when that
 * fails, so do all commits in it, also those that were to be refused: what they were
 * judged by was not written either.
 */
export class BatchWriter {
  readonly #options: BatchWriterOptions;
  readonly #pending: Pending[] = [];
  #draining: Promise<void> | null = null;
  #waitedMs = 0;
  /** Why nothing is written any more. */
  #stopped: Error | null = null;

  constructor(options: BatchWriterOptions) {
    this.#options = options;
  }

  /** Why nothing is written any more; null while all is well. */
  get stopped(): Error | null {
    return this.#stopped;
  }

  /**
   * Writes all of these changes or none; resolves once they are on disk.
   *
   * @throws {CommitRefused} when a precondition does not hold
   * @throws {AppError} `error.unavailable` when the lock is not to be had, too many commits
   *   wait for it, or the database fails; its cause is a `DurabilityLost` when the disk did
   */
  commit(changes: readonly Change[]): Promise<void> {
    if (this.#stopped !== null) {
      return Promise.reject(unavailable(this.#stopped.message, this.#stopped));
    }
    if (this.#pending.length >= MAX_PENDING) {
      return Promise.reject(unavailable(`${MAX_PENDING} writes wait already`));
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#pending.push({ changes, joinedAtMs: this.#waitedMs, resolve, reject });
    this.#draining ??= this.#drain();
    return promise;
  }

  /** Writes what was committed before and refuses what comes after. */
  async close(): Promise<void> {
    this.#stopped ??= new Error("it is closed");
    await this.#draining;
  }

  /** Never rejects: nobody awaits it while the program runs. */
  async #drain(): Promise<void> {
    let attempts = 0;
    await nextTurn();
    while (this.#pending.length > 0) {
      if (this.#begin()) {
        this.#write(this.#pending.splice(0, MAX_BATCH));
        attempts = 0;
        if (this.#pending.length > 0) await nextTurn();
      } else if (this.#pending.length > 0) {
        await this.#wait(Math.min(2 ** attempts++, LONGEST_DELAY_MS));
      }
    }
    this.#draining = null;
  }

  /** @returns whether a transaction is open; the pending commits that cannot wait have failed */
  #begin(): boolean {
    const { transactions, busyTimeoutMs, retryForMs } = this.#options;
    try {
      transactions.begin();
      return true;
    } catch (error) {
      if (!isBusy(error)) {
        this.#fail(this.#pending.splice(0), error);
        return false;
      }
      this.#waitedMs += busyTimeoutMs;
      // In the order of their arrival, so those that have waited longest come first.
      const fresh = this.#pending.findIndex((one) => this.#waitedMs - one.joinedAtMs < retryForMs);
      const spent = this.#pending.splice(0, fresh < 0 ? this.#pending.length : fresh);
      for (const { reject } of spent) reject(unavailable("another process keeps its lock", error));
      return false;
    }
  }

  async #wait(ms: number): Promise<void> {
    // Counted first, so that a commit that comes meanwhile is not charged for all of it.
    this.#waitedMs += ms;
    await this.#options.delay(ms);
  }

  #write(batch: readonly Pending[]): void {
    const { transactions } = this.#options;
    let failures: readonly unknown[];
    try {
      failures = this.#applyBatch(batch);
      transactions.commit();
    } catch (error) {
      this.#rollBack();
      this.#fail(batch, error);
      return;
    }
    batch.forEach(({ resolve, reject }, i) => {
      if (failures[i] === undefined) resolve();
      else reject(failures[i]);
    });
  }

  /**
   * @returns for each commit why it was taken back; undefined when it stands
   * @throws when the database failed and the batch with it
   */
  #applyBatch(batch: readonly Pending[]): unknown[] {
    // All at once first, for few are refused: a savepoint for each takes 12 of the 74 us that
    // adding a session takes here.
    const reason = this.#apply(batch);
    return reason === undefined || batch.length === 1
      ? batch.map(() => reason)
      : batch.map((one) => this.#apply([one]));
  }

  /** @returns why these commits were taken back; undefined when they stand */
  #apply(commits: readonly Pending[]): unknown {
    const { transactions, apply } = this.#options;
    transactions.mark();
    try {
      for (const { changes } of commits) apply(changes);
    } catch (error) {
      if (!(error instanceof CommitRefused) && isStorageFailure(error)) throw error;
      transactions.undo();
      return error ?? new Error("A change failed without an error");
    }
    transactions.keep();
    return undefined;
  }

  #rollBack(): void {
    try {
      this.#options.transactions.rollback();
    } catch {
      // The next BEGIN will say so: a transaction that stays open lets nothing more through.
    }
  }

  #fail(batch: readonly Pending[], error: unknown): void {
    const cause = asDurabilityLost(error);
    if (cause instanceof DurabilityLost) this.#stopped = cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    for (const { reject } of batch) reject(unavailable(reason, cause));
    if (cause instanceof DurabilityLost) {
      for (const { reject } of this.#pending.splice(0)) reject(unavailable(reason, cause));
    }
  }
}

/**
 * The next turn of the event loop: everything that this one brings has arrived by then.
 * Measured with 32 connections that post sessions: a microtask comes after each request and
 * groups nothing, `setImmediate` groups 18 to 23 commits, a timer of 0 ms groups all 32 but
 * idles for a millisecond and ends up with half the throughput.
 */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
