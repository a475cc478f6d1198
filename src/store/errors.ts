import { AppError } from "../domain/errors.ts";

/**
 * The state on disk is unknown: it did not confirm a write, or the writer thread has ended. What
 * was written since may or may not survive a power cut, and a second try may seem to succeed
 * without having written anything: the process has to end and restart from what is there.
 */
export class DurabilityLost extends Error {
  override readonly name: string = "DurabilityLost";
}

/** The database, its log or the index of that is no longer where it was opened. */
export class DatabaseDisplaced extends DurabilityLost {
  override readonly name = "DatabaseDisplaced";
  readonly path: string;

  constructor(path: string) {
    super("The database was moved, deleted or replaced");
    this.path = path;
  }
}

/** The error of callers while the database cannot do its work. */
export function unavailable(reason: string, cause?: unknown, retryAfterSeconds = 1): AppError {
  return new AppError("error.unavailable", `The database is unavailable: ${reason}`, {
    cause,
    retryAfterSeconds,
  });
}

/** Seconds in which a supervisor restarts a server. */
const RESTART_SECONDS = 5;

/** {@link unavailable} for writes that are over, in most cases because the server ends. */
export function unavailableUntilRestart(reason: Error): AppError {
  const isLost = reason instanceof DurabilityLost;
  return unavailable(reason.message, reason, isLost ? RESTART_SECONDS : undefined);
}
