/** What became of a request that asked to pass. */
export interface Verdict {
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
const FIRST_CAPACITY = 8;
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
 * Memory is bounded: a subject takes 16 KiB at the most, whatever its quota. At most `maxSubjects` are known at a time, and the one that
 * was idle longest is forgotten first.
 */
export class RollingLimiter {
  readonly #subjects = new Map<string, Moments>();
  readonly #maxSubjects: number;

  constructor(maxSubjects: number) {
    this.#maxSubjects = maxSubjects;
  }

  /** How many subjects are known. */
  get size(): number {
    return this.#subjects.size;
  }

  /**
   * Counts a request if it may pass. One that may not is not counted: who backs off
   * for the stated time gets through.
   *
   * @param nowMs milliseconds that only grow
   */
  take(subject: string, quota: number, nowMs: number): Verdict {
    const moments = this.#moments(subject, quota);
    moments.forgetUntil(nowMs - WINDOW_MS);
    const allowed = moments.total < quota;
    if (allowed) moments.add(nowMs);
    const wait = Math.max(1, Math.ceil((moments.oldest + WINDOW_MS - nowMs) / 1000));
    return {
      allowed,
      quota,
      remaining: Math.max(0, quota - moments.total),
      resetSeconds: allowed ? Math.min(wait, WINDOW_SECONDS) : wait,
    };
  }

  #moments(subject: string, quota: number): Moments {
    const known = this.#subjects.get(subject);
    if (known?.quota === quota) {
      // A map keeps the order of insertion; only a full one needs to know who was idle longest.
      if (this.#subjects.size * 2 > this.#maxSubjects) {
        this.#subjects.delete(subject);
        this.#subjects.set(subject, known);
      }
      return known;
    }
    const moments = known?.resized(quota) ?? new Moments(quota);
    this.#subjects.delete(subject);
    this.#subjects.set(subject, moments);
    if (this.#subjects.size > this.#maxSubjects) {
      const [idlest] = this.#subjects.keys();
      if (idlest !== undefined) this.#subjects.delete(idlest);
    }
    return moments;
  }
}

/**
 * When up to `quota` requests were made, as entries of a moment and a count: a ring
 * that grows only as far as it is used.
 */
class Moments {
  readonly quota: number;
  readonly #grainMs: number;
  #moments: Float64Array;
  #counts: Float64Array;
  #head = 0;
  #entries = 0;
  #total = 0;

  constructor(quota: number) {
    this.quota = quota;
    this.#grainMs = quota > EXACT_QUOTA ? GRAIN_MS : 0;
    this.#moments = new Float64Array(FIRST_CAPACITY);
    this.#counts = new Float64Array(FIRST_CAPACITY);
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
      this.#total -= this.#counts[this.#head] ?? 0;
      this.#head = this.#slot(1);
      this.#entries -= 1;
    }
  }

  add(moment: number, count = 1): void {
    this.#total += count;
    const newest = this.#slot(this.#entries - 1);
    if (this.#entries > 0 && moment < (this.#moments[newest] ?? 0)) {
      this.#counts[newest]! += count;
      return;
    }
    if (this.#entries === this.#moments.length) this.#grow();
    const slot = this.#slot(this.#entries);
    // As of the end of its grain: nothing it will hold leaves the window too early.
    this.#moments[slot] = moment + this.#grainMs;
    this.#counts[slot] = count;
    this.#entries += 1;
  }

  /** The same moments under another quota; what the new one does not allow stays counted. */
  resized(quota: number): Moments {
    const copy = new Moments(quota);
    for (let i = 0; i < this.#entries; i++) {
      const slot = this.#slot(i);
      copy.add(this.#moments[slot] ?? 0, this.#counts[slot] ?? 0);
    }
    return copy;
  }

  #slot(i: number): number {
    return (this.#head + i + this.#moments.length) % this.#moments.length;
  }

  #grow(): void {
    const slots = Array.from({ length: this.#entries }, (_, i) => this.#slot(i));
    const grown = (from: Float64Array) => {
      const to = new Float64Array(from.length * 2);
      slots.forEach((slot, i) => to[i] = from[slot] ?? 0);
      return to;
    };
    this.#moments = grown(this.#moments);
    this.#counts = grown(this.#counts);
    this.#head = 0;
  }
}
