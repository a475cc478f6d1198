import type { EventType } from "../../domain/events.ts";
import type { Attempt, WebhookEndpoint } from "../../domain/shop/webhook.ts";
import type { Deps } from "../deps.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { signingEndpoint, type WebhookSender } from "./sender.ts";

/** Result of a test. */
export interface TestResult {
  readonly endpoint: WebhookEndpoint;
  /** The `webhook-id` that was sent. */
  readonly eventId: string;
  readonly attempt: Attempt;
  readonly tookMs: number;
}

/** An event that is sent once, and not stored. */
interface TestEvent {
  readonly type: EventType | "webhook.test";
  readonly data: Readonly<Record<string, unknown>>;
}

/** Dependencies of {@link sendNow}. */
export interface SendNowDeps extends Pick<Deps, "now" | "newId" | "monotonicMs"> {
  readonly sender: Pick<WebhookSender, "send">;
  readonly secrets: Pick<Secrets, "open">;
}

/** Sends an event from this process, marked as a test. */
export async function sendNow(
  deps: SendNowDeps,
  endpoint: WebhookEndpoint,
  { type, data }: TestEvent,
): Promise<TestResult> {
  const { now, newId, monotonicMs, sender } = deps;
  const signing = signingEndpoint(endpoint, deps);
  const eventId = newId();
  const timestamp = new Date(now()).toISOString();
  const body = JSON.stringify({ type, timestamp, test: true, data });
  const beganAt = monotonicMs();
  const message = { id: eventId, body };
  const attempt = await sender.send(signing, message, new AbortController().signal);
  return { endpoint, eventId, attempt, tookMs: monotonicMs() - beganAt };
}
