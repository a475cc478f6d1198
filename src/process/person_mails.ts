import type { PersonMails } from "../service/people/person_mails.ts";
import type { Part } from "./lifetime/parts.ts";
import { every, type RecurringTask } from "./lifetime/timing.ts";
import type { Logger } from "./log/log.ts";

/** Pause between looks for mails that are due. */
const LOOK_MS = 2000;

/**
 * Sends mails to people while a dashboard runs. At the end attempts are aborted: another one is due
 * later.
 *
 * @param origin public origin of the dashboard, once it is known
 */
export function personMailsPart(
  mails: PersonMails,
  { origin, logger }: { readonly origin: Promise<string>; readonly logger: Logger },
): Part<RecurringTask> {
  const end = new AbortController();
  const onError = (error: unknown) => logger.error("Mails to people were not sent", { error });
  return {
    start: () =>
      every(
        LOOK_MS,
        async () => await mails.sendDue({ origin: await origin, signal: end.signal }),
        onError,
      ),
    async close(recurring) {
      end.abort();
      await recurring.stop();
    },
  };
}
