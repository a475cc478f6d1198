import { AppError } from "../../../domain/errors.ts";
import { DatabaseDamaged, unavailable, unavailableUntilRestart } from "../../errors.ts";
import type { ReadOutage } from "../../store.ts";
import { primaryCode, reasonOf, resultCode, SQLITE } from "../file/errors.ts";

/** Observes when reads begin to fail, and when they succeed again. */
export interface ReadHealthOptions {
  /** Milliseconds since the epoch (default: the machine's clock). */
  readonly now?: (() => number) | undefined;
  readonly onReadsFailing?: ((failing: ReadOutage) => void) | undefined;
  /** @param failed the state that has ended */
  readonly onReadsRecovered?: ((failed: ReadOutage) => void) | undefined;
}

/** The file beneath the reads. */
export interface ReadHealthDeps {
  /** Called when a read finds the file damaged. */
  readonly onDamaged: (reason: DatabaseDamaged) => void;
  /**
   * Reads the file past SQLite, which reports an I/O error of the system as damage; returns the
   * system's error, undefined for none.
   */
  readonly systemError: () => unknown;
}

/** Extended result code of a file that ends too early. */
const SHORT_READ = 522;
/**
 * Time without a failed read after which reads count as recovered: most are answered from memory,
 * so that one which succeeds says little.
 */
const RECOVERED_AFTER_MS = 10_000;
const RETRY_AFTER_SECONDS = 10;

/** State of reads: since when the disk does not give what it has, and why. */
export class ReadHealth {
  readonly #options: ReadHealthOptions;
  readonly #now: () => number;
  readonly #deps: ReadHealthDeps;
  #failing: ReadOutage | null = null;
  #failedAt = -Infinity;

  constructor(options: ReadHealthOptions, deps: ReadHealthDeps) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#deps = deps;
  }

  /** Null while reads succeed. */
  get failing(): ReadOutage | null {
    return this.#failing;
  }

  /**
   * The error of a read for its caller: `error.unavailable` if the disk or the file failed, else the
   * error itself.
   */
  errorOf(error: unknown): unknown {
    switch (primaryCode(error)) {
      case SQLITE.corrupt:
      case SQLITE.notADatabase:
        return this.#damaged(error);
      case SQLITE.inputOutput:
        return resultCode(error) === SHORT_READ ? this.#damaged(error) : this.failed(error);
      default:
        return error;
    }
  }

  /** Notes that the disk failed a read. */
  failed(cause: unknown): AppError {
    this.#failedAt = this.#now();
    if (this.#failing === null) {
      this.#failing = { since: this.#failedAt, reason: reasonOf(cause) };
      this.#options.onReadsFailing?.(this.#failing);
    }
    return unavailable("a read failed", cause, RETRY_AFTER_SECONDS);
  }

  /** Ends the state when no read has failed for a while; call it about every second. */
  check(): void {
    const failed = this.#failing;
    if (failed === null || this.#now() - this.#failedAt < RECOVERED_AFTER_MS) return;
    this.#failing = null;
    this.#options.onReadsRecovered?.(failed);
  }

  /** @throws {AppError} `error.unavailable` with the time and reason, while reads fail */
  confirm(): void {
    if (this.#failing === null) return;
    const { since, reason } = this.#failing;
    throw new AppError(
      "error.unavailable",
      `Reads are failing since ${new Date(since).toISOString()}: ${reason}`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }

  #damaged(cause: unknown): AppError {
    const systemError = this.#deps.systemError();
    if (systemError !== undefined) return this.failed(systemError);
    const damaged = new DatabaseDamaged(reasonOf(cause), { cause });
    this.#deps.onDamaged(damaged);
    return unavailableUntilRestart(damaged);
  }
}
