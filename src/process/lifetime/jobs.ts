import { AppError } from "../../domain/errors.ts";
import type { DatabaseLock } from "../database/lock.ts";
import { every, later, type Recurring } from "./timing.ts";
import type { Logger } from "../log/log.ts";
import type { Services } from "../../service/services.ts";
import type { Dispatcher } from "../../service/webhooks/dispatcher.ts";
import { checkFileLimit } from "../machine/file_limit.ts";

/** Whose work is done now and then, and who hears of failures. */
export interface JobDeps {
  readonly services: Services;
  readonly dispatcher: Dispatcher;
  readonly logger: Logger;
  /** Held on the database. */
  readonly lock: DatabaseLock;
  /** Failing writes have their line in the log already. */
  readonly store: {
    readonly writes: Writes & { retry(): Promise<void> };
    readonly file: { checkInPlace(): void } | null;
  };
}

const SECOND_MS = 1000;

/**
 * Starts what has to be done now and then: deliveries that are due, activity to be written down,
 * payments to be released, sessions to be ended and deleted. And once, how many files may be open.
 */
export function startJobs(
  { services: { housekeeping }, dispatcher, logger, lock, store }: JobDeps,
): Recurring[] {
  const onError = (chore: string) => (error: unknown) => {
    if (isKnown(error, store.writes)) return;
    logger.error("A job failed and will be retried", { chore, error });
  };
  // What a process before this one left undelivered is not kept waiting.
  dispatcher.wake();
  return [
    // By then everything is open that this server opens for itself.
    later(SECOND_MS, () => checkFileLimit(lock, logger)),
    every(SECOND_MS, () => Promise.resolve(dispatcher.wake()), onError("dispatch")),
    every(SECOND_MS, () => housekeeping.flush(), onError("flush")),
    every(SECOND_MS, async () => {
      store.file?.checkInPlace();
      await store.writes.retry();
    }, onError("check")),
    every(10 * SECOND_MS, () => housekeeping.releaseAll(), onError("release")),
    every(10 * SECOND_MS, () => housekeeping.sweepAll(), onError("sweep")),
    every(60 * SECOND_MS, () => housekeeping.forget(), onError("forget")),
    every(300 * SECOND_MS, () => housekeeping.purgeAll(), onError("purge")),
    every(300 * SECOND_MS, () => housekeeping.eraseIdle(), onError("erase")),
  ];
}

/** The state of writes. */
export interface Writes {
  /** Null while they do. */
  failing(): unknown;
}

/** True for an error that says no more than the log's line about failing writes. */
export function isKnown(error: unknown, writes: Writes): boolean {
  return writes.failing() !== null &&
    error instanceof AppError && error.code === "error.unavailable";
}
