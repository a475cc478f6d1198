import type { AppError } from "../../domain/errors.ts";
import { TAKES_NO_WRITES, unavailable } from "../errors.ts";
import type { WriteOutage } from "../store.ts";
import type { WriteFault } from "./batch.ts";

const REASONS = {
  full: "the disk is full",
  "read-only": "the file system is read-only",
  damaged: "the database is damaged",
  unreachable: "its server does not answer",
  crowded: "its server has too many connections",
  standby: TAKES_NO_WRITES,
  other: "the storage failed",
} as const satisfies Record<WriteFault, string>;

/**
 * Seconds after which a failed write may succeed, once the operator has made room or restored a
 * backup.
 */
const RETRY_AFTER_SECONDS = { passing: 10, forGood: 300 } as const;

/** Observes when writes begin to fail, and when they succeed again. */
export interface WriteHealthOptions {
  /** Milliseconds since the epoch (default: the machine's clock). */
  readonly now?: (() => number) | undefined;
  readonly onFailing?: ((failing: WriteOutage) => void) | undefined;
  /** @param failed the state that has ended */
  readonly onRecovered?: ((failed: WriteOutage) => void) | undefined;
}

/** State of writes: since when they fail, and why. */
export class WriteHealth {
  readonly #options: WriteHealthOptions;
  readonly #now: () => number;
  #failing: WriteOutage | null = null;
  #confirmedAt = -Infinity;

  constructor(options: WriteHealthOptions = {}) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Null while writes succeed. */
  get failing(): WriteOutage | null {
    return this.#failing;
  }

  /** Milliseconds since the last write that succeeded. */
  get unconfirmedMs(): number {
    return this.#now() - this.#confirmedAt;
  }

  /** Seconds after which a failing write may succeed. */
  get retryAfterSeconds(): number {
    return RETRY_AFTER_SECONDS[this.#failing?.isForGood ? "forGood" : "passing"];
  }

  /** Error for writes that need not be tried; undefined while writes are possible. */
  get refusal(): AppError | undefined {
    if (!this.#failing?.isForGood) return undefined;
    return unavailable(this.#failing.reason, undefined, this.retryAfterSeconds);
  }

  /**
   * Notes that a batch was not written.
   *
   * @returns the error for its commits
   */
  failed(fault: WriteFault, cause: Error): AppError {
    const isForGood = fault === "damaged";
    const before = this.#failing;
    // A damaged database after a full disk is reported too.
    if (before === null || (isForGood && !before.isForGood)) {
      const since = before?.since ?? this.#now();
      this.#failing = { since, reason: REASONS[fault], isForGood };
      this.#options.onFailing?.(this.#failing);
    }
    return unavailable(REASONS[fault], cause, this.retryAfterSeconds);
  }

  /** Notes that nothing is written any more; the process ends and logs it elsewhere. */
  lost(reason: string): void {
    this.#failing = { since: this.#failing?.since ?? this.#now(), reason, isForGood: true };
  }

  /** Notes that a batch was written. */
  succeeded(): void {
    this.#confirmedAt = this.#now();
    const failed = this.#failing;
    // A batch that was running before a permanent failure changes nothing.
    if (failed === null || failed.isForGood) return;
    this.#failing = null;
    this.#options.onRecovered?.(failed);
  }
}
