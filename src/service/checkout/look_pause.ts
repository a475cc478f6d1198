/** Least time between two looks at a payment that customers, or told results, cause. */
const PAUSE_MS = 10_000;
/** Payments that are remembered. */
const MAX_PAYMENTS = 10_000;

/** Keeps the looks apart that others than the timer cause, in this process. */
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
