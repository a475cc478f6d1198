import { isDeepStrictEqual } from "node:util";
import type { Change } from "../../domain/changes.ts";
import { type CheckoutEvent, hasExpiredCode } from "../../domain/events.ts";
import { NO_DELIVERY_FILTER } from "../../domain/filters.ts";
import type { Delivery, DueDelivery, Endpoint } from "../../domain/shop/webhook.ts";
import { CommitRefused, type Store } from "../../store/store.ts";
import type { Deps } from "../deps.ts";

/** Pause before retrying to record a result. */
const RECORD_RETRY_MS = 1000;
/** Number of an endpoint's latest deliveries that are searched for the last attempt. */
const RECALLED = 32;

/** Dependencies of a delivery record. */
export interface RecordDeps extends Pick<Deps, "store" | "wait" | "warn"> {
  /** True at shutdown, when there is no time to retry. */
  readonly isEnding: () => boolean;
  /** True if no other server delivers to the endpoint. */
  readonly owns: (endpoint: Endpoint) => Promise<boolean>;
}

/** Records the results of delivery attempts. */
export class DeliveryRecord {
  readonly #deps: RecordDeps;

  constructor(deps: RecordDeps) {
    this.#deps = deps;
  }

  /** True if the last recorded attempt at an endpoint got no answer. */
  async wasUnanswered({ delivery, endpoint }: DueDelivery): Promise<boolean> {
    const { rows } = await this.#deps.store.webhooks.deliveries([endpoint.id], NO_DELIVERY_FILTER, {
      limit: RECALLED,
    });
    const tried = [delivery, ...rows.map((one) => one.delivery)]
      .filter(({ attempts }) => attempts > 0)
      .sort((one, other) => other.updatedAt - one.updatedAt);
    return tried[0]?.lastStatus === null;
  }

  /**
   * Records the result of an attempt, and redacts a one-time code after the last attempt. A
   * delivery that was changed meanwhile, by a replay or by a server that has taken over the
   * endpoint, stays as it is.
   *
   * @param tried the deliveries of the attempt, which are of one endpoint
   * @param dues these at the start of the attempt; a code is alone
   * @param also additional changes of the same commit
   */
  async put(
    tried: readonly Delivery[],
    dues: readonly DueDelivery[],
    also: readonly Change[] = [],
  ): Promise<void> {
    const { store, owns } = this.#deps;
    const [due] = dues;
    const [delivery] = tried;
    if (due === undefined || delivery === undefined) return;
    const { event, endpoint } = due;
    const isNoted = await this.#commit(async () => {
      // Its attempt, which may be under way, counts.
      if (!await owns(endpoint)) return null;
      const changes: Change[] = [];
      for (const [i, one] of tried.entries()) {
        const was = dues[i]?.delivery;
        const stands = await store.webhooks.delivery(one.eventId, one.endpointId);
        // A replay asks for another delivery, whatever the result of this one.
        const isReplayed = stands !== null && !isDeepStrictEqual(stands.delivery, was);
        // One of several that was removed is no reason to lose the others.
        if (isReplayed || (stands === null && tried.length > 1)) continue;
        changes.push({ kind: "delivery.put", delivery: one, ...(was && { was }) });
      }
      // If one changes before the commit, or the endpoint was removed, all of it is refused.
      return [...changes, ...also];
    });
    if (!isNoted || event.type !== "otp.requested" || delivery.state === "PENDING") return;
    // Read after this result was written: of two deliveries that end at once, the later sees both.
    if (await isAwaited(store, event)) return;
    await this.#commit(() => Promise.resolve([{ kind: "event.redact", eventId: event.id }]));
  }

  /**
   * Commits, and retries while the database cannot write: an unrecorded delivery would be sent
   * again and again.
   *
   * @param decide returns the changes, for each attempt; null to commit nothing
   * @returns false if the commit was refused, or for null
   */
  async #commit(decide: () => Promise<readonly Change[] | null>): Promise<boolean> {
    const { store, wait, warn, isEnding } = this.#deps;
    for (let isFirst = true;; isFirst = false) {
      try {
        const changes = await decide();
        if (changes === null) return false;
        if (changes.length > 0) await store.commit(changes);
        return true;
      } catch (error) {
        if (error instanceof CommitRefused) return false;
        // Retried every second, so logged once.
        if (isFirst) warn("Cannot record the result of a delivery", { error });
        if (isEnding()) return false;
        await wait(RECORD_RETRY_MS);
      }
    }
  }
}

/** True if a delivery of an event to an enabled endpoint is pending. */
async function isAwaited(store: Store, { id, merchantId }: CheckoutEvent): Promise<boolean> {
  for (const endpoint of await store.webhooks.of(merchantId)) {
    if (endpoint.disabledAt !== null) continue;
    const due = await store.webhooks.delivery(id, endpoint.id);
    if (due?.delivery.state === "PENDING") return true;
  }
  return false;
}

/** Does not retry a code that expires before the next attempt. */
export function withoutLateRetry(delivery: Delivery, event: CheckoutEvent): Delivery {
  return delivery.state === "PENDING" && hasExpiredCode(event, delivery.nextAt)
    ? { ...delivery, state: "FAILED" }
    : delivery;
}
