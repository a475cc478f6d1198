import type { Change } from "../../domain/changes.ts";
import { type CheckoutEvent, hasExpiredCode } from "../../domain/events.ts";
import {
  afterAttempt,
  type Attempt,
  type Channel,
  type Delivery,
  type DueDelivery,
  type Endpoint,
  webhookBody,
} from "../../domain/shop/webhook.ts";
import type { Deps } from "../deps.ts";
import type { ServerLeases } from "../leases.ts";
import { attempted } from "./attempt.ts";
import type { RecoveryLinks } from "../recovery/links.ts";
import { DeliveryRecord } from "./delivery_record.ts";
import { EndpointLeases } from "./endpoint_leases.ts";
import { DeliverySlots } from "./delivery_slots.ts";
import type { WebhookSender } from "./sender.ts";

/** Concurrent deliveries, each to another endpoint; slow ones beyond their share come on top. */
export const SLOTS = 32;
/** Slots for slow endpoints. */
export const SLOTS_FOR_SLOW = 16;
/** An endpoint is slow if it takes this long to answer, or does not answer. */
export const SLOW_MS = 1000;
/** Time for running deliveries at shutdown. */
const GRACE_MS = 1000;

/** Makes an attempt that was prepared. */
type Sending = () => Promise<Attempt>;

/** Dependencies of {@link Dispatcher}. */
export interface DispatcherDeps extends Pick<Deps, "store" | "now" | "wait" | "warn"> {
  readonly sender: WebhookSender;
  /** Sends the messages of channels. */
  readonly messages: {
    write(channel: Channel, event: CheckoutEvent, signal: AbortSignal): Promise<Sending>;
  };
  /** Adds recovery links, which are not stored. */
  readonly links: Pick<RecoveryLinks, "withLink">;
  /** 0 to 1, from a random source. */
  readonly random: () => number;
  readonly leases: ServerLeases | null;
}

/**
 * Delivers events to webhook endpoints, and their messages to customers by channels: at least once,
 * and to each endpoint one at a time in order. A retried event does not delay later ones.
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
  /** Running deliveries by endpoint. */
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #slots = new DeliverySlots({
    slots: SLOTS,
    forSlow: SLOTS_FOR_SLOW,
    slowMs: SLOW_MS,
  });
  readonly #record: DeliveryRecord;
  readonly #leases: EndpointLeases | null;
  readonly #end = new AbortController();
  #ending = false;
  #again = false;
  #awaitsLate = false;
  #looking: Promise<void> | undefined;

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
    this.#leases = deps.leases === null ? null : new EndpointLeases(deps.leases);
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
      await Promise.all([this.#looking, ...this.#underWay.values()]);
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
    if (leases !== null) await leases.renew((id) => this.#underWay.has(id));
    slots.noteLate(now());
    if (!slots.areFull) {
      const others: Endpoint[] = [];
      for (const one of await store.webhooks.due(now(), slots.busy, leases?.holder ?? null)) {
        const { endpoint, endpoint: { id } } = one;
        if (!slots.knows(id)) slots.note(id, await this.#record.wasUnanswered(one));
        if (this.#ending || slots.areFull) break;
        if (!slots.hasRoomFor(id)) continue;
        if (leases?.covers(endpoint) === false) others.push(endpoint);
        else this.#underWay.set(id, this.#begin(one));
      }
      // Read again then: the last owner may have delivered what was due.
      if (!this.#ending && await leases?.take(others.slice(0, slots.free))) this.#again = true;
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

  async #begin(due: DueDelivery): Promise<void> {
    const { id } = due.endpoint;
    this.#slots.begin(id, this.#deps.now());
    this.#leases?.use(due.endpoint);
    try {
      await this.#deliver(due);
      this.#leave(id);
      this.wake();
    } catch (error) {
      // No wake: a defect must not become a busy loop.
      this.#leave(id);
      this.#deps.warn("A delivery failed because of a bug", {
        event: due.event.id,
        endpoint: id,
        error,
      });
    }
  }

  #leave(endpointId: string): void {
    this.#underWay.delete(endpointId);
    this.#slots.end(endpointId);
  }

  async #deliver(due: DueDelivery): Promise<void> {
    const { delivery, endpoint } = due;
    const { links, now, random } = this.#deps;
    const isIdle = due.event.type === "session.idle";
    const event = isIdle ? await links.withLink(due.event) : due.event;
    const beganAt = now();
    if (hasExpiredCode(event, beganAt)) {
      const lastError = "The code has expired";
      const failed = { ...delivery, state: "FAILED", lastError, updatedAt: beganAt } as const;
      return await this.#record.put(failed, due);
    }
    const send = await this.#prepare({ ...due, event });
    // The process may have been frozen: another server delivers then.
    if (this.#leases?.covers(endpoint) === false) return;
    const attempt = await send();
    const answeredAt = now();
    // Aborted at shutdown, which is not the endpoint's fault.
    if (attempt.status === null && this.#end.signal.aborted) return;
    this.#slots.noteAnswer(endpoint.id, attempt.status === null || answeredAt - beganAt >= SLOW_MS);

    const isGone = attempt.status === 410 && endpoint.kind !== "email";
    if (isGone) {
      this.#deps.warn("A webhook endpoint answered 410 Gone and is disabled", {
        endpoint: endpoint.id,
        merchant: endpoint.merchantId,
      });
    }
    const tried = afterAttempt(delivery, attempt, { now: answeredAt, jitter: random() });
    const also: Change[] = isGone
      ? [{ kind: "webhook.put", endpoint: { ...endpoint, disabledAt: answeredAt } }]
      : [];
    await this.#record.put(withoutLateRetry(tried, event), due, also);
  }

  /** A session that cannot be read must not hold up the endpoint's other events: its attempt fails. */
  async #prepare({ event, endpoint }: DueDelivery): Promise<Sending> {
    const { sender, messages } = this.#deps;
    const { signal } = this.#end;
    try {
      if (endpoint.kind !== "webhook") return await messages.write(endpoint, event, signal);
      const sent = endpoint.include.length === 0 ? event : await this.#withExtras(event);
      return () => sender.send(endpoint, { id: event.id, body: webhookBody(sent) }, signal);
    } catch (error) {
      return () => attempted(() => Promise.reject(error), this.#deps, event.id);
    }
  }

  /** Adds the personal data that a webhook may ask for, as the session has it now. */
  async #withExtras(event: CheckoutEvent): Promise<CheckoutEvent> {
    const session = (await this.#deps.store.sessions.find(event.sessionId))?.load();
    const buyer = { email: session?.buyer.email ?? null };
    return { ...event, data: { ...event.data, buyer } };
  }
}

/** Does not retry a code that expires before the next attempt. */
function withoutLateRetry(delivery: Delivery, event: CheckoutEvent): Delivery {
  return delivery.state === "PENDING" && hasExpiredCode(event, delivery.nextAt)
    ? { ...delivery, state: "FAILED" }
    : delivery;
}
