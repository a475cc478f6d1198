/** Time in which a person decides on an import. */
const LIFETIME_MS = 30 * 60_000;
/** Imports that wait at the same time; the oldest one goes for a further one. */
const MAX_PENDING = 4;

/** Files that were read and wait for a decision, in the memory of this process. */
export class PendingImports<T> {
  readonly #pending = new Map<string, { readonly value: T; readonly at: number }>();

  /** Keeps an import under a key, in place of an earlier one. */
  put(key: string, value: T, now: number): void {
    this.#pending.delete(key);
    this.#pending.set(key, { value, at: now });
    for (const [other, { at }] of this.#pending) {
      if (this.#pending.size > MAX_PENDING || at <= now - LIFETIME_MS) this.#pending.delete(other);
    }
  }

  /** An import; undefined if it is gone. */
  find(key: string, now: number): T | undefined {
    const found = this.#pending.get(key);
    return found === undefined || found.at <= now - LIFETIME_MS ? undefined : found.value;
  }

  /** Drops an import. */
  remove(key: string): void {
    this.#pending.delete(key);
  }
}
