import type { Subject } from "../../domain/caller.ts";
import { AppError, invalid } from "../../domain/errors.ts";
import type { EventType } from "../../domain/events.ts";
import type { MerchantId } from "../../domain/ids.ts";
import { sampleEventData } from "../../domain/sample_event.ts";
import {
  type Endpoint,
  endpointPlace,
  takes,
  type WebhookEndpoint,
} from "../../domain/shop/webhook.ts";
import { rotatedSecret } from "../../domain/shop/webhook_secret.ts";
import type { AuditAction } from "../../domain/trail/actions.ts";
import { factOf, type ThingChange } from "../../domain/trail/fact.ts";
import { AUDITED_WEBHOOK } from "../../domain/trail/shop.ts";
import { audited } from "../audit.ts";
import { SETTLE_MS } from "../cache/freshness.ts";
import { commitOrConflict } from "../commit.ts";
import type { Deps } from "../deps.ts";
import {
  type EndpointRequest,
  findEndpoint,
  type NewEndpoint,
  newEndpoint,
  newSecret,
  requireLanes,
} from "./endpoint.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { sendNow, type SendNowDeps, type TestResult } from "./send_now.ts";

/** Limit of a merchant's endpoints: every event goes to each of them. */
export const MAX_ENDPOINTS = 16;

/** Receivers of a synthetic event: a webhook by its id, or those of a shop. */
export type TriggerTarget = { readonly endpoint: string } | { readonly merchantId: MerchantId };

/** Dependencies of {@link Webhooks}. */
export interface WebhooksDeps extends SendNowDeps, Pick<Deps, "store" | "randomBytes" | "wait"> {
  readonly secrets: Pick<Secrets, "seal" | "open">;
}

/** Webhook endpoints of merchants. */
export class Webhooks {
  readonly #deps: WebhooksDeps;

  constructor(deps: WebhooksDeps) {
    this.#deps = deps;
  }

  /** An id for an endpoint to be added. */
  nextId(): string {
    return this.#deps.newId();
  }

