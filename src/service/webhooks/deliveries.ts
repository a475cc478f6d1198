import type { Subject } from "../../domain/caller.ts";
import type { Change } from "../../domain/changes.ts";
import { AppError, shown } from "../../domain/errors.ts";
import { hasExpiredCode } from "../../domain/events.ts";
import { type DeliveryFilter, NO_DELIVERY_FILTER } from "../../domain/filters.ts";
import { type MerchantId, parseUuid } from "../../domain/ids.ts";
import type { DueDelivery, Endpoint } from "../../domain/shop/webhook.ts";
import { mapNext, type Page, type PageRequest, readPages } from "../../domain/values/page.ts";
import type { DeliveryKey } from "../../store/reads/webhooks.ts";
import { audited } from "../audit.ts";
import { commitOrConflict } from "../commit.ts";
import type { Deps } from "../deps.ts";
import { enabledEndpoint, findEndpoint } from "./endpoint.ts";

/** Filter of {@link Deliveries.list}. */
export interface DeliverySelection extends DeliveryFilter {
  /** Id of an endpoint. */
  readonly endpoint: string | null;
  /** Ignored with an endpoint. */
  readonly merchantId: MerchantId | null;
}

/** Selects all. */
export const NO_DELIVERY_SELECTION: DeliverySelection = {
  ...NO_DELIVERY_FILTER,
  endpoint: null,
  merchantId: null,
};

/** Deliveries of a change: a commit is bounded. */
const AT_A_TIME = 100;

/** Deliveries of events to endpoints, channels too, as the operator sees and repeats them. */
export class Deliveries {
  readonly #deps: Pick<Deps, "store" | "now" | "newId">;

  constructor(deps: Pick<Deps, "store" | "now" | "newId">) {
    this.#deps = deps;
  }

  /** A shop's webhooks and channels, oldest first, including disabled ones. */
  async endpoints(merchantId: MerchantId): Promise<Endpoint[]> {
    return await this.#deps.store.webhooks.of(merchantId);
  }

  /**
   * One delivery to an endpoint of a shop.
   *
   * @throws {AppError} `error.event-not-found`
   */
  async show(
    merchantId: MerchantId,
    eventIdText: string,
    endpointIdText: string,
  ): Promise<DueDelivery> {
    const [eventId, endpointId] = [parseUuid(eventIdText), parseUuid(endpointIdText)];
    const found = eventId === undefined || endpointId === undefined
      ? null
      : await this.#deps.store.webhooks.delivery(eventId, endpointId);
    if (found !== null && found.endpoint.merchantId === merchantId) return found;
    throw new AppError("error.event-not-found", `No such delivery: ${shown(eventIdText)}`);
  }

