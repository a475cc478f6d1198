import type { MaybePromise } from "../../domain/session/stored.ts";

/** Result of the rate limit for a request. */
export interface RateLimitResult {
  readonly allowed: boolean;
  readonly quota: number;
  /** Requests that are still allowed now. */
  readonly remaining: number;
  /** Whole seconds until the oldest request of the window no longer counts. */
  readonly resetSeconds: number;
}

/** Allows each subject its quota of requests in any window of time. */
export interface Limiter {
  /** Number of known subjects. */
  readonly size: number;
  /**
   * Counts a request if it is allowed. A refused request is not counted, so a client that waits the
   * stated time passes.
   *
   * @param nowMs monotonic milliseconds
   */
  take(subject: string, quota: number, nowMs: number): MaybePromise<RateLimitResult>;
}

/** The window of spec section 8: one minute. */
export const WINDOW_SECONDS = 60;

const FIRST_CAPACITY = 1;
/** Limit of all stored times, of 8 bytes each: 32 MiB. */
const MAX_MOMENTS = 4 * 1024 * 1024;
/** Up to this quota the time of every request is stored. */
const EXACT_QUOTA = 1000;

/**
 * Allows each subject its quota of requests in any window of time, usually 60 seconds. A fixed
 * window would allow twice the quota around its edge, so the times themselves are stored. For large
 * quotas they are rounded up to a thousandth of the window: a request may wait that much longer, and
 * none passes too early.
 *
 * Memory is bounded: at most `maxSubjects` are tracked, with room for `maxMoments` times in total,
 * and the subjects idle for longest are dropped first. Subjects are kept in two generations. A
 * request moves its subject to the young one; when that has half of the limit, it becomes the old
 * one, and the previous old one is dropped. (One map in order of use would walk over deleted
 * entries: 30 to 150 us a request with many addresses.)
 */
export class RollingLimiter implements Limiter {
  readonly #maxSubjects: number;
  readonly #maxMoments: number;
  readonly #windowMs: number;
  #young = new Map<string, Moments>();
  #old = new Map<string, Moments>();
  /** Times that the young generation has room for. */
  #room = 0;

  /**
   * @param maxSubjects the half with the latest requests is never dropped
   * @param maxMoments limit of the stored times, of 8 bytes each
   */
  constructor(
    maxSubjects: number,
    { maxMoments = MAX_MOMENTS, windowSeconds = WINDOW_SECONDS }: {
      readonly maxMoments?: number;
      readonly windowSeconds?: number;
    } = {},
  ) {
    this.#maxSubjects = maxSubjects;
    this.#maxMoments = maxMoments;
    this.#windowMs = windowSeconds * 1000;
  }

  /** Number of known subjects. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  take(subject: string, quota: number, nowMs: number): RateLimitResult {
    const moments = this.#moments(subject, quota);
    moments.forgetUntil(nowMs - this.#windowMs);
    const allowed = moments.total < quota;
    if (allowed) {
      const before = moments.capacity;
      moments.add(nowMs);
      if (moments.capacity !== before) this.#grown(moments.capacity - before);
    }
    return this.#result(allowed, moments, { quota, nowMs });
  }

  /** The result for a subject with these requests within the window. */
  #result(
    allowed: boolean,
    { total, oldest }: Pick<Moments, "total" | "oldest">,
    { quota, nowMs }: { readonly quota: number; readonly nowMs: number },
  ): RateLimitResult {
    const wait = Math.max(1, Math.ceil((oldest + this.#windowMs - nowMs) / 1000));
    return {
      allowed,
      quota,
      remaining: Math.max(0, quota - total),
      resetSeconds: allowed ? Math.min(wait, this.#windowMs / 1000) : wait,
    };
  }

  #moments(subject: string, quota: number): Moments {
    const young = this.#young.get(subject);
    if (young?.quota === quota) return young;
    const known = young ?? this.#old.get(subject);
    const moments = known?.quota === quota
      ? known
      : known?.resized(quota, this.#windowMs) ?? new Moments(quota, this.#windowMs);
    this.#old.delete(subject);
    this.#young.set(subject, moments);
    this.#grown(moments.capacity - (young?.capacity ?? 0));
    return moments;
  }

  /** Adds to the size of the young generation, and starts a new one when it is full. */
  #grown(by: number): void {
    this.#room += by;
    if (this.#young.size * 2 < this.#maxSubjects && this.#room * 2 < this.#maxMoments) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#room = 0;
  }
}

/**
 * Times of up to `quota` requests, as entries of a time and a count, in a ring that grows as
 * needed.
 */
class Moments {
  readonly quota: number;
  /** Requests within this span share one entry with the latest possible time. */
  readonly #grainMs: number;
  // Plain arrays hold doubles as compactly as typed ones and are cheaper to create and drop, which
  // matters for a million addresses that come once.
  #moments: number[];
  /** Present only if an entry stands for more than one request. */
  #counts: number[] | undefined;
  #head = 0;
  #entries = 0;
  #total = 0;

  constructor(quota: number, windowMs: number) {
    this.quota = quota;
    this.#grainMs = quota > EXACT_QUOTA ? windowMs / EXACT_QUOTA : 0;
    this.#moments = new Array<number>(FIRST_CAPACITY).fill(0);
  }

  /** Number of entries that fit. */
  get capacity(): number {
    return this.#moments.length;
  }

  /** Requests in the window. */
  get total(): number {
    return this.#total;
  }

  /** The oldest time (default: 0). */
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
    // The end of the grain, so that no request in it leaves the window too early.
    this.#moments[slot] = moment + this.#grainMs;
    this.#setCount(slot, count);
    this.#entries += 1;
  }

  /** The same times under another quota; requests beyond the new quota stay counted. */
  resized(quota: number, windowMs: number): Moments {
    const copy = new Moments(quota, windowMs);
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
