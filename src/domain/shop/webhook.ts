import type { CheckoutEvent, EventType } from "../events.ts";
import type { MerchantId } from "../ids.ts";

/** Personal data that events are stored without, and that an endpoint can ask for. */
export const EVENT_EXTRAS = ["buyer.email"] as const;
export type EventExtra = (typeof EVENT_EXTRAS)[number];

/** A webhook endpoint of a merchant. */
export interface WebhookEndpoint {
  /** UUID. */
  readonly id: string;
  readonly merchantId: MerchantId;
  readonly url: string;
  /** Signing secret (Standard Webhooks), `whsec_` and base64, stored as plain text. */
  readonly secret: string;
  /** Empty for all events. */
  readonly events: readonly EventType[];
  /** Read from the session for each attempt. */
  readonly include: readonly EventExtra[];
  /** True if it may use `http` or an address that is not public; the server must allow it too. */
  readonly allowInsecure: boolean;
  /** Null while enabled; an answer of 410 Gone disables it. */
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
  /** Time of the next attempt, if PENDING. */
  readonly nextAt: number;
  /** HTTP status of the last attempt; null without an answer. */
  readonly lastStatus: number | null;
  /** Error of the last attempt; empty for none. */
  readonly lastError: string;
  readonly updatedAt: number;
}

/** A delivery with its event and endpoint. */
export interface DueDelivery {
  readonly delivery: Delivery;
  readonly event: CheckoutEvent;
  readonly endpoint: WebhookEndpoint;
}

/** Result of a delivery attempt. */
export interface Attempt {
  /** Null without an answer. */
  readonly status: number | null;
  readonly error: string;
  /** Requested pause (`Retry-After`); null for none. */
  readonly retryAfterMs: number | null;
}

/** Pauses before the second and later attempts; after the last one the delivery fails. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5_000,
  30_000,
  120_000,
  600_000,
  3_600_000,
  21_600_000,
  86_400_000,
];

/** Longest accepted `Retry-After`. */
const MAX_RETRY_AFTER_MS = 86_400_000;

/**
 * Updates a delivery after an attempt: delivered for any 2xx, else retried after a growing pause.
 * The pause is up to a fifth longer at random, so that retries spread out, and not shorter than
 * requested.
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
