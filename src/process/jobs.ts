import { AppError } from "../domain/errors.ts";
import type { DatabaseLock } from "./database/lock.ts";
import { every, later, type Recurring } from "./lifetime/timing.ts";
import type { Logger } from "./log/log.ts";
import type { Services } from "../service/services.ts";
import type { Dispatcher } from "../service/webhooks/dispatcher.ts";
import type { Store } from "../store/store.ts";
import { checkFileLimit } from "./machine/file_limit.ts";
import type { Part } from "./lifetime/parts.ts";

/** The work that is done now and then, and the log of its failures. */
export interface JobDeps {
  readonly housekeeping: Services["housekeeping"];
  readonly dispatcher: Pick<Dispatcher, "wake" | "stop">;
  readonly logger: Pick<Logger, "error" | "warn">;
  /** Held on the database. */
  readonly lock: DatabaseLock;
  /** Failing writes have their line in the log already. */
  readonly store: Pick<Store, "writes" | "file">;
  /** Aborted when the program begins to end. */
  readonly stop: AbortSignal;
}

const SECOND_MS = 1000;

/**
 * The jobs of a server as a part of it. They end together: activity does not wait for the rest,
 * because a sweep or a delivery may take longer than there is time.
 */
export function jobsPart(deps: JobDeps): Part<Recurring[]> {
  const { housekeeping, dispatcher, logger, store, stop } = deps;
  return {
    start: () => {
      // While requests under way finish: there may be a hundred thousand moments to write down.
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
 * Deliveries that are due, activity to be written down, payments to be released, sessions to be
 * ended and deleted. And once, the number of files that may be open.
 */
function startJobs({ housekeeping, dispatcher, logger, lock, store }: JobDeps): Recurring[] {
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

/** True for an error that says no more than the log's line about failing writes. */
function isKnown(error: unknown, writes: Pick<Store["writes"], "failing">): boolean {
  return writes.failing() !== null &&
    error instanceof AppError && error.code === "error.unavailable";
}
