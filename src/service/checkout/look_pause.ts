/** Least time between two looks at a payment, except those of the timer. */
const PAUSE_MS = 10_000;
/** Payments that are remembered. */
const MAX_PAYMENTS = 10_000;

/** Keeps looks at one payment apart, in this process; the timer has its own pauses. */
export class LookPause {
  readonly #lookedAt = new Map<string, number>();

  /** True if a payment may be looked at, which then counts as done. */
  begin(paymentId: string, now: number): boolean {
    const since = this.#lookedAt.get(paymentId);
    if (since !== undefined && now < since + PAUSE_MS) return false;
    if (this.#lookedAt.size >= MAX_PAYMENTS) this.#lookedAt.clear();
    this.#lookedAt.set(paymentId, now);
    return true;
  }
}
