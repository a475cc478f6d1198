import type { CheckoutEvent, EventType } from "../events.ts";
import type { MerchantId } from "../ids.ts";
import type { SecretPlace, StoredSecret } from "../secret.ts";
import { CHANNEL_KINDS, type Templates } from "./message.ts";
import type { PreviousSecret } from "./webhook_secret.ts";

/** Personal data that events are stored without, and that a webhook can ask for. */
export const EVENT_EXTRAS = ["buyer.email"] as const;
export type EventExtra = (typeof EVENT_EXTRAS)[number];

/** Fields of all kinds of endpoints. */
interface EndpointFields {
  /** UUID. */
  readonly id: string;
  readonly merchantId: MerchantId;
  /** Address for people: without password and query. */
  readonly url: string;
  readonly events: readonly EventType[];
  /** True if it may use `http` or an address that is not public; the server must allow it too. */
  readonly allowInsecure: boolean;
  /** Null while enabled; an answer of 410 Gone disables it. */
  readonly disabledAt: number | null;
  readonly createdAt: number;
}

/** A webhook endpoint of a merchant: receives all events if it names none. */
export interface WebhookEndpoint extends EndpointFields {
  readonly kind: "webhook";
  /** Signing secret (Standard Webhooks): `whsec_` and base64. */
  readonly secret: StoredSecret;
  /** The secret before it; null for none. */
  readonly previous: PreviousSecret | null;
  /** False to receive events of tests instead of those of the shop. */
  readonly livemode: boolean;
  /** Read from the session for each attempt. */
  readonly include: readonly EventExtra[];
  /** Events that it receives at the same time, each of another session; 1 to {@link MAX_LANES}. */
  readonly lanes: number;
  /** True to receive up to {@link MAX_BATCH} events of a lane in one message. */
  readonly batch: boolean;
}

/** Limit of the events of a message, for an endpoint that receives several in one. */
export const MAX_BATCH = 100;
/** Limit of such a message in bytes; a single event may be longer. */
export const MAX_BATCH_BYTES = 256 * 1024;

/** Lanes of a new endpoint, unless it names others. */
export const DEFAULT_LANES = 4;
/** Limit of the lanes of an endpoint. */
export const MAX_LANES = 8;

/** Messages to customers by e-mail. */
export interface EmailChannel extends EndpointFields {
  readonly kind: "email";
  /** `smtp:` or `smtps:` URL, with user and password. */
  readonly server: StoredSecret;
  /** Address of the sender; the name beside it is the shop's. */
  readonly from: string;
  readonly templates: Templates;
}

/** Request to an SMS gateway, with placeholders; may contain secrets everywhere. */
export interface SmsRequest {
  readonly method: (typeof SMS_METHODS)[number];
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for GET. */
  readonly body: string;
}

/** Methods of a request to an SMS gateway. */
export const SMS_METHODS = ["POST", "GET", "PUT"] as const;

/** Messages to customers by SMS. */
export interface SmsChannel extends EndpointFields {
  readonly kind: "sms";
  /** JSON of an {@link SmsRequest}. */
  readonly request: StoredSecret;
  readonly templates: Templates;
}

/** A channel: sends messages to customers. A shop has at most one of each kind. */
export type Channel = EmailChannel | SmsChannel;

/** A receiver of events. */
export type Endpoint = WebhookEndpoint | Channel;

/** The place of an endpoint's secret. */
export function endpointPlace(
  { merchantId, kind, id }: Pick<Endpoint, "merchantId" | "kind" | "id">,
): SecretPlace {
  return { merchantId, kind, row: id };
}

/** The secret of an endpoint. */
export function secretOf(endpoint: Endpoint): StoredSecret {
  switch (endpoint.kind) {
    case "webhook":
      return endpoint.secret;
    case "email":
      return endpoint.server;
    case "sms":
      return endpoint.request;
  }
}

/** Number of an endpoint's lanes; a channel has one. */
export function lanesOf(endpoint: Endpoint): number {
  return endpoint.kind === "webhook" ? endpoint.lanes : 1;
}

/** True for an endpoint that receives several events in one message; a channel does not. */
export function isBatched(endpoint: Endpoint): boolean {
  return endpoint.kind === "webhook" && endpoint.batch;
}

/** True for an endpoint that receives events of live sessions; a channel does. */
export function isLiveEndpoint(endpoint: Endpoint): boolean {
  return endpoint.kind !== "webhook" || endpoint.livemode;
}

/** True for an enabled endpoint that takes events of a type and mode; a channel is live. */
export function takes(
  endpoint: Endpoint,
  type: EventType,
  { livemode }: { readonly livemode: boolean },
): boolean {
  const { disabledAt, events } = endpoint;
  return isLiveEndpoint(endpoint) === livemode && disabledAt === null &&
    (events.length === 0 || events.includes(type));
}

/** Kinds of endpoints. */
export const ENDPOINT_KINDS = ["webhook", ...CHANNEL_KINDS] as const;

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
  /** HTTP status or SMTP reply code of the last attempt; null without an answer. */
  readonly lastStatus: number | null;
  /** Error of the last attempt; empty for none. */
  readonly lastError: string;
  readonly updatedAt: number;
  /** Id of the message that it is sent in with others, or was sent in last; null for none. */
  readonly batchId: string | null;
}

/** A delivery with its event and endpoint. */
export interface DueDelivery {
  readonly delivery: Delivery;
  readonly event: CheckoutEvent;
  readonly endpoint: Endpoint;
}

/** A delivery that is the next of its lane, from 0; a session is always in the same lane. */
export interface LaneDelivery extends DueDelivery {
  readonly lane: number;
}

/** Result of a delivery attempt. */
export interface Attempt {
  /** HTTP status or SMTP reply code; null without an answer. */
  readonly status: number | null;
  readonly error: string;
  /** Requested pause (`Retry-After`); null for none. */
  readonly retryAfterMs: number | null;
  /** True if another attempt would fail too (default: false). */
  readonly isFinal?: boolean;
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
  const { status, error, retryAfterMs, isFinal = false } = attempt;
  const attempts = delivery.attempts + 1;
  const tried = { ...delivery, attempts, lastStatus: status, updatedAt: now };
  if (status !== null && status >= 200 && status < 300) {
    return { ...tried, state: "DELIVERED", lastError: "" };
  }
  const pauseMs = RETRY_DELAYS_MS[attempts - 1];
  if (status === 410 || isFinal || pauseMs === undefined) {
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

/** An event within the body of several. */
export function batchedEvent({ id, type, at, data }: CheckoutEvent): string {
  return JSON.stringify({ id, type, timestamp: new Date(at).toISOString(), data });
}

/**
 * The body of several events, which is the same on every attempt.
 *
 * @param last time of the last event
 * @param events as {@link batchedEvent} writes them
 */
export function batchBody(last: number, events: readonly string[]): string {
  const timestamp = JSON.stringify(new Date(last).toISOString());
  return `{"type":"batch","timestamp":${timestamp},"data":{"events":[${events.join()}]}}`;
}
