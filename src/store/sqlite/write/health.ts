import type { AppError } from "../../../domain/errors.ts";
import type { WritesFailing } from "../../store.ts";
import { isFlushFailure, SQLITE, unavailable } from "../errors.ts";

/**
 * A reason why a batch was not written. After `lost` it is unknown what is on disk; `damaged` is
 * for good; the others pass.
 */
export type WriteFault = "full" | "read-only" | "damaged" | "lost" | "other";

/** Errors of a file system that pass; any other may mean that a write was lost. */
const PASSING: Readonly<Record<string, WriteFault>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EROFS: "read-only",
};

const REASONS = {
  full: "the disk is full",
  "read-only": "the file system is read-only",
  damaged: "the database is damaged",
  other: "the storage failed",
} as const satisfies Record<Exclude<WriteFault, "lost">, string>;

/** Seconds after which a refused write may succeed: somebody has to make room, or restore. */
const RETRY_AFTER_SECONDS = { passing: 10, forGood: 300 } as const;

/**
 * Judges a failed batch by SQLite's result code.
 *
 * @param systemError asked where the code alone does not tell: SQLite calls a read-only file
 *   system, a full quota and a broken disk the same. Left out where there are no files
 */
export function faultOf(
  errcode: number | undefined,
  systemError?: () => string | undefined,
): WriteFault {
  switch ((errcode ?? 0) & 0xff) {
    case SQLITE.full:
      return "full";
    case SQLITE.readOnly:
      return "read-only";
    case SQLITE.corrupt:
    case SQLITE.notADatabase:
      return "damaged";
    case SQLITE.inputOutput:
      if (isFlushFailure(errcode ?? 0)) return "lost";
      if (systemError === undefined) return "other";
      return PASSING[systemError() ?? ""] ?? "lost";
    default:
      return "other";
  }
}

/** Hears when writes begin to fail, and when they succeed again. */
export interface WriteHealthOptions {
  /** Milliseconds since the epoch; the machine's clock unless a test holds time still. */
  readonly now?: (() => number) | undefined;
  readonly onFailing?: ((failing: WritesFailing) => void) | undefined;
  /** @param failed the state that has ended */
  readonly onRecovered?: ((failed: WritesFailing) => void) | undefined;
}

/** The one state of all that keeps writes from succeeding: since when, and why. */
export class WriteHealth {
  readonly #options: WriteHealthOptions;
  readonly #now: () => number;
  #failing: WritesFailing | null = null;
  #confirmedAt = -Infinity;

  constructor(options: WriteHealthOptions = {}) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Null while writes succeed. */
  get failing(): WritesFailing | null {
    return this.#failing;
  }

  /** How long ago the last write succeeded, in milliseconds. */
  get unconfirmedMs(): number {
    return this.#now() - this.#confirmedAt;
  }

  /** After how many seconds a write may succeed, now that they fail. */
  get retryAfterSeconds(): number {
    return RETRY_AFTER_SECONDS[this.#failing?.isForGood ? "forGood" : "passing"];
  }

  /** The refusal of a write before it is tried; undefined where it is to be tried. */
  get refusal(): AppError | undefined {
    if (!this.#failing?.isForGood) return undefined;
    return unavailable(this.#failing.reason, undefined, this.retryAfterSeconds);
  }

  /**
   * Notes that a batch was not written.
   *
   * @returns what its commits are refused with
   */
  failed(fault: keyof typeof REASONS, cause: Error): AppError {
    const isForGood = fault === "damaged";
    const before = this.#failing;
    // A full disk that turns out to be damaged as well is worth another line.
    if (before === null || (isForGood && !before.isForGood)) {
      const since = before?.since ?? this.#now();
      this.#failing = { since, reason: REASONS[fault], isForGood };
      this.#options.onFailing?.(this.#failing);
    }
    return unavailable(REASONS[fault], cause, this.retryAfterSeconds);
  }

  /** Notes that nothing is written any more, which is told elsewhere: the process ends. */
  lost(reason: string): void {
    this.#failing = { since: this.#failing?.since ?? this.#now(), reason, isForGood: true };
  }

  /** Notes that a batch was written. */
  succeeded(): void {
    this.#confirmedAt = this.#now();
    const failed = this.#failing;
    // A batch that was under way when all others were refused for good changes nothing.
    if (failed === null || failed.isForGood) return;
    this.#failing = null;
    this.#options.onRecovered?.(failed);
  }
}
