import { AppError } from "../../domain/errors.ts";
import { unavailableUntilRestart } from "../errors.ts";
import type { WritesFailing, WriteState } from "../store.ts";
import type { WriteHealth } from "./health.ts";
import type { CommitQueue } from "./queue.ts";

/** Dependencies of a {@link WriteWatch}. */
export interface WriteWatchDeps {
  readonly queue: CommitQueue;
  readonly health: WriteHealth;
  /** Waits off the event loop, in milliseconds. */
  readonly delay: (ms: number) => Promise<void>;
}

/** Age at which the last success says nothing of the next write. */
const CONFIRMED_FOR_MS = 10_000;
/** The longest wait for a write of its own; another process may have the lock. */
const PROBE_WAIT_MS = 500;

/** The state of writes, known from those that come and, where none do, from a probe. */
export class WriteWatch implements WriteState {
  readonly #deps: WriteWatchDeps;
  #probing: Promise<void> | undefined;

  constructor(deps: WriteWatchDeps) {
    this.#deps = deps;
  }

  failing(): WritesFailing | null {
    return this.#deps.health.failing;
  }

  async retry(): Promise<void> {
    const { queue, health } = this.#deps;
    if (queue.stopped !== null) return;
    if (health.failing !== null && !health.failing.isForGood) await this.#probe();
  }

  /**
   * Checks that writes succeed, as far as that is known without waiting for long.
   *
   * @throws {AppError} `error.unavailable`, since when and why they fail
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

  /** Its result is noted like that of any other write. */
  #probe(): Promise<void> {
    return this.#probing ??= this.#deps.queue.commit([])
      .catch(() => {})
      .finally(() => this.#probing = undefined);
  }
}
