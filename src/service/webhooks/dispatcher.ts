import type { Change } from "../../domain/changes.ts";
import { hasExpiredCode } from "../../domain/events.ts";
import {
  afterAttempt,
  type Endpoint,
  type LaneDelivery,
  lanesOf,
} from "../../domain/shop/webhook.ts";
import type { Deps } from "../deps.ts";
import type { ServerLeases } from "../leases.ts";
import { prepareBatch } from "./batch.ts";
import { DeliveryRecord, withoutLateRetry } from "./delivery_record.ts";
import { EndpointLeases } from "./endpoint_leases.ts";
import { DeliverySlots, type Lane, laneKeyOf } from "./delivery_slots.ts";
import { LockedSecrets } from "./locked_secrets.ts";
import { prepareAttempt, type PrepareDeps } from "./prepare.ts";

/** Concurrent deliveries, each in another lane; those beyond the share of slow ones come on top. */
export const SLOTS = 32;
/** Slots for slow endpoints. */
export const SLOTS_FOR_SLOW = 16;
/** An endpoint is slow if it takes this long to answer, or does not answer. */
export const SLOW_MS = 1000;
/** Time for running deliveries at shutdown. */
const GRACE_MS = 1000;

/** A running delivery, and the lanes of its endpoint at the start. */
interface UnderWay {
  readonly endpointId: string;
  readonly lanes: number;
  readonly over: Promise<void>;
}

/** Dependencies of {@link Dispatcher}. */
export interface DispatcherDeps extends PrepareDeps, Pick<Deps, "newId" | "wait"> {
  /** 0 to 1, from a random source. */
  readonly random: () => number;
  readonly leases: ServerLeases | null;
}

/**
 * Delivers events to webhook endpoints, and their messages to customers by channels: at least once,
 * and in each lane of an endpoint one at a time in order. The events of a session are in one lane. A
 * retried event does not delay later ones.
 *
 * Pending deliveries are only in the store, so a new process continues where the last one ended.
 * Slow and dead endpoints share half of the slots and cannot delay others. An endpoint counts as
 * slow after {@link SLOW_MS}, and in a new process from the start if its last attempt got no
 * answer.
 *
 * Servers of one database deliver to an endpoint in turns, by leases. What another server has added
 * is found by the next look, within a second. An attempt of a server that was killed or frozen is
 * made again by the next one; a result that comes after its own is not recorded.
 */