  /**
   * Lists deliveries to an endpoint or to all of a shop's, latest event first. An event may contain
   * a valid one-time code: do not show it.
   *
   * @param page `after` is the id of an event, and without an endpoint `EVENT/ENDPOINT`
   * @throws {AppError} `error.webhook-not-found`; `error.event-not-found` for `after`
   */
  async list(
    selection: DeliverySelection,
    { limit, after }: PageRequest<string>,
  ): Promise<Page<DueDelivery, string>> {
    const { webhooks } = this.#deps.store;
    const { endpoint, merchantId: _, ...filter } = selection;
    const endpointIds = (await this.#endpoints(selection)).map(({ id }) => id);
    const key = after === undefined
      ? undefined
      : await this.#key(after, { endpoint, known: endpointIds });
    const page = await webhooks.deliveries(endpointIds, filter, { limit, after: key });
    return mapNext(
      page,
      ({ eventId, endpointId }) => endpoint === null ? `${eventId}/${endpointId}` : eventId,
    );
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
  async replay(
    eventIdText: string,
    endpoint: string | null,
    by: Subject,
  ): Promise<DueDelivery[]> {
    const eventId = parseUuid(eventIdText);
    const endpoints = await this.#receivers({ ...NO_DELIVERY_SELECTION, endpoint });
    const found = eventId === undefined ? [] : await this.#deliveriesOf(eventId, endpoints);
    if (found.length === 0) {
      throw new AppError(
        "error.event-not-found",
        `No enabled endpoint was sent an event with this id: ${shown(eventIdText)}`,
      );
    }
    return await this.#again(found, [this.#replayed(found, by)]);
  }

  /**
   * Delivers failed deliveries again, with all their attempts, whatever state is selected: to one endpoint, or to all enabled
   * webhooks of a shop or of all shops. Expired one-time codes are left out.
   *
   * @returns the updated deliveries
   * @throws {AppError} `error.webhook-not-found`; `error.conflict` if the endpoint is disabled
   */
  async replayFailed(
    selection: DeliverySelection,
    by: Subject,
  ): Promise<DueDelivery[]> {
    const { webhooks } = this.#deps.store;
    const { endpoint: _, merchantId: __, ...filter } = selection;
    const endpointIds = (await this.#receivers(selection)).map(({ id }) => id);
    const { rows } = await readPages<DueDelivery, DeliveryKey>((page) =>
      webhooks.deliveries(endpointIds, { ...filter, state: "FAILED" }, page)
    );
    const useful = rows.filter(({ event }) => !hasExpiredCode(event, this.#deps.now()));
    const again: DueDelivery[] = [];
    // Oldest first, and a commit at a time: what is done stays done.
    for (let end = useful.length; end > 0; end -= AT_A_TIME) {
      const some = useful.slice(Math.max(end - AT_A_TIME, 0), end).reverse();
      // In the first commit, so that an interrupted replay has it too.
      const entry = end === useful.length ? [this.#replayed(useful, by)] : [];
      again.push(...await this.#again(some, entry));
    }
    return again;
  }

  async #endpoints({ endpoint, merchantId }: DeliverySelection): Promise<readonly Endpoint[]> {
    const { store } = this.#deps;
    if (endpoint !== null) return [await findEndpoint(store, endpoint)];
    const merchants = merchantId === null
      ? (await store.merchants.all()).map(({ id }) => id)
      : [merchantId];
    return (await Promise.all(merchants.map((id) => store.webhooks.of(id)))).flat();
  }

  /** The endpoint that is named, or enabled webhooks. */
  async #receivers(selection: DeliverySelection): Promise<readonly Endpoint[]> {
    const { endpoint } = selection;
    if (endpoint !== null) return [await enabledEndpoint(this.#deps.store, endpoint)];
    return (await this.#endpoints(selection)).filter(({ kind, disabledAt }) =>
      kind === "webhook" && disabledAt === null
    );
  }

  /** @param known ids of the endpoints that are listed */
  async #key(
    text: string,
    { endpoint: endpointText, known }: {
      readonly endpoint: string | null;
      readonly known: readonly string[];
    },
  ): Promise<DeliveryKey> {
    const [event = "", endpoint = endpointText ?? ""] = text.split("/");
    const [eventId, endpointId] = [parseUuid(event), parseUuid(endpoint)];
    const isKnown = eventId !== undefined && endpointId !== undefined &&
      known.includes(endpointId) &&
      await this.#deps.store.webhooks.delivery(eventId, endpointId) !== null;
    if (isKnown) return { eventId, endpointId };
    const place = endpointText === null ? "There is" : "The endpoint has";
    throw new AppError(
      "error.event-not-found",
      `${place} no delivery of this event: ${shown(text)}`,
    );
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

  #replayed(found: readonly DueDelivery[], by: Subject): Change {
    const [only = null, ...shops] = new Set(found.map(({ endpoint }) => endpoint.merchantId));
    const [endpointId = null, ...more] = new Set(found.map(({ endpoint }) => endpoint.id));
    return audited(this.#deps, by, {
      merchantId: shops.length === 0 ? only : null,
      action: "webhook.replay",
      object: { kind: "webhook", id: more.length === 0 ? endpointId : null, label: null },
      before: null,
      after: { deliveries: found.length },
    });
  }

  /** Makes deliveries due now, with all their attempts. */
  async #again(found: readonly DueDelivery[], also: readonly Change[]): Promise<DueDelivery[]> {
    const { store, now } = this.#deps;
    const at = now();
    const afresh = ({ delivery, ...rest }: DueDelivery): DueDelivery => ({
      ...rest,
      delivery: {
        ...delivery,
        state: "PENDING",
        attempts: 0,
        nextAt: at,
        lastStatus: null,
        lastError: "",
        updatedAt: at,
        batchId: delivery.state === "PENDING" ? delivery.batchId : null,
      },
    });
    // A message that waits to be sent again is sent whole.
    const others = new Map<string, DueDelivery>();
    for (const { delivery: { batchId, state }, endpoint } of found) {
      if (state !== "PENDING" || batchId === null) continue;
      for (const one of await store.webhooks.batch(endpoint.id, batchId)) {
        others.set(`${one.delivery.eventId}/${endpoint.id}`, one);
      }
    }
    for (const { delivery } of found) others.delete(`${delivery.eventId}/${delivery.endpointId}`);
    const again = found.map(afresh);
    await commitOrConflict(store, [
      ...[...again, ...others.values().map(afresh)].map(({ delivery }) => (
        { kind: "delivery.put", delivery } as const
      )),
      ...also,
    ]);
    return again;
  }
}
