import type { Store } from "../../store/store.ts";

/**
 * For how long what was read is used without asking whether another process wrote.
 * A command that takes something away returns only after {@link SETTLE_MS}.
 */
const FRESH_FOR_MS = 5;

/** Once this long has passed after a commit, no running server still uses what was before it. */
export const SETTLE_MS = 50;

/**
 * Tells whoever keeps things at hand when to drop them: as soon as the store's epoch
 * has moved, which is looked at every few milliseconds at most.
 *
 * The age is judged when something is asked for and not by a timer, so that a busy event
 * loop cannot make anything older than that.
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

  /** Registers what is to be done when the epoch has moved. */
  onStale(drop: () => void): void {
    this.#drops.push(drop);
  }

  /** True while caches may be used without another look at the epoch. */
  isFresh(): boolean {
    return this.#monotonicMs() - this.#checkedAtMs < FRESH_FOR_MS;
  }

  /** Reads the epoch where the last look is too old, and drops every cache if it moved. */
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
