import type { Recurring } from "../runtime/every.ts";
import type { Logger } from "../runtime/log.ts";
import type { Services } from "../service/services.ts";
import type { Dispatcher } from "../service/webhooks/dispatcher.ts";

/** What a server finishes before it ends. */
export interface WindUpParts {
  readonly store: { close(): Promise<void> };
  readonly housekeeping: Pick<Services["housekeeping"], "flush">;
  readonly dispatcher: Pick<Dispatcher, "stop">;
  readonly chores: readonly Recurring[];
  readonly logger: Pick<Logger, "error">;
}

/**
 * Finishes what runs by itself, writes down what was only noted, and lets go of the database.
 * Activity does not wait for the rest: a sweep or a delivery may take longer than there is time.
 */
export async function windUp(
  { store, housekeeping, dispatcher, chores, logger }: WindUpParts,
): Promise<void> {
  const writeActivity = () =>
    housekeeping.flush(true)
      .catch((error) => logger.error("Activity was not written down", { error }));
  const others = Promise.all([dispatcher.stop(), ...chores.map((chore) => chore.stop())]);
  await writeActivity();
  await others;
  await store.close();
}
