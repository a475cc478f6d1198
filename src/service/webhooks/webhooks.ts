import { AppError, invalid, shown } from "../../domain/errors.ts";
import { type MerchantId, parseUuid } from "../../domain/ids.ts";
import type { Attempt, DueDelivery, WebhookEndpoint } from "../../domain/shop/webhook.ts";
import { SETTLE_MS } from "../cache/freshness.ts";
import { commitOrConflict } from "../commit.ts";
import type { Deps } from "../deps.ts";
import { type EndpointRequest, type NewEndpoint, newEndpoint } from "./endpoint.ts";
import type { WebhookSender } from "./sender.ts";

/** Endpoints a merchant may have: every event is sent to each of them. */
export const MAX_ENDPOINTS = 16;

/** Result of a test. */
export interface TestResult {
  /** The `webhook-id` that was sent. */
  readonly eventId: string;
  readonly attempt: Attempt;
  readonly tookMs: number;
}

/** Dependencies of {@link Webhooks}. */
export interface WebhooksDeps
  extends Pick<Deps, "store" | "now" | "newId" | "randomBytes" | "wait" | "monotonicMs"> {
  readonly sender: Pick<WebhookSender, "send">;
}

/** Webhook endpoints of merchants, and deliveries to them. */
export class Webhooks {
  readonly #deps: WebhooksDeps;

  constructor(deps: WebhooksDeps) {
    this.#deps = deps;
  }

  /**
   * Adds an endpoint. It gets the events from now on; when this has returned, running
   * servers know of it. The secret that it verifies signatures with is made here.
   *
   * @throws {AppError} `error.invalid-request` for a URL that is not https or not public
   *   unless insecure ones are allowed, for an unknown event, and beyond {@link MAX_ENDPOINTS}
   */
  async add(request: EndpointRequest): Promise<NewEndpoint> {
    const { store, wait } = this.#deps;
    const made = newEndpoint(this.#deps, request);
    const known = await store.webhooks.of(request.merchantId);
    if (known.length >= MAX_ENDPOINTS) {
      throw invalid(`A merchant can have at most ${MAX_ENDPOINTS} endpoints: remove one first`);
    }
    await commitOrConflict(store, [{ kind: "webhook.put", endpoint: made.endpoint }]);
    // One-time codes go to the log of a server that knows of no endpoint.
    await wait(SETTLE_MS);
    return made;
  }

  /** A merchant's endpoints, oldest first, disabled ones too. */
  async list(merchantId: MerchantId): Promise<WebhookEndpoint[]> {
    return await this.#deps.store.webhooks.of(merchantId);
  }

  /**
   * Takes an endpoint into use again, or out of it. What is still to be delivered to it waits
   * meanwhile; what happens meanwhile it is never told. When this has returned, running servers
   * know of it.
   *
   * @throws {AppError} `error.webhook-not-found`
   */
  async setEnabled(idText: string, enabled: boolean): Promise<WebhookEndpoint> {
    const { store, now, wait } = this.#deps;
    const endpoint = await this.#require(idText);
    // The moment it was disabled at stays that of the first time.
    if ((endpoint.disabledAt === null) === enabled) return endpoint;
    const changed = { ...endpoint, disabledAt: enabled ? null : now() };
    await commitOrConflict(store, [{ kind: "webhook.put", endpoint: changed }]);
    await wait(SETTLE_MS);
    return changed;
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
   * Deliveries to an endpoint: done, running and due, latest event first. An event may
   * hold a one-time code that is still good: it is not for showing.
   *
   * @throws {AppError} `error.webhook-not-found`
   */
  async deliveries(idText: string, limit: number): Promise<DueDelivery[]> {
    const endpoint = await this.#require(idText);
    return await this.#deps.store.webhooks.deliveries(endpoint.id, limit);
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
        `No enabled endpoint was sent an event with this id: ${shown(eventIdText)}`,
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
    const attempt = await this.#deps.sender.send(endpoint, message, new AbortController().signal);
    return { eventId, attempt, tookMs: monotonicMs() - beganAt };
  }

  async #require(idText: string): Promise<WebhookEndpoint> {
    const id = parseUuid(idText);
    const endpoint = id === undefined ? null : await this.#deps.store.webhooks.find(id);
    if (endpoint !== null) return endpoint;
    throw new AppError("error.webhook-not-found", `No such endpoint: ${shown(idText)}`);
  }

  async #requireEnabled(idText: string): Promise<WebhookEndpoint> {
    const endpoint = await this.#require(idText);
    if (endpoint.disabledAt === null) return endpoint;
    throw new AppError(
      "error.conflict",
      `Enable the endpoint first: disabled since ${new Date(endpoint.disabledAt).toISOString()}`,
    );
  }

  async #all(): Promise<WebhookEndpoint[]> {
    const { store } = this.#deps;
    const merchants = await store.merchants.all();
    return (await Promise.all(merchants.map(({ id }) => store.webhooks.of(id)))).flat();
  }

  async #deliveriesOf(
    eventId: string,
    endpoints: readonly WebhookEndpoint[],
  ): Promise<DueDelivery[]> {
    const { store } = this.#deps;
    const found = await Promise.all(
      endpoints.map(({ id }) => store.webhooks.delivery(eventId, id)),
    );
    return found.filter((one) => one !== null);
  }
}
