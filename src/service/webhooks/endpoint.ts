import { got, invalid } from "../../domain/errors.ts";
import { EVENT_TYPES, type EventType } from "../../domain/events.ts";
import type { MerchantId } from "../../domain/ids.ts";
import { EVENT_EXTRAS, type EventExtra, type WebhookEndpoint } from "../../domain/shop/webhook.ts";
import type { Deps } from "../deps.ts";
import { parseEndpointUrl } from "./address.ts";

/** Standard Webhooks requires 24 to 64. */
const SECRET_BYTES = 32;

/** Request for a new endpoint. */
export interface EndpointRequest {
  readonly merchantId: MerchantId;
  readonly url: string;
  /** Empty for all events, including future types. */
  readonly events: readonly string[];
  /** Personal data to send (default: none). */
  readonly include?: readonly EventExtra[];
  /** Allows `http` and hosts that are not public, for tests. */
  readonly allowInsecure: boolean;
}

/** A new endpoint with its signing secret. */
export interface NewEndpoint {
  readonly endpoint: WebhookEndpoint;
  readonly secret: string;
}

/**
 * Makes an endpoint and its secret; the caller commits it.
 *
 * @throws {AppError} `error.invalid-request` for an unknown event and, unless insecure ones are
 *   allowed, for a URL that is not https or not public
 */
export function newEndpoint(
  { now, newId, randomBytes }: Pick<Deps, "now" | "newId" | "randomBytes">,
  { merchantId, allowInsecure, include = [], ...request }: EndpointRequest,
): NewEndpoint {
  const url = parseEndpointUrl(request.url, { allowInsecure });
  const events = parseEvents(request.events);
  const secret = `whsec_${randomBytes(SECRET_BYTES).toBase64()}`;
  const endpoint: WebhookEndpoint = {
    kind: "webhook",
    id: newId(),
    merchantId,
    url: url.href,
    secret,
    events,
    include: EVENT_EXTRAS.filter((one) => include.includes(one)),
    allowInsecure,
    disabledAt: null,
    createdAt: now(),
  };
  return { endpoint, secret };
}

function parseEvents(names: readonly string[]): EventType[] {
  const known: readonly string[] = EVENT_TYPES;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw invalid(`events must be among ${EVENT_TYPES.join(", ")}, ${got(unknown)}`);
  }
  return EVENT_TYPES.filter((type) => names.includes(type));
}
