import { after, type MaybePromise } from "../../domain/maybe_promise.ts";
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

  /**
   * Makes sure that what is at hand may be used: looks at the epoch where that is too long ago,
   * and has everything dropped if it moved.
   */
  renew(): MaybePromise<void> {
    const now = this.#monotonicMs();
    if (now - this.#checkedAtMs < FRESH_FOR_MS) return;
    return after(this.#store.epoch(), (epoch) => {
      if (epoch !== this.#epoch) {
        this.#epoch = epoch;
        for (const drop of this.#drops) drop();
      }
      this.#checkedAtMs = now;
    });
  }
}
