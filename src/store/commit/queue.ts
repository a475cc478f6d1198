import { setImmediate } from "node:timers";
import type { Change } from "../../domain/changes.ts";
import type { AppError } from "../../domain/errors.ts";
import { DurabilityLost, unavailable, unavailableUntilRestart } from "../errors.ts";
import {
  type BatchResult,
  type BatchTarget,
  type CommitObserver,
  type Outcome,
  reasonAfter,
} from "./batch.ts";
import { WriteHealth } from "./health.ts";
import { type CommitPlan, planCommit } from "./plan/plan.ts";

/** Target of the batches, and time limits. */
export interface CommitQueueOptions {
  readonly target: BatchTarget;
  /** Time that the target itself waits for the lock, in milliseconds; counts as waiting. */
  readonly busyTimeoutMs: number;
  /** Longest wait of a commit for another process's lock, in milliseconds. */
  readonly retryForMs: number;
  /** Waits off the event loop, in milliseconds. */
  readonly delay: (ms: number) => Promise<void>;
  /** Receives the results of batches. */
  readonly health?: WriteHealth;
  /** Observes every batch. */
  readonly observer?: CommitObserver | undefined;
  /** Called when writes can no longer be confirmed, with or without waiting commits. */
  readonly onLost?: ((reason: DurabilityLost) => void) | undefined;
}

/** A commit that waits for its batch. */
interface PendingCommit {
  readonly plan: CommitPlan;
  /** Total waiting time of the queue when this commit was added. */
  readonly joinedAtMs: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Limit of the commits in one transaction unless the target has its own, so that none waits long. */
const MAX_BATCH = 256;
/** Limit of the waiting commits. */
export const MAX_PENDING = 4096;
/** Limit of their memory: some 10 KiB each, but up to 2 MiB for a long request. */
export const MAX_PENDING_BYTES = 64 * 1024 * 1024;
const LONGEST_DELAY_MS = 50;

/**
 * Groups commits: all that arrive in one turn of the event loop, or while the previous batch is
 * written, share a transaction. One batch is written at a time.
 *
 * A commit is acknowledged when its batch is on disk, not before.
 */
export class CommitQueue {
  readonly #options: CommitQueueOptions;
  readonly #health: WriteHealth;
  /** In order of arrival; the current batch stays at the front. */
  readonly #pending: PendingCommit[] = [];
  #pendingBytes = 0;
  #draining: Promise<void> | null = null;
  #waitedMs = 0;
  /** Why nothing is written any more; null while writes are possible. */
  #stopped: Error | null = null;
  #isLost = false;

  constructor(options: CommitQueueOptions) {
    this.#options = options;
    this.#health = options.health ?? new WriteHealth();
    void options.target.lost?.then((reason) => this.stop(reason));
  }

  /** Why nothing is written any more; null while writes are possible. */
  get stopped(): Error | null {
    return this.#stopped;
  }

  /** Number of unanswered commits. */
  get depth(): number {
    return this.#pending.length;
  }

  /**
   * Writes all of these changes or none; resolves when they are on disk. Without changes a probe is
   * written, which shows if writes succeed.
   *
   * @throws {CommitRefused} if a precondition fails
   * @throws {AppError} `error.unavailable` if the lock cannot be acquired, too many commits wait,
   *   or the database fails; the cause is a `DurabilityLost` if the disk failed
   */
  async commit(changes: readonly Change[]): Promise<void> {
    if (this.#stopped !== null) throw unavailableUntilRestart(this.#stopped);
    const { refusal } = this.#health;
    if (refusal !== undefined) throw refusal;
    if (this.#pending.length >= MAX_PENDING) {
      throw unavailable(`${MAX_PENDING} writes are already waiting`);
    }
    const plan = planCommit(changes);
    if (this.#pendingBytes > 0 && this.#pendingBytes + plan.size > MAX_PENDING_BYTES) {
      throw unavailable(`${this.#pendingBytes} bytes of writes are already waiting`);
    }
    this.#pendingBytes += plan.size;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#pending.push({ plan, joinedAtMs: this.#waitedMs, resolve, reject });
    this.#draining ??= this.#drain();
    await promise;
  }

  /** Writes all waiting commits and refuses new ones. */
  async finish(): Promise<void> {
    this.#stopped ??= new Error("it is closed");
    await this.#draining;
  }

  /** Closes the target, once the queue is finished. */
  async close(): Promise<void> {
    await this.finish();
    await this.#options.target.close();
  }

  /** Never rejects, because it is not awaited while the program runs. */
  async #drain(): Promise<void> {
    let attempts = 0;
    await nextTurn();
    while (this.#pending.length > 0) {
      const batch = this.#pending.slice(0, this.#options.target.maxBatch ?? MAX_BATCH);
      const result = await this.#write(batch);
      if (result === null) break;
      if (result.kind === "busy") {
        this.#failSpent(result.message);
        if (this.#pending.length > 0) await this.#wait(Math.min(2 ** attempts++, LONGEST_DELAY_MS));
        continue;
      }
      attempts = 0;
      // Commits added meanwhile are behind it.
      this.#take(batch.length);
      this.#settle(batch, result);
      if (result.kind === "done") this.#tidy();
      if (this.#pending.length > 0) await nextTurn();
    }
    this.#draining = null;
  }

  /** @returns null if the target has ended; all waiting commits have failed then */
  async #write(batch: readonly PendingCommit[]): Promise<BatchResult | null> {
    const { target, observer } = this.#options;
    const beganMs = observer?.monotonicMs() ?? 0;
    try {
      const result = await target.write(batch.map(({ plan }) => plan.posted));
      if (result.kind === "done") observer?.batch(batch.length, observer.monotonicMs() - beganMs);
      return result;
    } catch (error) {
      const isLost = error instanceof DurabilityLost;
      this.stop(isLost ? error : new DurabilityLost("The writer has ended", { cause: error }));
      return null;
    }
  }

  /** The batch is answered; only the next batch waits for this. */
  #tidy(): void {
    const failure = this.#options.target.tidy?.();
    if (failure) this.stop(reasonAfter(failure));
  }

