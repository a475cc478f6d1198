import type { CheckoutEvent } from "../../domain/events.ts";
import {
  type Attempt,
  type Channel,
  type DueDelivery,
  webhookBody,
} from "../../domain/shop/webhook.ts";
import type { Deps } from "../deps.ts";
import { attempted } from "./attempt.ts";
import type { WebhookSender } from "./sender.ts";

/** Makes an attempt that was prepared. */
export type PreparedAttempt = () => Promise<Attempt>;

/** Dependencies of {@link prepareAttempt}. */
export interface PrepareDeps extends Pick<Deps, "store" | "warn"> {
  readonly sender: WebhookSender;
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
  { event, endpoint }: DueDelivery,
  { store, warn, sender, messages }: PrepareDeps,
  signal: AbortSignal,
): Promise<PreparedAttempt> {
  try {
    if (endpoint.kind !== "webhook") return await messages.write(endpoint, event, signal);
    const sent = endpoint.include.length === 0 ? event : await withExtras(event, store);
    return () => sender.send(endpoint, { id: event.id, body: webhookBody(sent) }, signal);
  } catch (error) {
    return () => attempted(() => Promise.reject(error), { warn }, event.id);
  }
}

/** Adds the personal data that a webhook may ask for, as the session has it now. */
async function withExtras(event: CheckoutEvent, store: Deps["store"]): Promise<CheckoutEvent> {
  if (event.sessionId === null) return event;
  const session = (await store.sessions.find(event.sessionId))?.load();
  const buyer = { email: session?.buyer.email ?? null };
  return { ...event, data: { ...event.data, buyer } };
}
