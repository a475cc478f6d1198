import type { MerchantId } from "../../domain/ids.ts";

const MINUTE_MS = 60_000;
/** Calls of a shop in a minute. */
const MOST_CALLS = 60;

/**
 * Calls that servers make by themselves for refunds and disputes of a shop: however many are due, the
 * provider answers other calls of the shop, and other shops have their turn.
 */
export class CallBudget {
  #minute = 0;
  /** Calls of this minute, by shop. */
  readonly #used = new Map<MerchantId, number>();

  /** Takes so many calls of a shop; false if the minute has not as many left, and then has none. */
  take(merchantId: MerchantId, calls: number, now: number): boolean {
    this.#renew(now);
    const used = (this.#used.get(merchantId) ?? 0) + calls;
    this.#used.set(merchantId, Math.min(used, MOST_CALLS));
    return used <= MOST_CALLS;
  }

  /** Shops that have none left in this minute. */
  spent(now: number): MerchantId[] {
    this.#renew(now);
    return [...this.#used].filter(([, used]) => used >= MOST_CALLS).map(([id]) => id);
  }

  #renew(now: number): void {
    const minute = Math.floor(now / MINUTE_MS);
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.#used.clear();
  }
}
