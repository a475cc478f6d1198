/** Limits of concurrent deliveries, and the threshold for a slow endpoint. */
export interface SlotLimits {
  /** Slots there are. */
  readonly slots: number;
  /** Slots that slow endpoints can take. */
  readonly forSlow: number;
  /** An endpoint that takes this long to answer, or does not answer at all, is slow. */
  readonly slowMs: number;
}

/**
 * Which endpoints are being delivered to and which of them are slow.
 *
 * However many slow ones are under way, they take up no more than their share: those that
 * turn out slow beyond it still get their time to answer, but hold no slot any longer. What
 * is under way at once is thereby bounded by how long an attempt may last, and the slots that
 * are not the slow ones' come free within `slowMs`, whatever they were used for.
 */
export class DeliverySlots {
  readonly #limits: SlotLimits;
  /**
   * When its delivery began, by endpoint, in milliseconds since the epoch; null once it has
   * answered and only what came of it is still to be written.
   */
  readonly #since = new Map<string, number | null>();
  /** By endpoint; absent for those nothing is known of. */
  readonly #slow = new Map<string, boolean>();

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** The endpoints that are being delivered to. */
  get busy(): string[] {
    return [...this.#since.keys()];
  }

  /** True if it has been noted if this endpoint is slow. */
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

  /** Notes how an endpoint fared: it keeps nobody waiting any more, but holds its slot. */
  noteAnswer(endpointId: string, isSlow: boolean): void {
    this.#since.set(endpointId, null);
    this.note(endpointId, isSlow);
  }

  end(endpointId: string): void {
    this.#since.delete(endpointId);
  }

  /** Notes as slow all those that have been under way for too long. */
  noteLate(now: number): void {
    for (const [id, since] of this.#since) {
      if (since !== null && now - since >= this.#limits.slowMs) this.#slow.set(id, true);
    }
  }

  /** True if no slot is free, be it for a quick endpoint or a slow one. */
  get areFull(): boolean {
    const slow = this.#slowUnderWay();
    const quick = this.#since.size - slow;
    return quick + Math.min(slow, this.#limits.forSlow) >= this.#limits.slots;
  }

  /** True if a delivery to this endpoint can begin. */
  hasRoomFor(endpointId: string): boolean {
    if (this.areFull) return false;
    return !this.#isSlow(endpointId) || this.#slowUnderWay() < this.#limits.forSlow;
  }

  /**
   * Milliseconds until the next one under way will have turned out slow, unless it answers
   * before; null when all of them are known to be.
   */
  untilNextLate(now: number): number | null {
    let earliest: number | null = null;
    for (const [id, since] of this.#since) {
      if (since === null || this.#isSlow(id)) continue;
      earliest = Math.min(earliest ?? since, since);
    }
    if (earliest === null) return null;
    const { slowMs } = this.#limits;
    // Not longer than that, should the clock have been set back.
    return Math.min(Math.max(earliest + slowMs - now, 0), slowMs);
  }

  #isSlow(endpointId: string): boolean {
    return this.#slow.get(endpointId) === true;
  }

  #slowUnderWay(): number {
    return this.busy.filter((id) => this.#isSlow(id)).length;
  }
}
