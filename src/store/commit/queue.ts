import { setImmediate } from "node:timers";
import type { Change } from "../../domain/changes.ts";
import type { AppError } from "../../domain/errors.ts";
import { DurabilityLost, unavailable, unavailableUntilRestart } from "../errors.ts";
import { type BatchResult, type BatchTarget, type CommitObserver, reasonAfter } from "./batch.ts";
import { WriteHealth } from "./health.ts";
import { type CommitLane, CommitLanes, type PendingCommit, settleCommit } from "./lanes.ts";
import { planCommit } from "./plan/plan.ts";

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

/** Limit of the waiting commits. */
export const MAX_PENDING = 4096;
/** Limit of their memory: some 10 KiB each, but up to 2 MiB for a long request. */
export const MAX_PENDING_BYTES = 64 * 1024 * 1024;
const LONGEST_DELAY_MS = 50;

/**
 * Groups commits: all that arrive in one turn of the event loop, or while the previous batch is
 * written, share a transaction. One batch is written at a time, or one of hot commits beside one of
 * others ({@link Claims}).
 *
 * A commit is acknowledged when its batch is on disk, not before.
 */
export class CommitQueue {
  readonly #options: CommitQueueOptions;
  readonly #health: WriteHealth;
  readonly #lanes: CommitLanes;
  /** In order of arrival, with the batches that are being written. */
  #pending: PendingCommit[] = [];
  #pendingBytes = 0;
  /** Why nothing is written any more; null while writes are possible. */
  #stopped: Error | null = null;
  #isLost = false;

  constructor(options: CommitQueueOptions) {
    this.#options = options;
    this.#health = options.health ?? new WriteHealth();
    this.#lanes = new CommitLanes(options.target);
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
    const place = this.#lanes.place(plan);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#pending.push({ plan, ...place, resolve, reject });
    place.lane.draining ??= this.#drain(place.lane);
    await promise;
  }

  /** Writes all waiting commits and refuses new ones. */
  async finish(): Promise<void> {
    this.#stopped ??= new Error("it is closed");
    for (;;) {
      const running = this.#lanes.all.flatMap(({ draining }) => draining ?? []);
      if (running.length === 0) return;
      await Promise.all(running);
    }
  }

  /** Closes the target, once the queue is finished. */
  async close(): Promise<void> {
    await this.finish();
    await this.#options.target.close();
  }

  /** Never rejects, because it is not awaited while the program runs. */
  async #drain(lane: CommitLane): Promise<void> {
    let attempts = 0;
    await nextTurn();
    for (;;) {
      const batch = this.#lanes.next(lane, this.#pending);
      if (batch.length === 0) break;
      lane.batch = batch;
      const result = await this.#write(lane);
      lane.batch = [];
      if (result === null) break;
      if (result.kind === "busy") {
        this.#failSpent(lane, result.message);
        if (this.#pending.length > 0) {
          await this.#wait(lane, Math.min(2 ** attempts++, LONGEST_DELAY_MS));
        }
        continue;
      }
      attempts = 0;
      this.#take(batch);
      this.#settle(batch, result);
      if (result.kind === "done") this.#tidy();
      if (this.#pending.length > 0) await nextTurn();
    }
    lane.draining = null;
  }

  /** @returns null if the target has ended; all waiting commits have failed then */
  async #write({ batch, isHot }: CommitLane): Promise<BatchResult | null> {
    const { target, observer } = this.#options;
    const beganMs = observer?.monotonicMs() ?? 0;
    try {
      const result = await target.write(batch.map(({ plan }) => plan.posted), isHot);
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

  /** Fails the commits of a lane that have waited too long for the lock. */
  #failSpent(lane: CommitLane, message: string): void {
    const { busyTimeoutMs, retryForMs } = this.#options;
    lane.waitedMs += busyTimeoutMs;
    const spent = this.#pending.filter((one) =>
      one.lane === lane && lane.waitedMs - one.joinedAtMs >= retryForMs
    );
    this.#take(spent);
    for (const { reject } of spent) {
      reject(unavailable("another process holds its lock", new Error(message)));
    }
  }

  /** Removes commits from the queue. What waited for them may be written. */
  #take(commits: readonly PendingCommit[]): void {
    const taken = new Set(commits);
    const left: PendingCommit[] = [];
    for (const one of this.#pending) {
      if (taken.has(one)) this.#pendingBytes -= one.plan.size;
      else left.push(one);
    }
    this.#pending = left;
    for (const { lane } of left) lane.draining ??= this.#drain(lane);
  }

  async #wait(lane: CommitLane, ms: number): Promise<void> {
    // Counted first, so that a commit added meanwhile is not charged for all of it.
    lane.waitedMs += ms;
    await this.#options.delay(ms);
  }

  /** Fails all waiting commits, also those being written, and all new ones. */
  stop(reason: DurabilityLost): void {
    // Only once: later failures follow from the first.
    if (!this.#isLost) this.#options.onLost?.(reason);
    this.#isLost = true;
    this.#health.lost(reason.message);
    this.#stopped ??= reason;
    this.#fail(this.#pending, unavailableUntilRestart(reason));
  }

  /** Fails waiting commits, of one lane or all; those being written get their own result. */
  #failWaiting(error: AppError, lane?: CommitLane): void {
    const isMeant = (one: PendingCommit) => lane === undefined || one.lane === lane;
    const waiting = this.#pending.filter((one) => isMeant(one) && !one.lane.batch.includes(one));
    this.#fail(waiting, error);
  }

  #fail(commits: readonly PendingCommit[], error: AppError): void {
    this.#take(commits);
    for (const { reject } of commits) reject(error);
  }

  #settle(
    batch: readonly PendingCommit[],
    result: Exclude<BatchResult, { readonly kind: "busy" }>,
  ) {
    if (result.kind === "done") {
      this.#health.succeeded();
      const { outcomes } = result;
      return batch.forEach((one, i) => settleCommit(one, outcomes[i]));
    }
    const failBatch = (error: AppError) => batch.forEach(({ reject }) => reject(error));
    if (result.kind === "failed") {
      const error = this.#health.failed(result.fault, new Error(result.message));
      failBatch(error);
      const { refusal } = this.#health;
      if (refusal !== undefined) this.#failWaiting(refusal);
      // Those of its lane have waited as long as the batch; another attempt would double that.
      else if (result.fault === "unreachable") this.#failWaiting(error, batch[0]?.lane);
      return;
    }
    const reason = reasonAfter(result);
    failBatch(unavailableUntilRestart(reason));
    this.stop(reason);
  }
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
