/** Result of the rate limit for a request. */
export interface RateLimitResult {
  readonly allowed: boolean;
  readonly quota: number;
  /** Requests that would still pass now. */
  readonly remaining: number;
  /** Whole seconds until a request of the window no longer counts. */
  readonly resetSeconds: number;
}

/** The window of spec section 8: one minute. */
export const WINDOW_SECONDS = 60;

const WINDOW_MS = WINDOW_SECONDS * 1000;
const FIRST_CAPACITY = 1;
/** Moments that are kept in all, of 8 bytes each: 32 MiB. */
const MAX_MOMENTS = 4 * 1024 * 1024;
/** Up to this quota every request's own moment is kept. */
const EXACT_QUOTA = 1000;
/** Beyond it requests this close together count as one entry, as of the latest it can hold. */
const GRAIN_MS = WINDOW_MS / EXACT_QUOTA;

/**
 * Lets each subject make at most its quota of requests in any 60 seconds, wherever
 * those 60 seconds begin: a fixed window would let through twice the quota around
 * its edge, so the moments themselves are kept (of large quotas rounded up to 60 ms,
 * which may hold a request back that long and never lets one too many through).
 *
 * Memory is bounded: at most `maxSubjects` are known at a time, with room for `maxMoments` in
 * all, and those who were idle longest are forgotten first. Subjects stand in two generations:
 * who asks belongs to the young one, and once that has half of everything it becomes the old
 * one, whose idle rest is forgotten at once. (One map in the order of use would be walked for
 * what was deleted from it: 30 to 150 us a request while many addresses come by.)
 */
export class RollingLimiter {
  readonly #maxSubjects: number;
  readonly #maxMoments: number;
  #young = new Map<string, Moments>();
  #old = new Map<string, Moments>();
  /** Moments that the young generation has room for. */
  #room = 0;

  /**
   * @param maxSubjects of whom the half that asked last are never forgotten
   * @param maxMoments of 8 bytes each
   */
  constructor(maxSubjects: number, maxMoments = MAX_MOMENTS) {
    this.#maxSubjects = maxSubjects;
    this.#maxMoments = maxMoments;
  }

  /** Number of known subjects. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /**
   * Counts a request if it may pass. One that may not is not counted: who backs off
   * for the stated time gets through.
   *
   * @param nowMs milliseconds that only grow
   */
  take(subject: string, quota: number, nowMs: number): RateLimitResult {
    const moments = this.#moments(subject, quota);
    moments.forgetUntil(nowMs - WINDOW_MS);
    const allowed = moments.total < quota;
    if (allowed) {
      const before = moments.capacity;
      moments.add(nowMs);
      if (moments.capacity !== before) this.#grown(moments.capacity - before);
    }
    const wait = Math.max(1, Math.ceil((moments.oldest + WINDOW_MS - nowMs) / 1000));
    return {
      allowed,
      quota,
      remaining: Math.max(0, quota - moments.total),
      resetSeconds: allowed ? Math.min(wait, WINDOW_SECONDS) : wait,
    };
  }

  #moments(subject: string, quota: number): Moments {
    const young = this.#young.get(subject);
    if (young?.quota === quota) return young;
    const known = young ?? this.#old.get(subject);
    const moments = known?.quota === quota ? known : known?.resized(quota) ?? new Moments(quota);
    this.#old.delete(subject);
    this.#young.set(subject, moments);
    this.#grown(moments.capacity - (young?.capacity ?? 0));
    return moments;
  }

  /** Notes that the young generation has more room for moments, and lets it grow old in time. */
  #grown(by: number): void {
    this.#room += by;
    if (this.#young.size * 2 < this.#maxSubjects && this.#room * 2 < this.#maxMoments) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#room = 0;
  }
}

/**
 * When up to `quota` requests were made, as entries of a moment and a count: a ring
 * that grows only as far as it is used.
 */
class Moments {
  readonly quota: number;
  readonly #grainMs: number;
  // Plain arrays: they hold doubles as tightly as typed ones, and cost little to make and to
  // drop, which matters when a million addresses come by once.
  #moments: number[];
  /** Only where some entry stands for more than one request. */
  #counts: number[] | undefined;
  #head = 0;
  #entries = 0;
  #total = 0;

  constructor(quota: number) {
    this.quota = quota;
    this.#grainMs = quota > EXACT_QUOTA ? GRAIN_MS : 0;
    this.#moments = new Array<number>(FIRST_CAPACITY).fill(0);
  }

  /** Moments that there is room for. */
  get capacity(): number {
    return this.#moments.length;
  }

  /** Requests in the window. */
  get total(): number {
    return this.#total;
  }

  /** The moment that leaves the window first; 0 when there is none. */
  get oldest(): number {
    return this.#entries === 0 ? 0 : this.#moments[this.#head] ?? 0;
  }

  forgetUntil(moment: number): void {
    while (this.#entries > 0 && this.oldest <= moment) {
      this.#total -= this.#countAt(this.#head);
      this.#head = this.#slot(1);
      this.#entries -= 1;
    }
  }

  add(moment: number, count = 1): void {
    this.#total += count;
    const newest = this.#slot(this.#entries - 1);
    if (this.#entries > 0 && moment < (this.#moments[newest] ?? 0)) {
      this.#setCount(newest, this.#countAt(newest) + count);
      return;
    }
    if (this.#entries === this.#moments.length) this.#grow();
    const slot = this.#slot(this.#entries);
    // As of the end of its grain: nothing it will hold leaves the window too early.
    this.#moments[slot] = moment + this.#grainMs;
    this.#setCount(slot, count);
    this.#entries += 1;
  }

  /** The same moments under another quota; what the new one does not allow stays counted. */
  resized(quota: number): Moments {
    const copy = new Moments(quota);
    for (let i = 0; i < this.#entries; i++) {
      const slot = this.#slot(i);
      copy.add(this.#moments[slot] ?? 0, this.#countAt(slot));
    }
    return copy;
  }

  #countAt(slot: number): number {
    return this.#counts === undefined ? 1 : this.#counts[slot] ?? 1;
  }

  #setCount(slot: number, count: number): void {
    if (this.#counts === undefined && count === 1) return;
    this.#counts ??= new Array<number>(this.#moments.length).fill(1);
    this.#counts[slot] = count;
  }

  #slot(i: number): number {
    return (this.#head + i + this.#moments.length) % this.#moments.length;
  }

  #grow(): void {
    const slots = Array.from({ length: this.#entries }, (_, i) => this.#slot(i));
    const rest = new Array<number>(this.#entries).fill(0);
    const counts = this.#counts;
    this.#moments = [...slots.map((slot) => this.#moments[slot] ?? 0), ...rest];
    if (counts !== undefined) this.#counts = [...slots.map((slot) => counts[slot] ?? 1), ...rest];
    this.#head = 0;
  }
}
