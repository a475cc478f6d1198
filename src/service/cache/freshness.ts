import type { Store } from "../../store/store.ts";

/**
 * Time for which cached data is used without checking whether another process wrote. Commands that
 * take something away return only after {@link SETTLE_MS}.
 */
const FRESH_FOR_MS = 5;

/** After this time no running server uses data from before a commit. */
export const SETTLE_MS = 50;

/**
 * Clears caches as soon as the store's epoch has changed, which is checked at most every few
 * milliseconds.
 *
 * The age is checked on use and not by a timer, so that a busy event loop cannot make cached data
 * any older.
 */
export class Freshness {
  readonly #store: Pick<Store, "epoch">;
  readonly #monotonicMs: () => number;
  readonly #drops: (() => void)[] = [];
  #epoch = -1;
  #checkedAtMs = -Infinity;

  constructor(store: Pick<Store, "epoch">, monotonicMs: () => number) {
    this.#store = store;
    this.#monotonicMs = monotonicMs;
  }

  /** Registers a callback for a changed epoch. */
  onStale(drop: () => void): void {
    this.#drops.push(drop);
  }

  /** True while caches may be used without checking the epoch. */
  isFresh(): boolean {
    return this.#monotonicMs() - this.#checkedAtMs < FRESH_FOR_MS;
  }

  /** Checks the epoch if the last check is too old, and clears all caches if it has changed. */
  async renew(): Promise<void> {
    if (this.isFresh()) return;
    const now = this.#monotonicMs();
    const epoch = await this.#store.epoch();
    if (epoch !== this.#epoch) {
      this.#epoch = epoch;
      for (const drop of this.#drops) drop();
    }
    this.#checkedAtMs = now;
  }
}
