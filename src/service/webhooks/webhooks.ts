import { AppError, invalid, shown } from "../../domain/errors.ts";
import { EVENT_TYPES, type EventType } from "../../domain/events.ts";
import { type MerchantId, parseUuid } from "../../domain/ids.ts";
import type { Attempt, DueDelivery, WebhookEndpoint } from "../../domain/webhook.ts";
import { commitOrConflict } from "../commit.ts";
import type { Deps } from "../deps.ts";
import { SETTLE_MS } from "../freshness.ts";
import { parseEndpointUrl } from "./address.ts";
import type { WebhookSender } from "./sender.ts";

/** Endpoints a merchant may have: every event is sent to each of them. */
export const MAX_ENDPOINTS = 16;
/** Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32;

/** What a merchant says about a new endpoint. */
export interface EndpointRequest {
  readonly merchantId: MerchantId;
  readonly url: string;
  /** Empty: all of them, also those that are thought of later. */
  readonly events: readonly string[];
  /** Takes plain `http` and hosts that are not public, for trying things out. */
  readonly allowInsecure: boolean;
}

/** What came of a test. */
export interface TestResult {
  /** The `webhook-id` that was sent. */
  readonly eventId: string;
  readonly attempt: Attempt;
  readonly tookMs: number;
}

/** Where merchants are told of events, and how that went. */
export class Webhooks {
  readonly #deps: Deps;
  readonly #sender: WebhookSender;

  constructor(deps: Deps, sender: WebhookSender) {
    this.#deps = deps;
    this.#sender = sender;
  }

