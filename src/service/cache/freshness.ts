import type { MerchantId } from "../../domain/ids.ts";
import type { Epoch, Store } from "../../store/store.ts";

/**
 * Time for which cached data is used without checking whether another process wrote. Commands that
 * take something away return only after {@link SETTLE_MS}.
 */
const FRESH_FOR_MS = 5;

/** After this time no running server uses data from before a commit. */
export const SETTLE_MS = 50;

/** A check of the epoch that waits for the store. */
interface Check {
  readonly beganAtMs: number;
  readonly done: Promise<void>;
}

/** Removes what is cached of the shops for which it is true. */
type Drop = (isStale: (shop: MerchantId) => boolean) => void;

/**
 * Removes cached data as soon as the store's epoch has changed, which is checked at most every few
 * milliseconds, by one check at a time: that of a changed shop, or all if a change concerned more.
 *
 * The age is checked on use and not by a timer, so that a busy event loop cannot make cached data
 * any older. It counts from the start of a check: the store may have read the epoch right then.
 */
export class Freshness {
  readonly #store: Pick<Store, "epoch">;
  readonly #monotonicMs: () => number;
  readonly #drops: Drop[] = [];
  #seen: Pick<Epoch, "value" | "ofShops"> = { value: -1, ofShops: 0 };
  #checkedAtMs = -Infinity;
  #running: Check | null = null;

  constructor(store: Pick<Store, "epoch">, monotonicMs: () => number) {
    this.#store = store;
    this.#monotonicMs = monotonicMs;
  }

  /** Registers a callback that removes what is cached of changed shops. */
  onStale(drop: Drop): void {
    this.#drops.push(drop);
  }

  /** True while caches may be used without checking the epoch. */
  isFresh(): boolean {
    return this.#monotonicMs() - this.#checkedAtMs < FRESH_FOR_MS;
  }

  /** Checks the epoch if the last check is too old, and removes what has changed. */
  async renew(): Promise<void> {
    if (this.isFresh()) return;
    const askedAtMs = this.#monotonicMs();
    // A check that began too early is waited for; then one begins for all who waited.
    while (this.#running !== null && askedAtMs - this.#running.beganAtMs >= FRESH_FOR_MS) {
      await this.#running.done;
    }
    await (this.#running?.done ?? this.#check());
  }

  /** Begins a check. SQLite answers without a promise. */
  #check(): Promise<void> | undefined {
    const beganAtMs = this.#monotonicMs();
    const epoch = this.#store.epoch(this.#seen.ofShops);
    if (!(epoch instanceof Promise)) {
      this.#note(epoch, beganAtMs);
      return undefined;
    }
    const done = epoch.then((value) => this.#note(value, beganAtMs))
      .finally(() => this.#running = null);
    this.#running = { beganAtMs, done };
    return done;
  }

  #note({ value, ofShops, changed }: Epoch, beganAtMs: number): void {
    const seen = this.#seen;
    this.#seen = { value, ofShops };
    this.#checkedAtMs = beganAtMs;
    const concernsAll = value - ofShops !== seen.value - seen.ofShops || ofShops < seen.ofShops;
    if (!concernsAll && changed.length === 0) return;
    const shops = new Set(changed);
    for (const drop of this.#drops) drop((shop) => concernsAll || shops.has(shop));
  }
}
