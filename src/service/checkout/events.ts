import type { Change } from "../../domain/changes.ts";
import { type EventDraft, type EventType, sessionEvent } from "../../domain/events.ts";
import { reachableBy } from "../../domain/customer_message.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import { takes } from "../../domain/shop/webhook.ts";
import type { Shop } from "../cache/shops.ts";
import type { Deps } from "../deps.ts";

/** Source of events. */
export interface EventSource {
  readonly session: CheckoutSession;
  readonly shop: Shop;
  readonly now: number;
  readonly newId: Deps["newId"];
}

/** The event of a new session; none without a webhook, as it adds nothing to the session. */
export function createdEvents(session: CheckoutSession, { endpoints }: Shop): EventDraft[] {
  return endpoints.some((one) => one.kind === "webhook" && one.livemode === session.livemode)
    ? [sessionEvent("session.created", session, {})]
    : [];
}

/**
 * Turns events into changes of their commit. A one-time code is stored only if an endpoint receives
 * its event: an SMS channel, or a webhook of the merchant's SMS provider.
 */
export function eventChanges(
  drafts: readonly EventDraft[],
  { session, shop, now, newId }: EventSource,
): Change[] {
  return drafts.map(({ type, data }) => {
    const { otp: _, ...rest } = data;
    const told = isWanted(shop, type, session) ? data : rest;
    return eventChange({ type, data: told }, { session, now, newId });
  });
}

/** Turns an event of a session into a change. */
export function eventChange(
  { type, data }: EventDraft,
  { session, now: at, newId }: Omit<EventSource, "shop">,
): Change {
  const { id: sessionId, merchantId } = session;
  return {
    kind: "event.add",
    event: { id: newId(), merchantId, sessionId, type, at, data },
    reaches: reachableBy(type, session, { at, data }),
  };
}

/**
 * Logs one-time codes that no endpoint receives. For a shop without webhook endpoints, which is
 * being tried out, the log shows the code. For a shop with endpoints, even disabled ones or ones
 * for other events, it does not: customers' codes do not belong in a log. Call this after the
 * commit.
 */
export function warnUnclaimedCodes(
  drafts: readonly EventDraft[],
  { session, shop }: Pick<EventSource, "session" | "shop">,
  warn: Deps["warn"],
): void {
  for (const { type, data } of drafts) {
    if (type !== "otp.requested" || isWanted(shop, type, session)) continue;
    if (shop.endpoints.length === 0) {
      warn("One-time code, logged because the shop has no webhook endpoint", {
        session: session.id,
        otp: data["otp"],
      });
    } else {
      warn("One-time code not sent: no webhook endpoint or SMS channel takes otp.requested", {
        session: session.id,
      });
    }
  }
}

/** True if one of the shop's endpoints takes events of a type and mode. */
export function isWanted(
  { endpoints }: Shop,
  type: EventType,
  mode: Pick<CheckoutSession, "livemode">,
): boolean {
  return endpoints.some((endpoint) => takes(endpoint, type, mode));
}

/** True if an event of a session is delivered; a channel must also reach the customer. */
export function isReceived(
  { endpoints }: Shop,
  type: EventType,
  session: CheckoutSession,
): boolean {
  const reached = reachableBy(type, session);
  return endpoints.some((endpoint) =>
    takes(endpoint, type, session) &&
    (endpoint.kind === "webhook" || reached.includes(endpoint.kind))
  );
}
