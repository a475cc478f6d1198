/** Time in which a person decides on an import. */
const LIFETIME_MS = 30 * 60_000;
/** Imports of a person that wait at the same time; their oldest one goes for a further one. */
const MAX_OF_PERSON = 2;
/** Imports of all that wait at the same time; the oldest one goes for a further one. */
const MAX_PENDING = 8;

interface PendingEntry<T> {
  readonly value: T;
  readonly at: number;
  readonly owner: string;
}

/** Files that were read and wait for a decision, in the memory of this process. */
export class PendingImports<T> {
  readonly #pending = new Map<string, PendingEntry<T>>();

  /** Keeps an import of a person under a key, in place of an earlier one. */
  put(
    key: string,
    value: T,
    { now, owner }: { readonly now: number; readonly owner: string },
  ): void {
    this.#pending.delete(key);
    this.#pending.set(key, { value, at: now, owner });
    for (const [other, { at }] of this.#pending) {
      if (at <= now - LIFETIME_MS) this.#pending.delete(other);
    }
    const own = [...this.#pending].filter(([, one]) => one.owner === owner);
    const surplus = [
      ...own.slice(0, Math.max(0, own.length - MAX_OF_PERSON)),
      ...[...this.#pending].slice(0, Math.max(0, this.#pending.size - MAX_PENDING)),
    ];
    // One of the person's own makes room first.
    for (const [other] of surplus) {
      const hasRoom = this.#pending.size <= MAX_PENDING && this.#of(owner) <= MAX_OF_PERSON;
      if (!hasRoom) this.#pending.delete(other);
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

  #of(owner: string): number {
    return [...this.#pending.values()].filter((one) => one.owner === owner).length;
  }
}