export class Dispatcher {
  readonly #deps: DispatcherDeps;
  /** Running deliveries by lane. */
  readonly #underWay = new Map<string, UnderWay>();
  readonly #slots = new DeliverySlots({ slots: SLOTS, forSlow: SLOTS_FOR_SLOW, slowMs: SLOW_MS });
  readonly #record: DeliveryRecord;
  readonly #leases: EndpointLeases | null;
  readonly #end = new AbortController();
  #ending = false;
  #again = false;
  #awaitsLate = false;
  #looking: Promise<void> | undefined;
  readonly #locked: LockedSecrets;

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
    this.#leases = deps.leases === null ? null : new EndpointLeases(deps.leases);
    this.#locked = new LockedSecrets(deps);
    this.#record = new DeliveryRecord({
      ...deps,
      isEnding: () => this.#ending,
      owns: async (endpoint) => await this.#leases?.owns(endpoint) ?? true,
    });
  }

  /** Looks for due deliveries. Returns at once; several calls in a row cost one lookup. */
  wake(): void {
    // The store may already be closed.
    if (this.#ending) return;
    this.#again = true;
    this.#looking ??= this.#look();
  }

  /** Resolves when everything that was due and could start is done. */
  async idle(): Promise<void> {
    while (this.#looking !== undefined || this.#underWay.size > 0) {
      await Promise.all([this.#looking, ...this.#underWay.values().map(({ over }) => over)]);
    }
  }

  /**
   * Starts nothing more and gives running deliveries a moment to finish. Unanswered ones stay due
   * in the store.
   */
  async stop(): Promise<void> {
    this.#ending = true;
    await this.#looking;
    if (this.#underWay.size > 0) {
      await Promise.race([this.idle(), this.#deps.wait(GRACE_MS)]);
    }
    this.#end.abort();
    await this.idle();
  }

  async #look(): Promise<void> {
    // One lookup serves all calls of this turn.
    await Promise.resolve();
    try {
      while (this.#again) {
        this.#again = false;
        await this.#beginDue();
      }
    } catch (error) {
      // The next wake retries, within a second.
      this.#deps.warn("Cannot read due deliveries", { error });
    } finally {
      this.#looking = undefined;
    }
  }

  async #beginDue(): Promise<void> {
    const { store, now } = this.#deps;
    const slots = this.#slots;
    const leases = this.#leases;
    if (leases !== null) await leases.renew((id) => slots.countOf(id) > 0);
    slots.noteLate(now());
    if (!slots.areFull) {
      const others = new Map<string, Endpoint>();
      for (const one of await store.webhooks.due(now(), slots.busy, leases?.holder ?? null)) {
        const { endpoint, endpoint: { id } } = one;
        if (await this.#locked.blocks(one)) continue;
        if (!slots.knows(id)) slots.note(id, await this.#record.wasUnanswered(one));
        if (this.#ending || slots.areFull) break;
        if (!slots.hasRoomFor(id) || this.#hasOtherLanes(endpoint)) continue;
        if (leases?.covers(endpoint) === false) others.set(id, endpoint);
        else this.#start(one);
      }
      // Read again then: the last owner may have delivered what was due.
      if (!this.#ending && await leases?.take([...others.values()].slice(0, slots.free))) {
        this.#again = true;
      }
    }
    if (slots.areFull && !this.#ending) this.#pokeWhenLate();
  }

  /** Looks again when a running delivery turns out slow, which frees its slot. */
  #pokeWhenLate(): void {
    const { wait, now } = this.#deps;
    const delayMs = this.#slots.untilNextLate(now());
    if (this.#awaitsLate || delayMs === null) return;
    this.#awaitsLate = true;
    void wait(delayMs).then(() => {
      this.#awaitsLate = false;
      this.wake();
    });
  }

  /** True while deliveries run by another number of lanes: a session could be in two of them. */
  #hasOtherLanes(endpoint: Endpoint): boolean {
    return this.#underWay.values().some(({ endpointId, lanes }) =>
      endpointId === endpoint.id && lanes !== lanesOf(endpoint)
    );
  }

  #start(due: LaneDelivery): void {
    const { endpoint, lane } = due;
    const place = { endpointId: endpoint.id, lane };
    const over = this.#begin(due, place);
    this.#underWay.set(laneKeyOf(place), {
      endpointId: endpoint.id,
      lanes: lanesOf(endpoint),
      over,
    });
  }

  async #begin(due: LaneDelivery, lane: Lane): Promise<void> {
    const { id } = due.endpoint;
    this.#slots.begin(lane, this.#deps.now());
    this.#leases?.use(due.endpoint);
    try {
      await this.#deliver(due, lane);
      this.#leave(lane);
      this.wake();
    } catch (error) {
      // No wake: a defect must not become a busy loop.
      this.#leave(lane);
      this.#deps.warn("A delivery failed because of a bug", {
        event: due.event.id,
        endpoint: id,
        error,
      });
    }
  }

  #leave(lane: Lane): void {
    this.#underWay.delete(laneKeyOf(lane));
    this.#slots.end(lane);
  }

  async #deliver(due: LaneDelivery, lane: Lane): Promise<void> {
    const { delivery, endpoint, event } = due;
    const { now, random } = this.#deps;
    const beganAt = now();
    if (hasExpiredCode(event, beganAt)) {
      const lastError = "The code has expired";
      const failed = { ...delivery, state: "FAILED", lastError, updatedAt: beganAt } as const;
      return await this.#record.put([failed], [due]);
    }
    // What was sent in a message before is sent in the same one again.
    const isBatched = endpoint.kind === "webhook" && (endpoint.batch || delivery.batchId !== null);
    const prepared = isBatched
      ? await prepareBatch(due, endpoint, this.#deps, this.#end.signal)
      : { dues: [due], send: await prepareAttempt(due, this.#deps, this.#end.signal) };
    if (prepared === null) return;
    const { dues, send } = prepared;
    // The process may have been frozen: another server delivers then.
    if (this.#leases?.covers(endpoint) === false) return;
    const attempt = await send();
    const answeredAt = now();
    // Aborted at shutdown, which is not the endpoint's fault.
    if (attempt.status === null && this.#end.signal.aborted) return;
    this.#slots.noteAnswer(lane, attempt.status === null || answeredAt - beganAt >= SLOW_MS);

    const isGone = attempt.status === 410 && endpoint.kind !== "email";
    if (isGone) {
      this.#deps.warn("A webhook endpoint answered 410 Gone and is disabled", {
        endpoint: endpoint.id,
        merchant: endpoint.merchantId,
      });
    }
    // The same pause for all events of a message.
    const when = { now: answeredAt, jitter: random() };
    const tried = dues.map((one) =>
      withoutLateRetry(afterAttempt(one.delivery, attempt, when), one.event)
    );
    const also: Change[] = isGone
      ? [{ kind: "webhook.put", endpoint: { ...endpoint, disabledAt: answeredAt } }]
      : [];
    await this.#record.put(tried, dues, also);
  }
}