  /** Fails the commits that have waited too long for the lock. */
  #failSpent(message: string): void {
    const { busyTimeoutMs, retryForMs } = this.#options;
    this.#waitedMs += busyTimeoutMs;
    // In order of arrival, so the longest waiting are first.
    const fresh = this.#pending.findIndex((one) => this.#waitedMs - one.joinedAtMs < retryForMs);
    const spent = this.#take(fresh < 0 ? this.#pending.length : fresh);
    for (const { reject } of spent) {
      reject(unavailable("another process holds its lock", new Error(message)));
    }
  }

  /** Removes the longest waiting commits from the queue. */
  #take(count: number): PendingCommit[] {
    const taken = this.#pending.splice(0, count);
    for (const { plan } of taken) this.#pendingBytes -= plan.size;
    return taken;
  }

  async #wait(ms: number): Promise<void> {
    // Counted first, so that a commit added meanwhile is not charged for all of it.
    this.#waitedMs += ms;
    await this.#options.delay(ms);
  }

  /** Fails all waiting commits, including the current batch, and all new ones. */
  stop(reason: DurabilityLost): void {
    // Only once: later failures follow from the first.
    if (!this.#isLost) this.#options.onLost?.(reason);
    this.#isLost = true;
    this.#health.lost(reason.message);
    this.#stopped ??= reason;
    this.#failAll(unavailableUntilRestart(reason));
  }

  #failAll(error: AppError): void {
    for (const { reject } of this.#take(this.#pending.length)) reject(error);
  }

  #settle(
    batch: readonly PendingCommit[],
    result: Exclude<BatchResult, { readonly kind: "busy" }>,
  ) {
    if (result.kind === "done") {
      this.#health.succeeded();
      const { outcomes } = result;
      return batch.forEach((one, i) => settle(one, outcomes[i]));
    }
    const failBatch = (error: AppError) => batch.forEach(({ reject }) => reject(error));
    if (result.kind === "failed") {
      const error = this.#health.failed(result.fault, new Error(result.message));
      failBatch(error);
      const { refusal } = this.#health;
      if (refusal !== undefined) this.#failAll(refusal);
      // They have waited as long as the batch; another attempt would double that.
      else if (result.fault === "unreachable") this.#failAll(error);
      return;
    }
    const reason = reasonAfter(result);
    failBatch(unavailableUntilRestart(reason));
    this.stop(reason);
  }
}

/** Resolves or rejects a commit by its outcome. */
function settle({ plan, resolve, reject }: PendingCommit, outcome: Outcome | undefined): void {
  switch (outcome?.kind) {
    case "stands":
      return resolve();
    case "refused":
      return reject(plan.refusal(outcome));
    case "broken":
      return reject(outcome.error);
  }
  reject(new Error("The writer answered for another batch"));
}

/**
 * The next turn of the event loop, when everything of this turn has arrived. Measured with 32
 * connections that post sessions: a microtask runs after each request and groups nothing,
 * `setImmediate` groups 18 to 23 commits, and a timer of 0 ms groups all 32 but idles for a
 * millisecond and halves the throughput.
 */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
