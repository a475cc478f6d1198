/** Limits of concurrent deliveries, and the threshold for a slow endpoint. */
export interface SlotLimits {
  /** Number of slots. */
  readonly slots: number;
  /** Slots for slow endpoints. */
  readonly forSlow: number;
  /** An endpoint is slow if it takes this long to answer, or does not answer. */
  readonly slowMs: number;
}

/** A lane of an endpoint, from 0. */
export interface Lane {
  readonly endpointId: string;
  readonly lane: number;
}

/** A running delivery. */
interface RunningDelivery extends Lane {
  /**
   * Start in milliseconds since the epoch; null after the answer, while the result is being
   * recorded.
   */
  readonly since: number | null;
}

/** Share of the slots, and of those for slow endpoints, that one endpoint may use. */
const SHARE = 1 / 4;

/**
 * Slots of concurrent deliveries, one per lane of an endpoint, and at most a quarter of them per
 * endpoint.
 *
 * Slow endpoints use at most their share of the slots. An endpoint that turns out slow beyond the
 * share still gets its time to answer, but holds no slot. So the number of concurrent deliveries is
 * limited by the timeout of an attempt, and the other slots become free within `slowMs`.
 */
export class DeliverySlots {
  readonly #limits: SlotLimits;
  /** Running deliveries by lane, as in {@link laneKeyOf}. */
  readonly #running = new Map<string, RunningDelivery>();
  /** Slowness by endpoint; absent if unknown. */
  readonly #slow = new Map<string, boolean>();

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** Lanes with a running delivery, `ENDPOINT:LANE`. */
  get busy(): string[] {
    return [...this.#running.keys()];
  }

  /** Number of running deliveries to an endpoint. */
  countOf(endpointId: string): number {
    return this.#running.values().filter((one) => one.endpointId === endpointId)
      .reduce((count) => count + 1, 0);
  }

  /** True if it is known whether this endpoint is slow. */
  knows(endpointId: string): boolean {
    return this.#slow.has(endpointId);
  }

  /** Notes whether an endpoint is slow. */
  note(endpointId: string, isSlow: boolean): void {
    this.#slow.set(endpointId, isSlow);
  }

  begin(lane: Lane, now: number): void {
    this.#put(lane, now);
  }

  /** Notes an answer: the lane keeps its slot, but does not make its endpoint slow any more. */
  noteAnswer(lane: Lane, isSlow: boolean): void {
    this.#put(lane, null);
    this.note(lane.endpointId, isSlow);
  }

  end(lane: Lane): void {
    this.#running.delete(laneKeyOf(lane));
  }

  #put({ endpointId, lane }: Lane, since: number | null): void {
    this.#running.set(laneKeyOf({ endpointId, lane }), { endpointId, lane, since });
  }

  /** Marks all endpoints as slow whose delivery takes too long. */
  noteLate(now: number): void {
    for (const { endpointId, since } of this.#running.values()) {
      if (since !== null && now - since >= this.#limits.slowMs) this.#slow.set(endpointId, true);
    }
  }

  /** Number of free slots. */
  get free(): number {
    const { slots, forSlow } = this.#limits;
    const slow = this.#slowUnderWay();
    return Math.max(0, slots - (this.#running.size - slow) - Math.min(slow, forSlow));
  }

  /** True if no slot is free, for quick and slow endpoints alike. */
  get areFull(): boolean {
    return this.free === 0;
  }

  /** True if a delivery to this endpoint can begin. */
  hasRoomFor(endpointId: string): boolean {
    if (this.areFull) return false;
    const { slots, forSlow } = this.#limits;
    const isSlow = this.#isSlow(endpointId);
    if (isSlow && this.#slowUnderWay() >= forSlow) return false;
    const share = Math.max(1, Math.floor((isSlow ? forSlow : slots) * SHARE));
    return this.countOf(endpointId) < share;
  }

  /** Milliseconds until the next running delivery counts as slow; null if none can. */
  untilNextLate(now: number): number | null {
    let earliest: number | null = null;
    for (const { endpointId, since } of this.#running.values()) {
      if (since === null || this.#isSlow(endpointId)) continue;
      earliest = Math.min(earliest ?? since, since);
    }
    if (earliest === null) return null;
    const { slowMs } = this.#limits;
    // Limited, in case the clock was set back.
    return Math.min(Math.max(earliest + slowMs - now, 0), slowMs);
  }

  #isSlow(endpointId: string): boolean {
    return this.#slow.get(endpointId) === true;
  }

  #slowUnderWay(): number {
    return this.#running.values().filter(({ endpointId }) => this.#isSlow(endpointId))
      .reduce((count) => count + 1, 0);
  }
}

/** Name of a lane, as `webhooks.due()` takes it. */
export function laneKeyOf({ endpointId, lane }: Lane): string {
  return `${endpointId}:${lane}`;
}
