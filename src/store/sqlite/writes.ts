import { AppError } from "../../domain/errors.ts";
import type { WritesFailing, WriteState } from "../store.ts";
import { unavailableUntilRestart } from "./errors.ts";
import type { CommitQueue } from "./write/commit_queue.ts";
import type { WriteHealth } from "./write/health.ts";

/** The parts that know how writes end. */
export interface WriteWatchParts {
  readonly queue: CommitQueue;
  readonly health: WriteHealth;
  /** Waits off the event loop, in milliseconds. */
  readonly delay: (ms: number) => Promise<void>;
}

/** A write that succeeded so long ago says nothing of the next one. */
const CONFIRMED_FOR_MS = 10_000;
/** The longest wait for a write of its own; another process may have the lock. */
const PROBE_WAIT_MS = 500;

/** The state of writes, known from those that come and, where none do, from one of its own. */
export class WriteWatch implements WriteState {
  readonly #parts: WriteWatchParts;
  #probing: Promise<void> | undefined;

  constructor(parts: WriteWatchParts) {
    this.#parts = parts;
  }

  failing(): WritesFailing | null {
    return this.#parts.health.failing;
  }

  async retry(): Promise<void> {
    const { queue, health } = this.#parts;
    if (queue.stopped !== null) return;
    if (health.failing !== null && !health.failing.isForGood) await this.#probe();
  }

  /**
   * Makes sure that writes succeed, as far as that is known without waiting for long.
   *
   * @throws {AppError} `error.unavailable`, since when and why they fail
   */
  async confirm(): Promise<void> {
    const { queue, health, delay } = this.#parts;
    if (queue.stopped === null && health.unconfirmedMs > CONFIRMED_FOR_MS) {
      await Promise.race([this.#probe(), delay(PROBE_WAIT_MS)]);
    }
    if (queue.stopped !== null) throw unavailableUntilRestart(queue.stopped);
    const { failing } = health;
    if (failing === null) return;
    const message = `Writes are failing since ${
      new Date(failing.since).toISOString()
    }: ${failing.reason}`;
    throw new AppError("error.unavailable", message, {
      retryAfterSeconds: health.retryAfterSeconds,
    });
  }

  /** Its result is noted like that of any other write. */
  #probe(): Promise<void> {
    return this.#probing ??= this.#parts.queue.commit([])
      .catch(() => {})
      .finally(() => this.#probing = undefined);
  }
}
