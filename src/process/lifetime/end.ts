import { inTime, type Recurring } from "./timing.ts";
import type { Ending } from "./ending.ts";
import type { Logger } from "../log/log.ts";
import type { Services } from "../../service/services.ts";
import type { Dispatcher } from "../../service/webhooks/dispatcher.ts";
import { isKnown, type Writes } from "./jobs.ts";

/** The parts that a server finishes before it ends, and the time for that. */
export interface EndParts {
  readonly ending: Ending;
  readonly store: { readonly writes: Writes; close(): Promise<void> };
  readonly housekeeping: Pick<Services["housekeeping"], "flush">;
  readonly dispatcher: Pick<Dispatcher, "stop">;
  readonly jobs: readonly Recurring[];
  readonly logger: Pick<Logger, "error" | "info" | "warn" | "flush">;
}

/** Of the time there is, so much is kept for the last lines of the log. */
const LAST_LINES_MS = 300;

/** Ends a server that takes no more requests, within the time that is left. */
export async function endServer({ ending, ...parts }: EndParts): Promise<void> {
  const { logger } = parts;
  // A start that failed ends as well.
  ending.begin();
  // Another process has the lock, or the disk takes its time; activity is all that is lost.
  if (!await inTime(windUp(parts), ending.leftMs() - LAST_LINES_MS)) {
    logger.warn("Not all pending data was written in time: stopping anyway");
  }
  logger.info("stopped");
  // A log that is not read keeps its lines, and must not keep the process.
  await inTime(logger.flush(), ending.leftMs());
}

/**
 * Finishes what runs by itself, writes down what was only noted, and lets go of the database.
 * Activity does not wait for the rest: a sweep or a delivery may take longer than there is time.
 */
async function windUp(
  { store, housekeeping, dispatcher, jobs, logger }: Omit<EndParts, "ending">,
): Promise<void> {
  const others = Promise.all([dispatcher.stop(), ...jobs.map((chore) => chore.stop())]);
  await housekeeping.flush(true).catch((error) => {
    if (!isKnown(error, store.writes)) logger.error("Session activity was not written", { error });
  });
  await others;
  await store.close();
}
