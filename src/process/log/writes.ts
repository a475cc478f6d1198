import { DatabaseDamaged, DatabaseDisplaced, DatabaseUpgraded } from "../../store/errors.ts";
import type { ReadOutage, WriteOutage } from "../../store/store.ts";
import type { Logger } from "./log.ts";

/**
 * Logs the state of writes and reads, a line per change.
 *
 * @param end ends the server, to restart from the state on disk
 */
export function writesLog(
  logger: Pick<Logger, "error" | "warn">,
  end: () => void,
) {
  const whenAndWhy = ({ since, reason }: ReadOutage) => ({
    since: new Date(since).toISOString(),
    reason,
  });
  return {
    onLost: (error: Error) => {
      if (error instanceof DatabaseUpgraded) {
        logger.error(`${error.message}: stopping; install that program`);
      } else if (error instanceof DatabaseDisplaced) {
        logger.error(`${error.message} while it was in use: stopping; put it back`, {
          path: error.path,
        });
      } else if (error instanceof DatabaseDamaged) {
        logger.error(`${error.message}: stopping; restore a backup`, { found: error.found });
      } else {
        logger.error("The state on disk is unknown: stopping, to restart from it", { error });
      }
      end();
    },
    onFailing: (failing: WriteOutage) =>
      logger.error(
        failing.isForGood
          ? "Writes are refused from now on, reads continue: restore a backup"
          : "Writes are failing and are retried until they succeed",
        whenAndWhy(failing),
      ),
    onRecovered: (failed: WriteOutage) => logger.warn("Writes succeed again", whenAndWhy(failed)),
    onReadsFailing: (failing: ReadOutage) =>
      logger.error("Reads are failing, their requests are answered 503", whenAndWhy(failing)),
    onReadsRecovered: (failed: ReadOutage) =>
      logger.warn("Reads succeed again", whenAndWhy(failed)),
  };
}
