import type { CheckoutEvent } from "../../domain/events.ts";
import {
  type Attempt,
  type Channel,
  type DueDelivery,
  type LaneDelivery,
  webhookBody,
} from "../../domain/shop/webhook.ts";
import type { Deps } from "../deps.ts";
import { attempted } from "./attempt.ts";
import type { RecoveryLinks } from "../recovery/links.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { signingEndpoint, type WebhookSender } from "./sender.ts";

/** Makes an attempt that was prepared. */
export type PreparedAttempt = () => Promise<Attempt>;

/** Dependencies of {@link prepareAttempt}. */
export interface PrepareDeps extends Pick<Deps, "store" | "now" | "warn"> {
  readonly sender: WebhookSender;
  readonly secrets: Pick<Secrets, "open" | "isLocked">;
  /** Adds recovery links, which are not stored. */
  readonly links: Pick<RecoveryLinks, "withLink" | "waitsFor">;
  /** Sends the messages of channels. */
  readonly messages: {
    write(channel: Channel, event: CheckoutEvent, signal: AbortSignal): Promise<PreparedAttempt>;
  };
}

/**
 * Reads all that an attempt needs, so that it begins at once. A session that cannot be read must not
 * hold up the endpoint's other events: its attempt fails.
 */
export async function prepareAttempt(
  due: LaneDelivery,
  deps: PrepareDeps,
  signal: AbortSignal,
): Promise<PreparedAttempt> {
  const { event, endpoint } = due;
  const { store, warn, sender, messages, links } = deps;
  try {
    const isLinked = event.type === "session.idle";
    if (endpoint.kind !== "webhook") {
      const sent = isLinked ? await links.withLink(event) : event;
      return await messages.write(endpoint, sent, signal);
    }
    const sent = isLinked || endpoint.include.length > 0
      ? await completeEvent(due, { store, links })
      : event;
    const signing = signingEndpoint(endpoint, deps);
    return () => sender.send(signing, { id: event.id, body: webhookBody(sent) }, signal);
  } catch (error) {
    return () => attempted(() => Promise.reject(error), { warn }, event.id);
  }
}

/** An event with what is not stored with it: a link, and personal data that the endpoint wants. */
export async function completeEvent(
  { event, endpoint }: DueDelivery,
  { store, links }: Pick<PrepareDeps, "store" | "links">,
): Promise<CheckoutEvent> {
  const linked = event.type === "session.idle" ? await links.withLink(event) : event;
  const wants = endpoint.kind === "webhook" && endpoint.include.length > 0;
  return wants ? await withExtras(linked, store) : linked;
}

/** Adds the personal data that a webhook may ask for, as the session has it now. */
async function withExtras(event: CheckoutEvent, store: Deps["store"]): Promise<CheckoutEvent> {
  if (event.sessionId === null) return event;
  const session = (await store.sessions.find(event.sessionId))?.load();
  const buyer = { email: session?.buyer.email ?? null };
  return { ...event, data: { ...event.data, buyer } };
}
