import type { Alarms } from "../alarms.ts";
import type { Logger } from "../log/log.ts";
import { CRASHED, STAYS_OFF } from "./supervisor.ts";

/** Logs crashes of the dashboard that the supervisor reports, and raises the alarm once it stays off. */
export function onDashboardNote(
  note: string,
  { logger, alarms }: {
    readonly logger: Pick<Logger, "warn">;
    readonly alarms: Pick<Alarms, "raise">;
  },
): void {
  if (note.startsWith(CRASHED)) {
    const code = Number(note.slice(CRASHED.length));
    logger.warn("The dashboard has ended and is started again", { code });
  }
  if (note.startsWith(STAYS_OFF)) {
    const code = note.slice(STAYS_OFF.length);
    alarms.raise(
      "dashboard",
      `The dashboard ended five times in a minute and stays off (exit code ${code}): ` +
        "see the log for the reason, then restart checkoutd",
    );
  }
}
