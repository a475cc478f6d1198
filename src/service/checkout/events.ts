import type { Change } from "../../domain/changes.ts";
import type { EventDraft, EventType } from "../../domain/events.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import type { Shop } from "../cache/shops.ts";
import type { Deps } from "../deps.ts";

/** Origin of events. */
export interface EventSource {
  readonly session: CheckoutSession;
  readonly shop: Shop;
  readonly now: number;
  readonly newId: Deps["newId"];
}

/**
 * Events as changes of the commit they belong to. A one-time code travels in an event to
 * the merchant's own SMS provider; where nobody receives such events it is not stored.
 */
export function eventChanges(
  drafts: readonly EventDraft[],
  { session, shop, now, newId }: EventSource,
): Change[] {
  return drafts.map(({ type, data }) => {
    const { otp: _, ...rest } = data;
    return {
      kind: "event.add",
      event: {
        id: newId(),
        merchantId: session.merchantId,
        sessionId: session.id,
        type,
        at: now,
        data: isWanted(shop, type) ? data : rest,
      },
    };
  });
}

/**
 * Says of a one-time code that nobody is sent. A shop without any webhook endpoint is
 * being tried out: it gets to see the code in the log. One that has an endpoint, even one
 * that is disabled or takes other events, is told without it: customers' codes are no
 * business of a log. To be called once the commit has made the code a good one.
 */
export function warnUnclaimedCodes(
  drafts: readonly EventDraft[],
  { session, shop }: Pick<EventSource, "session" | "shop">,
  warn: Deps["warn"],
): void {
  for (const { type, data } of drafts) {
    if (type !== "otp.requested" || isWanted(shop, type)) continue;
    if (shop.webhooks.length === 0) {
      warn("One-time code, logged because the shop has no webhook endpoint", {
        session: session.id,
        otp: data["otp"],
      });
    } else {
      warn("One-time code not sent: no webhook endpoint takes otp.requested", {
        session: session.id,
      });
    }
  }
}

/** True if one of the shop's endpoints takes events of a type. */
function isWanted({ webhooks }: Shop, type: EventType): boolean {
  return webhooks.some(({ disabledAt, events }) =>
    disabledAt === null && (events.length === 0 || events.includes(type))
  );
}
