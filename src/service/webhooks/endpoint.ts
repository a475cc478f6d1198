import { AppError, got, invalid, shown } from "../../domain/errors.ts";
import { EVENT_TYPES, type EventType } from "../../domain/events.ts";
import { type MerchantId, parseUuid } from "../../domain/ids.ts";
import {
  DEFAULT_LANES,
  type Endpoint,
  endpointPlace,
  EVENT_EXTRAS,
  type EventExtra,
  MAX_LANES,
  type WebhookEndpoint,
} from "../../domain/shop/webhook.ts";
import type { Store } from "../../store/store.ts";
import type { Deps } from "../deps.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { parseEndpointUrl } from "./address.ts";

/** Standard Webhooks requires 24 to 64. */
const SECRET_BYTES = 32;

/** Request for a new endpoint. */
export interface EndpointRequest {
  /** UUID, so that a repeated request adds no second endpoint (default: a new one). */
  readonly id?: string;
  readonly merchantId: MerchantId;
  readonly url: string;
  /** Empty for all events, including future types. */
  readonly events: readonly string[];
  /** Personal data to send (default: none). */
  readonly include?: readonly EventExtra[];
  /** Allows `http` and hosts that are not public, for tests. */
  readonly allowInsecure: boolean;
  /** False to receive events of tests only, true those of the shop only (default). */
  readonly livemode?: boolean;
  /** Events that it receives at the same time (default: 4). */
  readonly lanes?: number;
  /** True to receive several events in one message (default: each is one). */
  readonly batch?: boolean;
}

/** A new endpoint with its signing secret. */
export interface NewEndpoint {
  readonly endpoint: WebhookEndpoint;
  readonly secret: string;
}

/**
 * The endpoint with an id.
 *
 * @throws {AppError} `error.webhook-not-found`
 */
export async function findEndpoint(
  { webhooks }: Pick<Store, "webhooks">,
  idText: string,
): Promise<Endpoint> {
  const id = parseUuid(idText);
  const endpoint = id === undefined ? null : await webhooks.find(id);
  if (endpoint !== null) return endpoint;
  throw new AppError("error.webhook-not-found", `No such endpoint: ${shown(idText)}`);
}

/**
 * {@link findEndpoint}, for an endpoint that is in use.
 *
 * @throws {AppError} also `error.conflict` if it is disabled
 */
export async function enabledEndpoint(
  store: Pick<Store, "webhooks">,
  idText: string,
): Promise<Endpoint> {
  const endpoint = await findEndpoint(store, idText);
  if (endpoint.disabledAt === null) return endpoint;
  throw new AppError(
    "error.conflict",
    `Enable the endpoint first: disabled since ${new Date(endpoint.disabledAt).toISOString()}`,
  );
}

/** Dependencies of {@link newEndpoint}. */
export interface EndpointDeps extends Pick<Deps, "now" | "newId" | "randomBytes"> {
  readonly secrets: Pick<Secrets, "seal">;
}

/**
 * Makes an endpoint and its secret; the caller commits it.
 *
 * @throws {AppError} `error.invalid-request` for an unknown event, too many lanes and, unless
 *   insecure ones are allowed, for a URL that is not https or not public; `error.unavailable` without
 *   the key that secrets are sealed with
 */
export async function newEndpoint(
  deps: EndpointDeps,
  { merchantId, allowInsecure, include = [], livemode = true, ...request }: EndpointRequest,
): Promise<NewEndpoint> {
  const url = parseEndpointUrl(request.url, { allowInsecure });
  const events = parseEvents(request.events);
  const lanes = requireLanes(request.lanes ?? DEFAULT_LANES);
  const secret = newSecret(deps);
  const named = { kind: "webhook", id: request.id ?? deps.newId(), merchantId } as const;
  const endpoint: WebhookEndpoint = {
    ...named,
    url: url.href,
    secret: await deps.secrets.seal(secret, endpointPlace(named)),
    previous: null,
    livemode,
    events,
    include: EVENT_EXTRAS.filter((one) => include.includes(one)),
    lanes,
    batch: request.batch ?? false,
    allowInsecure,
    disabledAt: null,
    createdAt: deps.now(),
  };
  return { endpoint, secret };
}

/**
 * Checks a number of lanes.
 *
 * @throws {AppError} `error.invalid-request`
 */
export function requireLanes(lanes: number): number {
  if (Number.isInteger(lanes) && lanes >= 1 && lanes <= MAX_LANES) return lanes;
  throw invalid(`lanes must be a whole number from 1 to ${MAX_LANES}, ${got(lanes)}`);
}

/** Makes a signing secret. */
export function newSecret({ randomBytes }: Pick<Deps, "randomBytes">): string {
  return `whsec_${randomBytes(SECRET_BYTES).toBase64()}`;
}

function parseEvents(names: readonly string[]): EventType[] {
  const known: readonly string[] = EVENT_TYPES;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw invalid(`events must be among ${EVENT_TYPES.join(", ")}, ${got(unknown)}`);
  }
  return EVENT_TYPES.filter((type) => names.includes(type));
}
