import { AppError } from "../../domain/errors.ts";
import { unavailableUntilRestart } from "../errors.ts";
import type { WriteOutage, WriteState } from "../store.ts";
import type { WriteHealth } from "./health.ts";
import type { CommitQueue } from "./queue.ts";

/** Dependencies of a {@link WriteWatch}. */
export interface WriteWatchDeps {
  readonly queue: CommitQueue;
  readonly health: WriteHealth;
  /** Waits off the event loop, in milliseconds. */
  readonly delay: (ms: number) => Promise<void>;
}

/** Age from which the last success says nothing about the next write. */
const CONFIRMED_FOR_MS = 10_000;
/** Longest wait for a probe; another process may hold the lock. */
const PROBE_WAIT_MS = 500;

/** State of writes, from the latest writes or a probe. */
export class WriteWatch implements WriteState {
  readonly #deps: WriteWatchDeps;
  #probing: Promise<void> | undefined;

  constructor(deps: WriteWatchDeps) {
    this.#deps = deps;
  }

  failing(): WriteOutage | null {
    return this.#deps.health.failing;
  }

  async retry(): Promise<void> {
    const { queue, health } = this.#deps;
    if (queue.stopped !== null) return;
    if (health.failing !== null && !health.failing.isForGood) await this.#probe();
  }

  /**
   * Checks that writes succeed, without waiting for long.
   *
   * @throws {AppError} `error.unavailable` with the time and reason
   */
  async confirm(): Promise<void> {
    const { queue, health, delay } = this.#deps;
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

  /** The queue notes its result, like that of any write. */
  #probe(): Promise<void> {
    return this.#probing ??= this.#deps.queue.commit([])
      .catch(() => {})
      .finally(() => this.#probing = undefined);
  }
}