  /**
   * Adds an endpoint. It gets the events from now on; when this has returned, running
   * servers know of it. The secret that it verifies signatures with is made here.
   *
   * @throws {AppError} `error.invalid-request` for a URL that is not https or not public
   *   unless insecure ones are allowed, for an unknown event, and beyond {@link MAX_ENDPOINTS}
   */
  async add(
    request: EndpointRequest,
  ): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }> {
    const { store, now, newId, randomBytes, wait } = this.#deps;
    const { merchantId } = request;
    const url = parseEndpointUrl(request.url, request);
    const events = parseEvents(request.events);
    const known = await store.webhooks(merchantId);
    if (known.length >= MAX_ENDPOINTS) {
      throw invalid(`A merchant can have at most ${MAX_ENDPOINTS} endpoints: remove one first`);
    }
    const secret = `whsec_${randomBytes(SECRET_BYTES).toBase64()}`;
    const endpoint: WebhookEndpoint = {
      id: newId(),
      merchantId,
      url: url.href,
      secret,
      events,
      allowInsecure: request.allowInsecure,
      disabledAt: null,
      createdAt: now(),
    };
    await commitOrConflict(store, [{ kind: "webhook.put", endpoint }]);
    // One-time codes go to the log of a server that knows of no endpoint.
    await wait(SETTLE_MS);
    return { endpoint, secret };
  }

  /** A merchant's endpoints, oldest first, disabled ones too. */
  async list(merchantId: MerchantId): Promise<WebhookEndpoint[]> {
    return await this.#deps.store.webhooks(merchantId);
  }

  /**
   * Removes an endpoint; what was still to be delivered to it is dropped.
   *
   * @throws {AppError} `error.webhook-not-found`
   */
  async remove(idText: string): Promise<WebhookEndpoint> {
    const endpoint = await this.#require(idText);
    await commitOrConflict(this.#deps.store, [{ kind: "webhook.remove", endpointId: endpoint.id }]);
    return endpoint;
  }

  /**
   * What was, is, and will be delivered to an endpoint, latest event first. An event may
   * hold a one-time code that is still good: it is not for showing.
   *
   * @throws {AppError} `error.webhook-not-found`
   */
  async deliveries(idText: string, limit: number): Promise<DueDelivery[]> {
    const endpoint = await this.#require(idText);
    return await this.#deps.store.deliveries(endpoint.id, limit);
  }

  /**
   * Delivers an event once more, with all its attempts: to one endpoint, or to all those
   * in use that it was meant for. A running server begins within a second.
   *
   * @returns the deliveries as they stand now
   * @throws {AppError} `error.event-not-found` when it was never meant for them;
   *   `error.webhook-not-found`; `error.conflict` when the endpoint is disabled
   */
  async replay(eventIdText: string, endpointIdText?: string): Promise<DueDelivery[]> {
    const { store, now } = this.#deps;
    const eventId = parseUuid(eventIdText);
    const endpoints = endpointIdText === undefined
      ? (await this.#all()).filter(({ disabledAt }) => disabledAt === null)
      : [await this.#requireEnabled(endpointIdText)];
    const found = eventId === undefined ? [] : await this.#deliveriesOf(eventId, endpoints);
    if (found.length === 0) {
      throw new AppError(
        "error.event-not-found",
        `No event with this id was sent to an endpoint in use: ${shown(eventIdText)}`,
      );
    }
    const at = now();
    const again = found.map(({ delivery, ...rest }): DueDelivery => ({
      ...rest,
      delivery: {
        ...delivery,
        state: "PENDING",
        attempts: 0,
        nextAt: at,
        lastStatus: null,
        lastError: "",
        updatedAt: at,
      },
    }));
    await commitOrConflict(
      store,
      again.map(({ delivery }) => ({ kind: "delivery.put", delivery })),
    );
    return again;
  }

  /**
   * Sends one signed event of type `webhook.test` at once, from here, whether or not a
   * server runs. Nothing of it is stored.
   *
   * @throws {AppError} `error.webhook-not-found`
   */
  async test(idText: string): Promise<TestResult> {
    const { now, newId, monotonicMs } = this.#deps;
    const endpoint = await this.#require(idText);
    const eventId = newId();
    const body = JSON.stringify({
      type: "webhook.test",
      timestamp: new Date(now()).toISOString(),
      data: { merchant_id: endpoint.merchantId, endpoint_id: endpoint.id },
    });
    const beganAt = monotonicMs();
    const message = { id: eventId, body };
    const attempt = await this.#sender.send(endpoint, message, new AbortController().signal);
    return { eventId, attempt, tookMs: monotonicMs() - beganAt };
  }

  async #require(idText: string): Promise<WebhookEndpoint> {
    const id = parseUuid(idText);
    const endpoint = id === undefined ? null : await this.#deps.store.webhook(id);
    if (endpoint !== null) return endpoint;
    throw new AppError("error.webhook-not-found", `No such endpoint: ${shown(idText)}`);
  }

  async #requireEnabled(idText: string): Promise<WebhookEndpoint> {
    const endpoint = await this.#require(idText);
    if (endpoint.disabledAt === null) return endpoint;
    throw new AppError(
      "error.conflict",
      `The endpoint is disabled: it answered 410 Gone at ${
        new Date(endpoint.disabledAt).toISOString()
      }`,
    );
  }

  async #all(): Promise<WebhookEndpoint[]> {
    const { store } = this.#deps;
    const merchants = await store.merchants();
    return (await Promise.all(merchants.map(({ id }) => store.webhooks(id)))).flat();
  }

  async #deliveriesOf(
    eventId: string,
    endpoints: readonly WebhookEndpoint[],
  ): Promise<DueDelivery[]> {
    const { store } = this.#deps;
    const found = await Promise.all(endpoints.map(({ id }) => store.delivery(eventId, id)));
    return found.filter((one) => one !== null);
  }
}

function parseEvents(names: readonly string[]): EventType[] {
  const known: readonly string[] = EVENT_TYPES;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw invalid(`events must be among ${EVENT_TYPES.join(", ")}: ${shown(unknown)}`);
  }
  return EVENT_TYPES.filter((type) => names.includes(type));
}
