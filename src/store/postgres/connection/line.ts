/** A connection whose server may be gone without a word. */
interface Heard {
  /** {@link Line.now} when the server last answered on it, or it was opened. */
  readonly heardAt: number;
  destroy(): void;
}

/**
 * The open connections of one store. Packets that are dropped silence all of them, also those that
 * are idle: without this each would cost a request its whole limit, one after the other.
 */
export class Line {
  readonly #open = new Set<Heard>();
  #now = 0;

  /** Number of statements sent so far, which stands for the time. */
  get now(): number {
    return this.#now;
  }

  /** A statement is sent; returns its number. */
  sends(): number {
    return ++this.#now;
  }

  add(connection: Heard): void {
    this.#open.add(connection);
  }

  remove(connection: Heard): void {
    this.#open.delete(connection);
  }

  /** Ends all that were not heard since a statement that got no answer: they are made anew. */
  endSilentSince(statement: number): void {
    for (const one of this.#open) {
      if (one.heardAt < statement) one.destroy();
    }
  }
}
