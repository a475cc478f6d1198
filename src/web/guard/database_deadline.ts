import { AppError } from "../../domain/errors.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";

/**
 * One deadline for the database's part of a request. Each of its reads and writes has a limit of its
 * own, but a request waits for several in turn: for its key, its recorded answer, its session and
 * its commit. Time in which the body arrives or a password is hashed does not count.
 *
 * What was asked of the database goes on after the deadline. A commit may be written then, which a
 * repeated request with the same `Idempotency-Key` finds out.
 */
export class DatabaseDeadline {
  readonly #late = Promise.withResolvers<never>();
  #timer: ReturnType<typeof setTimeout>;

  /**
   * @param ms longest time from now
   * @param apartMs returns the time so far that does not count
   */
  constructor(ms: number, apartMs: () => number) {
    // Reported to the waiting caller, if any.
    this.#late.promise.catch(() => {});
    let grantedMs = 0;
    const expire = () => {
      const more = apartMs() - grantedMs;
      if (more <= 0) return this.#late.reject(noAnswer());
      grantedMs += more;
      this.#timer = setTimeout(expire, more);
    };
    this.#timer = setTimeout(expire, ms);
  }

  /** @throws {AppError} `error.unavailable` once the deadline has passed */
  within<T>(work: MaybePromise<T>): MaybePromise<T> {
    return work instanceof Promise ? Promise.race([work, this.#late.promise]) : work;
  }

  /** Ends it: the request is answered. */
  end(): void {
    clearTimeout(this.#timer);
  }
}

function noAnswer(): AppError {
  return new AppError(
    "error.unavailable",
    "The database is unavailable: its server does not answer in time",
    { retryAfterSeconds: 1 },
  );
}