  /**
   * Adds an endpoint and makes its signing secret. It gets events from now on; afterwards running
   * servers know it.
   *
   * @throws {AppError} `error.invalid-request` for an unknown event, more than {@link
   *   MAX_ENDPOINTS} endpoints and, unless insecure ones are allowed, a URL that is not https or
   *   not public; `error.conflict` if the id of the request is taken
   */
  async add(request: EndpointRequest, by: Subject): Promise<NewEndpoint> {
    const { store, wait } = this.#deps;
    const made = await newEndpoint(this.#deps, request);
    const known = await this.list(request.merchantId);
    if (known.length >= MAX_ENDPOINTS) {
      throw invalid(`A merchant can have at most ${MAX_ENDPOINTS} endpoints: remove one first`);
    }
    const { endpoint } = made;
    await commitOrConflict(store, [
      { kind: "webhook.add", endpoint },
      audited(
        this.#deps,
        by,
        factOf(AUDITED_WEBHOOK, "webhook.add", { before: null, after: endpoint }),
      ),
    ]);
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
  async setEnabled(idText: string, enabled: boolean, by: Subject): Promise<Endpoint> {
    const endpoint = await findEndpoint(this.#deps.store, idText);
    // Keeps the time at which it was first disabled.
    if ((endpoint.disabledAt === null) === enabled) return endpoint;
    const changed = { ...endpoint, disabledAt: enabled ? null : this.#deps.now() };
    const action = enabled ? "webhook.enable" : "webhook.disable";
    await this.#put(action, { before: endpoint, after: changed }, by);
    return changed;
  }

  /**
   * Changes how an endpoint receives events. What is under way ends first.
   *
   * @throws {AppError} `error.webhook-not-found`; `error.invalid-request` for a channel, and for a
   *   number of lanes out of range
   */
  async update(
    idText: string,
    { lanes, batch }: { readonly lanes?: number | undefined; readonly batch?: boolean | undefined },
    by: Subject,
  ): Promise<WebhookEndpoint> {
    if (lanes !== undefined) requireLanes(lanes);
    const endpoint = await this.#requireWebhook(idText, "A channel has one lane, and no batches");
    const changed = {
      ...endpoint,
      lanes: lanes ?? endpoint.lanes,
      batch: batch ?? endpoint.batch,
    };
    if (endpoint.lanes === changed.lanes && endpoint.batch === changed.batch) return endpoint;
    await this.#put("webhook.update", { before: endpoint, after: changed }, by);
    return changed;
  }

  /**
   * Replaces the signing secret. The one before it signs too for the time of the overlap, 0 for none;
   * afterwards running servers sign so. A lost key of the old one does not matter.
   *
   * @throws {AppError} `error.webhook-not-found`; `error.invalid-request` for a channel;
   *   `error.conflict` with an overlap while an earlier one is under way
   */
  async rotate(
    idText: string,
    { overlapMs }: { readonly overlapMs: number },
    by: Subject,
  ): Promise<NewEndpoint> {
    const { store, now, secrets, wait } = this.#deps;
    const find = () => this.#requireWebhook(idText, "A channel has no signing secret");
    const secret = newSecret(this.#deps);
    const sealed = await secrets.seal(secret, endpointPlace(await find()));
    // Sealing the first secret seals those from before too, so it is read afterwards.
    const before = await find();
    const after = rotatedSecret(before, sealed, { now: now(), overlapMs });
    await commitOrConflict(store, [
      { kind: "webhook.rotate", endpoint: after, was: before.secret },
      audited(this.#deps, by, factOf(AUDITED_WEBHOOK, "webhook.rotate", { before, after })),
    ]);
    await wait(SETTLE_MS);
    return { endpoint: after, secret };
  }

  /**
   * Removes an endpoint and its pending deliveries.
   *
   * @throws {AppError} `error.webhook-not-found`
   */
  async remove(idText: string, by: Subject): Promise<Endpoint> {
    const endpoint = await findEndpoint(this.#deps.store, idText);
    await commitOrConflict(this.#deps.store, [
      { kind: "webhook.remove", merchantId: endpoint.merchantId, endpointId: endpoint.id },
      audited(
        this.#deps,
        by,
        factOf(AUDITED_WEBHOOK, "webhook.remove", { before: endpoint, after: null }),
      ),
    ]);
    return endpoint;
  }

  /**
   * Sends a signed event of type `webhook.test` from this process; no server is needed, and nothing
   * is stored.
   *
   * @throws {AppError} `error.webhook-not-found`; `error.invalid-request` for a channel
   */
  async test(idText: string): Promise<TestResult> {
    const endpoint = await this.#requireWebhook(idText);
    const data = { merchant_id: endpoint.merchantId, endpoint_id: endpoint.id };
    return await sendNow(this.#deps, endpoint, { type: "webhook.test", data });
  }

  /**
   * Sends an event of a session that does not exist from this process, marked as a test: to one
   * webhook whatever events it takes, or to all enabled live ones of a shop that take it.
   *
   * @throws {AppError} `error.webhook-not-found`, also if the shop has none that takes it;
   *   `error.invalid-request` for a channel
   */
  async trigger(type: EventType, to: TriggerTarget): Promise<TestResult[]> {
    const endpoints = "endpoint" in to
      ? [await this.#requireWebhook(to.endpoint)]
      : (await this.list(to.merchantId)).filter((endpoint) =>
        takes(endpoint, type, { livemode: true })
      );
    const [first] = endpoints;
    if (first === undefined) {
      throw new AppError(
        "error.webhook-not-found",
        `No enabled endpoint takes this event: ${type}`,
      );
    }
    const { store, now, newId } = this.#deps;
    const shop = await store.merchants.find(first.merchantId);
    if (shop === null) throw new RangeError(`The endpoint has no shop: ${first.id}`);
    const data = sampleEventData(type, { shop, livemode: first.livemode, now: now(), newId });
    return await Promise.all(
      endpoints.map((endpoint) =>
        sendNow(this.#deps, endpoint, {
          type,
          data: {
            ...data,
            ...(endpoint.include.includes("buyer.email") && {
              buyer: { email: "asha@example.com" },
            }),
          },
        })
      ),
    );
  }

  async #put(
    action: AuditAction,
    change: ThingChange<Endpoint> & { readonly after: Endpoint },
    by: Subject,
  ): Promise<void> {
    const { after: endpoint } = change;
    await commitOrConflict(this.#deps.store, [
      { kind: "webhook.put", endpoint },
      audited(this.#deps, by, factOf(AUDITED_WEBHOOK, action, change)),
    ]);
    await this.#deps.wait(SETTLE_MS);
  }

  async #requireWebhook(
    idText: string,
    refusal = "A channel is tested with channel test",
  ): Promise<WebhookEndpoint> {
    const endpoint = await findEndpoint(this.#deps.store, idText);
    if (endpoint.kind === "webhook") return endpoint;
    throw invalid(refusal);
  }
}
