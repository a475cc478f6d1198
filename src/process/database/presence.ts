import { AppError } from "../../domain/errors.ts";
import type { Store } from "../../store/store.ts";
import type { Part } from "../lifetime/parts.ts";
import { every, type RecurringTask } from "../lifetime/timing.ts";
import type { Logger } from "../log/log.ts";

const NOTE_EVERY_MS = 10_000;

/** Tells migrations of a shared database that this program runs, for as long as it does. */
export function presencePart(
  { shared }: Pick<Store, "shared">,
  logger: Pick<Logger, "error">,
): Part<RecurringTask | undefined> {
  return {
    start: async () => {
      if (shared === null) return undefined;
      await shared.presence.note();
      return every(NOTE_EVERY_MS, () => shared.presence.note(), (error) => {
        // The log of writes has a database that does not answer.
        if (error instanceof AppError && error.code === "error.unavailable") return;
        logger.error("The check of the schema failed and will be retried", { error });
      });
    },
    close: async (recurring) => await recurring?.stop(),
  };
}
