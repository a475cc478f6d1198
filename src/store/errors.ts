import { AppError } from "../domain/errors.ts";

/**
 * The disk did not confirm a write, or the writer thread has ended: the data on disk is unknown.
 * Writes since then may not survive a power cut, and a retry may seem to succeed without writing
 * anything, so the process must end and restart from the data on disk.
 */
export class DurabilityLost extends Error {
  override readonly name: string = "DurabilityLost";
}

/** The database, its log or the log's index is no longer at the path where it was opened. */
export class DatabaseDisplaced extends DurabilityLost {
  override readonly name = "DatabaseDisplaced";
  readonly path: string;

  constructor(path: string) {
    super("The database was moved, deleted or replaced");
    this.path = path;
  }
}

/** The database is damaged, or its file was overwritten or cut short while it was open. */
export class DatabaseDamaged extends DurabilityLost {
  override readonly name = "DatabaseDamaged";
  readonly found: string;

  /** @param found what is wrong, for after a colon */
  constructor(found: string, options?: ErrorOptions) {
    super("The database is damaged", options);
    this.found = found;
  }
}

/** A program of a later version has upgraded the database to a schema that needs a later program. */
export class DatabaseUpgraded extends DurabilityLost {
  override readonly name = "DatabaseUpgraded";

  constructor() {
    super("The database was upgraded by a newer program");
  }
}

/** Why PostgreSQL refuses a write as read-only, for after a colon. */
export const TAKES_NO_WRITES =
  "its server takes no writes, as it is a standby or default_transaction_read_only is on";

/** Error while the database is unavailable. */
export function unavailable(reason: string, cause?: unknown, retryAfterSeconds = 1): AppError {
  return new AppError("error.unavailable", `The database is unavailable: ${reason}`, {
    cause,
    retryAfterSeconds,
  });
}

/** Seconds for a supervisor to restart a server. */
const RESTART_SECONDS = 5;

/** {@link unavailable} after writes have ended, usually because the server stops. */
export function unavailableUntilRestart(reason: Error): AppError {
  const isLost = reason instanceof DurabilityLost;
  return unavailable(reason.message, reason, isLost ? RESTART_SECONDS : undefined);
}
