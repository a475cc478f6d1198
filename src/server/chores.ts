import { every, type Recurring } from "../runtime/every.ts";
import type { Logger } from "../runtime/log.ts";
import type { Services } from "../service/services.ts";
import type { Dispatcher } from "../service/webhooks/dispatcher.ts";

/** Whose work is done now and then, and who hears of failures. */
export interface ChoreParts {
  readonly services: Services;
  readonly dispatcher: Dispatcher;
  readonly logger: Logger;
}

const SECOND_MS = 1000;

/**
 * Starts what has to be done now and then: deliveries that are due, activity to be
 * written down, sessions to be ended and deleted.
 */
export function startChores(
  { services: { housekeeping }, dispatcher, logger }: ChoreParts,
): Recurring[] {
  const onError = (chore: string) => (error: unknown) =>
    logger.error("A chore failed and will be tried again", { chore, error });
  // What a process before this one left undelivered is not kept waiting.
  dispatcher.poke();
  return [
    every(SECOND_MS, () => Promise.resolve(dispatcher.poke()), onError("dispatch")),
    every(SECOND_MS, () => housekeeping.flush(), onError("flush")),
    every(10 * SECOND_MS, () => housekeeping.sweepAll(), onError("sweep")),
    every(60 * SECOND_MS, () => housekeeping.forget(), onError("forget")),
    every(300 * SECOND_MS, () => housekeeping.purgeAll(), onError("purge")),
  ];
}
