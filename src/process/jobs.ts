import { AppError } from "../domain/errors.ts";
import type { DatabaseLock } from "./database/lock.ts";
import { every, later, type Recurring } from "./lifetime/timing.ts";
import type { Logger } from "./log/log.ts";
import type { Services } from "../service/services.ts";
import type { Dispatcher } from "../service/webhooks/dispatcher.ts";
import type { Store } from "../store/store.ts";
import { checkFileLimit } from "./machine/file_limit.ts";
import type { Part } from "./lifetime/parts.ts";

/** The services that run recurring jobs, and the log of failures. */
export interface JobDeps {
  readonly housekeeping: Services["housekeeping"];
  readonly dispatcher: Pick<Dispatcher, "wake" | "stop">;
  readonly logger: Pick<Logger, "error" | "warn">;
  /** The lock on the database. */
  readonly lock: DatabaseLock;
  /** Failing writes are logged elsewhere, once. */
  readonly store: Pick<Store, "writes" | "file">;
  /** Aborted when the program begins to end. */
  readonly stop: AbortSignal;
}

const SECOND_MS = 1000;

/**
 * The jobs of a server as a part of it. At the end, session activity is written without waiting for
 * the others: a sweep or a delivery may take longer than the time left.
 */
export function jobsPart(deps: JobDeps): Part<Recurring[]> {
  const { housekeeping, dispatcher, logger, store, stop } = deps;
  return {
    start: () => {
      // While running requests finish: the activity of a hundred thousand sessions may be pending.
      stop.addEventListener("abort", () => void housekeeping.flush(true).catch(() => {}));
      return startJobs(deps);
    },
    close: async (jobs) => {
      const others = Promise.all([dispatcher.stop(), ...jobs.map((job) => job.stop())]);
      await housekeeping.flush(true).catch((error) => {
        if (!isKnown(error, store.writes)) {
          logger.error("Session activity was not written", { error });
        }
      });
      await others;
    },
  };
}

/**
 * Starts the jobs: due deliveries, pending activity, releases of payments, expiry and deletion of
 * sessions; and once, the check of the open-file limit.
 */
function startJobs({ housekeeping, dispatcher, logger, lock, store }: JobDeps): Recurring[] {
  const onError = (chore: string) => (error: unknown) => {
    if (isKnown(error, store.writes)) return;
    logger.error("A job failed and will be retried", { chore, error });
  };
  // For events that an earlier process left undelivered.
  dispatcher.wake();
  return [
    // By then the server has opened its own files.
    later(SECOND_MS, () => checkFileLimit(lock, logger)),
    every(SECOND_MS, () => Promise.resolve(dispatcher.wake()), onError("dispatch")),
    every(SECOND_MS, () => housekeeping.flush(), onError("flush")),
    every(SECOND_MS, async () => {
      store.file?.checkInPlace();
      await store.writes.retry();
    }, onError("check")),
    every(10 * SECOND_MS, () => housekeeping.releaseAll(), onError("release")),
    every(10 * SECOND_MS, () => housekeeping.sweepAll(), onError("sweep")),
    every(10 * SECOND_MS, () => housekeeping.reportIdle(), onError("idle")),
    every(60 * SECOND_MS, () => housekeeping.forget(), onError("forget")),
    every(300 * SECOND_MS, () => housekeeping.purgeAll(), onError("purge")),
    every(300 * SECOND_MS, () => housekeeping.eraseIdle(), onError("erase")),
  ];
}

/** True for an error that the log's line about failing writes covers. */
function isKnown(error: unknown, writes: Pick<Store["writes"], "failing">): boolean {
  return writes.failing() !== null &&
    error instanceof AppError && error.code === "error.unavailable";
}
