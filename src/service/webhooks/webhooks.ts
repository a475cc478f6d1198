import { AppError, invalid, shown } from "../../domain/errors.ts";
import { type MerchantId, parseUuid } from "../../domain/ids.ts";
import type { Attempt, DueDelivery, Endpoint, WebhookEndpoint } from "../../domain/shop/webhook.ts";
import type { Page, PageRequest } from "../../domain/values/page.ts";
import { SETTLE_MS } from "../cache/freshness.ts";
import { commitOrConflict } from "../commit.ts";
import type { Deps } from "../deps.ts";
import { type EndpointRequest, type NewEndpoint, newEndpoint } from "./endpoint.ts";
import type { WebhookSender } from "./sender.ts";

/** Limit of a merchant's endpoints: every event goes to each of them. */
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

/** Webhook endpoints of merchants, and deliveries to all endpoints, channels too. */
export class Webhooks {
  readonly #deps: WebhooksDeps;

  constructor(deps: WebhooksDeps) {
    this.#deps = deps;
  }

  /**
   * Adds an endpoint and makes its signing secret. It gets events from now on; afterwards running
   * servers know it.
   *
   * @throws {AppError} `error.invalid-request` for an unknown event, more than {@link
   *   MAX_ENDPOINTS} endpoints and, unless insecure ones are allowed, a URL that is not https or
   *   not public
   */
  async add(request: EndpointRequest): Promise<NewEndpoint> {
    const { store, wait } = this.#deps;
    const made = newEndpoint(this.#deps, request);
    const known = await this.list(request.merchantId);
    if (known.length >= MAX_ENDPOINTS) {
      throw invalid(`A merchant can have at most ${MAX_ENDPOINTS} endpoints: remove one first`);
    }
    await commitOrConflict(store, [{ kind: "webhook.put", endpoint: made.endpoint }]);
    // A server that knows no endpoint logs one-time codes, so wait until all know it.
    await wait(SETTLE_MS);
    return made;
  }

  /** A merchant's webhook endpoints, oldest first, including disabled ones. */
  async list(merchantId: MerchantId): Promise<WebhookEndpoint[]> {
    return (await this.#deps.store.webhooks.of(merchantId)).filter((one) => one.kind === "webhook");
  }

  /**
   * Enables or disables an endpoint. While it is disabled, pending deliveries wait, and it gets no
   * new events. Afterwards running servers know the change.
   *
   * @throws {AppError} `error.webhook-not-found`
   */
  async setEnabled(idText: string, enabled: boolean): Promise<Endpoint> {
    const { store, now, wait } = this.#deps;
    const endpoint = await this.#require(idText);
    // Keeps the time at which it was first disabled.
    if ((endpoint.disabledAt === null) === enabled) return endpoint;
    const changed = { ...endpoint, disabledAt: enabled ? null : now() };
    await commitOrConflict(store, [{ kind: "webhook.put", endpoint: changed }]);
    await wait(SETTLE_MS);
    return changed;
  }

  /**
   * Removes an endpoint and its pending deliveries.
   *
   * @throws {AppError} `error.webhook-not-found`
   */
  async remove(idText: string): Promise<Endpoint> {
    const endpoint = await this.#require(idText);
    await commitOrConflict(this.#deps.store, [{ kind: "webhook.remove", endpointId: endpoint.id }]);
    return endpoint;
  }

  /**
   * Deliveries to an endpoint, latest event first. An event may contain a valid one-time code: do
   * not show it.
   *
   * @param page `after` is the id of an event
   * @throws {AppError} `error.webhook-not-found`; `error.event-not-found` for `after`
   */
  async deliveries(
    idText: string,
    { limit, after: afterText }: PageRequest<string>,
  ): Promise<Page<DueDelivery, string>> {
    const endpoint = await this.#require(idText);
    const { webhooks } = this.#deps.store;
    if (afterText === undefined) return await webhooks.deliveries(endpoint.id, { limit });
    const after = parseUuid(afterText);
    if (after === undefined || await webhooks.delivery(after, endpoint.id) === null) {
      const message = `The endpoint has no delivery of this event: ${shown(afterText)}`;
      throw new AppError("error.event-not-found", message);
    }
    return await webhooks.deliveries(endpoint.id, { limit, after });
  }

  /**
   * Delivers an event again, with all its attempts: to one endpoint, or to all enabled webhooks that
   * it was sent to. A running server starts within a second. To a channel only by its id: the
   * customer would get a second message.
   *
   * @returns the updated deliveries
   * @throws {AppError} `error.event-not-found` if it was not sent to them;
   *   `error.webhook-not-found`; `error.conflict` if the endpoint is disabled
   */
  async replay(eventIdText: string, endpointIdText?: string): Promise<DueDelivery[]> {
    const { store, now } = this.#deps;
    const eventId = parseUuid(eventIdText);
    const endpoints = endpointIdText === undefined
      ? (await this.#all()).filter(({ kind, disabledAt }) =>
        kind === "webhook" && disabledAt === null
      )
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
   * Sends a signed event of type `webhook.test` from this process; no server is needed, and nothing
   * is stored.
   *
   * @throws {AppError} `error.webhook-not-found`; `error.invalid-request` for a channel
   */
  async test(idText: string): Promise<TestResult> {
    const { now, newId, monotonicMs } = this.#deps;
    const endpoint = await this.#require(idText);
    if (endpoint.kind !== "webhook") throw invalid("A channel is tested with channel test");
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

  async #require(idText: string): Promise<Endpoint> {
    const id = parseUuid(idText);
    const endpoint = id === undefined ? null : await this.#deps.store.webhooks.find(id);
    if (endpoint !== null) return endpoint;
    throw new AppError("error.webhook-not-found", `No such endpoint: ${shown(idText)}`);
  }

  async #requireEnabled(idText: string): Promise<Endpoint> {
    const endpoint = await this.#require(idText);
    if (endpoint.disabledAt === null) return endpoint;
    throw new AppError(
      "error.conflict",
      `Enable the endpoint first: disabled since ${new Date(endpoint.disabledAt).toISOString()}`,
    );
  }

  async #all(): Promise<Endpoint[]> {
    const { store } = this.#deps;
    const merchants = await store.merchants.all();
    return (await Promise.all(merchants.map(({ id }) => store.webhooks.of(id)))).flat();
  }

  async #deliveriesOf(
    eventId: string,
    endpoints: readonly Endpoint[],
  ): Promise<DueDelivery[]> {
    const { store } = this.#deps;
    const found = await Promise.all(
      endpoints.map(({ id }) => store.webhooks.delivery(eventId, id)),
    );
    return found.filter((one) => one !== null);
  }
}
