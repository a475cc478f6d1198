/** Limits of concurrent deliveries, and the threshold for a slow endpoint. */
export interface SlotLimits {
  /** Number of slots. */
  readonly slots: number;
  /** Slots for slow endpoints. */
  readonly forSlow: number;
  /** An endpoint is slow if it takes this long to answer, or does not answer. */
  readonly slowMs: number;
}

/**
 * Slots of concurrent deliveries, one per endpoint.
 *
 * Slow endpoints use at most their share of the slots. An endpoint that turns out slow beyond the
 * share still gets its time to answer, but holds no slot. So the number of concurrent deliveries is
 * limited by the timeout of an attempt, and the other slots become free within `slowMs`.
 */
export class DeliverySlots {
  readonly #limits: SlotLimits;
  /**
   * Start of the delivery by endpoint, in milliseconds since the epoch; null after the answer,
   * while the result is being recorded.
   */
  readonly #since = new Map<string, number | null>();
  /** Slowness by endpoint; absent if unknown. */
  readonly #slow = new Map<string, boolean>();

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** Endpoints with a running delivery. */
  get busy(): string[] {
    return [...this.#since.keys()];
  }

  /** True if it is known whether this endpoint is slow. */
  knows(endpointId: string): boolean {
    return this.#slow.has(endpointId);
  }

  /** Notes whether an endpoint is slow. */
  note(endpointId: string, isSlow: boolean): void {
    this.#slow.set(endpointId, isSlow);
  }

  begin(endpointId: string, now: number): void {
    this.#since.set(endpointId, now);
  }

  /** Notes an answer: the endpoint keeps its slot but no longer becomes slow. */
  noteAnswer(endpointId: string, isSlow: boolean): void {
    this.#since.set(endpointId, null);
    this.note(endpointId, isSlow);
  }

  end(endpointId: string): void {
    this.#since.delete(endpointId);
  }

  /** Marks all endpoints as slow whose delivery takes too long. */
  noteLate(now: number): void {
    for (const [id, since] of this.#since) {
      if (since !== null && now - since >= this.#limits.slowMs) this.#slow.set(id, true);
    }
  }

  /** Number of free slots. */
  get free(): number {
    const { slots, forSlow } = this.#limits;
    const slow = this.#slowUnderWay();
    return Math.max(0, slots - (this.#since.size - slow) - Math.min(slow, forSlow));
  }

  /** True if no slot is free, for quick and slow endpoints alike. */
  get areFull(): boolean {
    return this.free === 0;
  }

  /** True if a delivery to this endpoint can begin. */
  hasRoomFor(endpointId: string): boolean {
    if (this.areFull) return false;
    return !this.#isSlow(endpointId) || this.#slowUnderWay() < this.#limits.forSlow;
  }

  /** Milliseconds until the next running delivery counts as slow; null if none can. */
  untilNextLate(now: number): number | null {
    let earliest: number | null = null;
    for (const [id, since] of this.#since) {
      if (since === null || this.#isSlow(id)) continue;
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
    return this.busy.filter((id) => this.#isSlow(id)).length;
  }
}
