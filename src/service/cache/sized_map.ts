/** A map with a budget of bytes: what was put first goes first. */
export class SizedMap<K, V> {
  readonly #maxSize: number;
  readonly #entries = new Map<K, { readonly size: number; readonly value: V }>();
  #size = 0;

  /** @param maxSize budget in bytes */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Puts a value in place of an earlier one. One that is larger than the budget is not kept. */
  put(key: K, value: V, size: number): void {
    this.delete(key);
    this.#entries.set(key, { size, value });
    this.#size += size;
    for (const first of this.#entries.keys()) {
      if (this.#size <= this.#maxSize) break;
      this.delete(first);
    }
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#size -= entry.size;
    this.#entries.delete(key);
  }

  /** Deletes the values for which the condition is true. */
  deleteIf(condition: (value: V) => boolean): void {
    for (const [key, { value }] of this.#entries) if (condition(value)) this.delete(key);
  }
}

const BEYOND_LATIN_1 = /[^\0-\xff]/;

/** Bytes of a text in memory: the engine stores one with a character beyond Latin-1 at two bytes each. */
export function sizeOfText(text: string): number {
  return text.length * (BEYOND_LATIN_1.test(text) ? 2 : 1);
}
