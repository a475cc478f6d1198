import type { Change } from "../../domain/changes.ts";
import type { CheckoutEvent } from "../../domain/events.ts";
import { OTP_LIFETIME_MS } from "../../domain/session/otp.ts";
import {
  afterAttempt,
  type Delivery,
  type DueDelivery,
  webhookBody,
} from "../../domain/shop/webhook.ts";
import type { Deps } from "../deps.ts";
import { DeliveryRecord } from "./delivery_record.ts";
import { DeliverySlots } from "./delivery_slots.ts";
import type { WebhookSender } from "./sender.ts";

/** Deliveries under way at once, each to another endpoint, but for slow ones beyond their share. */
export const SLOTS = 32;
/** Slots that slow endpoints can take. */
export const SLOTS_FOR_SLOW = 16;
/** An endpoint that takes this long to answer is slow, and so is one that does not answer. */
export const SLOW_MS = 1000;
/** On the way out, deliveries under way get this long. */
const GRACE_MS = 1000;

/** Dependencies of {@link Dispatcher}. */
export interface DispatcherDeps extends Pick<Deps, "store" | "now" | "wait" | "warn"> {
  readonly sender: WebhookSender;
  /** 0 to 1, from a random source. */
  readonly random: () => number;
}

/**
 * Delivers events to the merchants' endpoints: at least once, and to each endpoint one at
 * a time in the order in which they happened. An event that has to be tried again does
 * not hold up those after it.
 *
 * What is to be done stands in the store and nowhere else, so that a new process goes on
 * where the last one ended. No endpoint can keep others waiting: those that are slow or
 * dead share half of the slots among themselves, from when they have kept us waiting for
 * {@link SLOW_MS}, and in a new process from its start if their last attempt got no answer.
 */
export class Dispatcher {
  readonly #deps: DispatcherDeps;
  /** By endpoint. */
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #slots = new DeliverySlots({
    slots: SLOTS,
    forSlow: SLOTS_FOR_SLOW,
    slowMs: SLOW_MS,
  });
  readonly #record: DeliveryRecord;
  readonly #end = new AbortController();
  #ending = false;
  #again = false;
  #awaitsLate = false;
  #looking: Promise<void> | undefined;

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
    this.#record = new DeliveryRecord({ ...deps, isEnding: () => this.#ending });
  }

  /** Says that something may be due. Returns at once; many calls in a row cost as much as one. */
  wake(): void {
    // The store may be closed by now.
    if (this.#ending) return;
    this.#again = true;
    this.#looking ??= this.#look();
  }

  /** Resolves once everything that was due and could be begun is over. */
  async idle(): Promise<void> {
    while (this.#looking !== undefined || this.#underWay.size > 0) {
      await Promise.all([this.#looking, ...this.#underWay.values()]);
    }
  }

  /**
   * Begins nothing more and lets what is under way finish, for a moment. What did not get
   * its answer by then stays due in the store.
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
    // All calls of this turn are answered by one look.
    await Promise.resolve();
    try {
      while (this.#again) {
        this.#again = false;
        await this.#beginDue();
      }
    } catch (error) {
      // The next wake tries again, and one comes every second.
      this.#deps.warn("Cannot read due deliveries", { error });
    } finally {
      this.#looking = undefined;
    }
  }

  async #beginDue(): Promise<void> {
    const { store, now } = this.#deps;
    const slots = this.#slots;
    slots.noteLate(now());
    if (!slots.areFull) {
      for (const one of await store.webhooks.due(now(), slots.busy)) {
        const { id } = one.endpoint;
        if (!slots.knows(id)) slots.note(id, await this.#record.wasUnanswered(one));
        if (this.#ending || slots.areFull) break;
        if (slots.hasRoomFor(id)) this.#underWay.set(id, this.#begin(one));
      }
    }
    if (slots.areFull && !this.#ending) this.#pokeWhenLate();
  }

  /** Looks again as soon as one of those under way turns out slow: that frees its slot. */
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
    try {
      await this.#deliver(due);
      this.#leave(id);
      this.wake();
    } catch (error) {
      // Not poked: a defect must not turn into a loop without a pause.
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
    const { delivery, event, endpoint } = due;
    const { sender, now, random } = this.#deps;
    const beganAt = now();
    if (isStale(event, beganAt)) {
      const lastError = "The code has expired";
      const failed = { ...delivery, state: "FAILED", lastError, updatedAt: beganAt } as const;
      return await this.#record.put(failed, due);
    }
    const message = { id: event.id, body: webhookBody(event) };
    const attempt = await sender.send(endpoint, message, this.#end.signal);
    const answeredAt = now();
    // Given up on the way out: it was no fault of the endpoint's.
    if (attempt.status === null && this.#end.signal.aborted) return;
    this.#slots.noteAnswer(endpoint.id, attempt.status === null || answeredAt - beganAt >= SLOW_MS);

    const isGone = attempt.status === 410;
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
}

/** True if an event carries a code that is of no use any more: expired, or blotted out. */
function isStale({ type, at, data }: CheckoutEvent, now: number): boolean {
  if (type !== "otp.requested") return false;
  return typeof data["otp"] !== "string" || now >= at + OTP_LIFETIME_MS;
}

/** A code that would have expired by the next attempt is not tried again. */
function withoutLateRetry(delivery: Delivery, event: CheckoutEvent): Delivery {
  return delivery.state === "PENDING" && isStale(event, delivery.nextAt)
    ? { ...delivery, state: "FAILED" }
    : delivery;
}
