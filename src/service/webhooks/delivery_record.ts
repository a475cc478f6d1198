import { isDeepStrictEqual } from "node:util";
import type { Change } from "../../domain/changes.ts";
import type { CheckoutEvent } from "../../domain/events.ts";
import type { Delivery, DueDelivery } from "../../domain/shop/webhook.ts";
import { CommitRefused, type Store } from "../../store/store.ts";
import type { Deps } from "../deps.ts";

/** Pause before what came of an attempt is written again, after it could not be. */
const RECORD_RETRY_MS = 1000;
/** So many of an endpoint's latest deliveries are looked through for the last attempt. */
const RECALLED = 32;

/** Dependencies of a delivery record. */
export interface RecordDeps extends Pick<Deps, "store" | "wait" | "warn"> {
  /** True if there is no time left to try again. */
  readonly isEnding: () => boolean;
}

/** Results of delivery attempts, in the store. */
export class DeliveryRecord {
  readonly #deps: RecordDeps;

  constructor(deps: RecordDeps) {
    this.#deps = deps;
  }

  /** True if the last attempt at an endpoint, of those written down, got no answer. */
  async wasUnanswered({ delivery, endpoint }: DueDelivery): Promise<boolean> {
    const latest = await this.#deps.store.webhooks.deliveries(endpoint.id, RECALLED);
    const tried = [delivery, ...latest.map((one) => one.delivery)]
      .filter(({ attempts }) => attempts > 0)
      .sort((one, other) => other.updatedAt - one.updatedAt);
    return tried[0]?.lastStatus === null;
  }

  /**
   * Writes what came of an attempt, and blots a one-time code out after the last of them.
   * A delivery that was replayed during the attempt stays as the replay left it.
   *
   * @param due the delivery as it was when the attempt began
   * @param also changes to make along with it
   */
  async put(delivery: Delivery, due: DueDelivery, also: readonly Change[] = []): Promise<void> {
    const { store } = this.#deps;
    const { event, endpoint } = due;
    const isNoted = await this.#commit(async () => {
      const stands = await store.webhooks.delivery(event.id, endpoint.id);
      // A replay asks for one more delivery, whatever came of this one.
      const isReplayed = stands !== null && !isDeepStrictEqual(stands.delivery, due.delivery);
      // Refused together if the endpoint was removed meanwhile: nothing brings it back.
      return isReplayed ? also : [{ kind: "delivery.put", delivery }, ...also];
    });
    if (!isNoted || event.type !== "otp.requested" || delivery.state === "PENDING") return;
    // Looked up after this end was written: of two that end at once, the later sees both.
    if (await isAwaited(store, event)) return;
    await this.#commit(() => Promise.resolve([{ kind: "event.redact", eventId: event.id }]));
  }

  /**
   * Commits, again and again while the database cannot take it: were it given up, the
   * event would be due at once and be sent over and over.
   *
   * @param decide says what to commit, as things stand at each try
   * @returns false when what it is about is gone
   */
  async #commit(decide: () => Promise<readonly Change[]>): Promise<boolean> {
    const { store, wait, warn, isEnding } = this.#deps;
    for (let isFirst = true;; isFirst = false) {
      try {
        const changes = await decide();
        if (changes.length > 0) await store.commit(changes);
        return true;
      } catch (error) {
        if (error instanceof CommitRefused) return false;
        // Tried every second: one line is enough.
        if (isFirst) warn("Cannot record the result of a delivery", { error });
        if (isEnding()) return false;
        await wait(RECORD_RETRY_MS);
      }
    }
  }
}

/** True if an event is still to be delivered to an endpoint that is in use. */
async function isAwaited(store: Store, { id, merchantId }: CheckoutEvent): Promise<boolean> {
  for (const endpoint of await store.webhooks.of(merchantId)) {
    if (endpoint.disabledAt !== null) continue;
    const due = await store.webhooks.delivery(id, endpoint.id);
    if (due?.delivery.state === "PENDING") return true;
  }
  return false;
}
