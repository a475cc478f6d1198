import type { CheckoutEvent, EventType } from "../events.ts";
import type { MerchantId } from "../ids.ts";

/** Where a merchant is told of events. */
export interface WebhookEndpoint {
  /** UUID. */
  readonly id: string;
  readonly merchantId: MerchantId;
  readonly url: string;
  /** `whsec_` and base64: signs what is sent (Standard Webhooks), so it is kept as it is. */
  readonly secret: string;
  /** Empty: all of them. */
  readonly events: readonly EventType[];
  /** Added as one that may be plain `http` or not public; servers use it so only if told to. */
  readonly allowInsecure: boolean;
  /** Null while it is used; an endpoint that answers 410 Gone is disabled. */
  readonly disabledAt: number | null;
  readonly createdAt: number;
}

/** State of the delivery of one event to one endpoint. */
export const DELIVERY_STATES = ["PENDING", "DELIVERED", "FAILED"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The delivery of one event to one endpoint. */
export interface Delivery {
  readonly eventId: string;
  readonly endpointId: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** When it is tried next; meaningless unless PENDING. */
  readonly nextAt: number;
  /** HTTP status of the last attempt; null when there was no answer. */
  readonly lastStatus: number | null;
  /** Why the last attempt failed, in a few words; empty when it did not. */
  readonly lastError: string;
  readonly updatedAt: number;
}

/** A delivery with what is needed to make it. */
export interface DueDelivery {
  readonly delivery: Delivery;
  readonly event: CheckoutEvent;
  readonly endpoint: WebhookEndpoint;
}

/** Result of a delivery attempt. */
export interface Attempt {
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly error: string;
  /** Pause that the receiver asked for with `Retry-After`; null without one. */
  readonly retryAfterMs: number | null;
}

/** Pauses before the second, third, ... attempt; after the last of them it has failed. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5_000,
  30_000,
  120_000,
  600_000,
  3_600_000,
  21_600_000,
  86_400_000,
];

/** Longest pause that a receiver can ask for. */
const MAX_RETRY_AFTER_MS = 86_400_000;

/**
 * The delivery after an attempt: delivered by any 2xx, else tried again after a growing
 * pause, longer by up to a fifth so that many do not come back at once, and no sooner
 * than the receiver asked for.
 *
 * @param jitter 0 to 1, from a random source
 */
export function afterAttempt(
  delivery: Delivery,
  attempt: Attempt,
  { now, jitter }: { readonly now: number; readonly jitter: number },
): Delivery {
  const { status, error, retryAfterMs } = attempt;
  const attempts = delivery.attempts + 1;
  const tried = { ...delivery, attempts, lastStatus: status, updatedAt: now };
  if (status !== null && status >= 200 && status < 300) {
    return { ...tried, state: "DELIVERED", lastError: "" };
  }
  const pauseMs = RETRY_DELAYS_MS[attempts - 1];
  if (status === 410 || pauseMs === undefined) {
    return { ...tried, state: "FAILED", lastError: error };
  }
  const wantedMs = Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  const nextAt = now + Math.max(Math.round(pauseMs * (1 + jitter / 5)), wantedMs);
  return { ...tried, state: "PENDING", nextAt, lastError: error };
}

/** The body of a delivery (Standard Webhooks: type, timestamp, data). */
export function webhookBody({ type, at, data }: CheckoutEvent): string {
  return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
}
