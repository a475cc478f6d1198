import { decided, type Decision, type StepContext } from "../decision/decision.ts";
import { sessionEvent } from "../events.ts";
import type { CheckoutSession } from "../session/session.ts";

/** Reports a session without activity; the link is derived when the event is delivered. */
export function noteIdle(
  session: CheckoutSession,
  _input: null,
  { now }: Pick<StepContext, "now">,
): Decision {
  const recovery = { ...session.recovery, idleAt: now };
  const noted = { ...session, version: session.version + 1, recovery };
  return decided(noted, { events: [sessionEvent("session.idle", noted, { recovery_url: null })] });
}

/** Notes that the customer came back to the session by its link. */
export function resumeSession(session: CheckoutSession): Decision {
  const recovery = { ...session.recovery, returned: "RESUMED" as const };
  return decided({ ...session, version: session.version + 1, recovery }, { events: [] });
}
