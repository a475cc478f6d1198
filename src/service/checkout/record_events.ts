/** Events of refunds and disputes of payments without an order. */
import type { Change } from "../../domain/changes.ts";
import type { EventDraft } from "../../domain/events.ts";
import type { DisputeRow } from "../../domain/session/refund.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import type { Deps } from "../deps.ts";
import { eventChange } from "./events.ts";

/**
 * Makes changes of events of the session that a payment was reported for. There are none if it is no
 * longer stored, or if it has another currency. A key can report any session id, so another shop's
 * session has none either.
 */
export async function recordEvents(
  { store, newId, now }: Pick<Deps, "store" | "newId" | "now">,
  { sessionId, merchantId, livemode, currencyCode }: Pick<
    DisputeRow,
    "sessionId" | "merchantId" | "livemode" | "currencyCode"
  >,
  draftsOf: (session: CheckoutSession) => readonly EventDraft[],
): Promise<Change[]> {
  const session = (await store.sessions.find(sessionId))?.load();
  if (
    session === undefined || session.merchantId !== merchantId ||
    session.livemode !== livemode || session.currencyCode !== currencyCode
  ) return [];
  const source = { session, now: now(), newId };
  return draftsOf(session).map((draft) => eventChange(draft, source));
}
