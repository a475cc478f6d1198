/** Output of a process so far, with waiting for a match. */
export class Printed {
  #sofar = "";
  readonly #waiting = new Set<() => void>();

  /** Takes everything that was printed until now. */
  see(sofar: string): void {
    this.#sofar = sofar;
    for (const look of this.#waiting) look();
  }

  /** Resolves with the last match once there is one, from the start of the output. */
  last(pattern: RegExp): Promise<RegExpExecArray> {
    const { promise, resolve } = Promise.withResolvers<RegExpExecArray>();
    const look = () => {
      const match = [...this.#sofar.matchAll(new RegExp(pattern, "g"))].at(-1);
      if (match === undefined) return;
      this.#waiting.delete(look);
      resolve(match);
    };
    this.#waiting.add(look);
    look();
    return promise;
  }
}

/** Lets a reader go on, or wait. */
export class Gate {
  #way = Promise.withResolvers<void>();

  constructor() {
    this.open();
  }

  open(): void {
    this.#way.resolve();
  }

  shut(): void {
    this.#way = Promise.withResolvers();
  }

  passed(): Promise<void> {
    return this.#way.promise;
  }
}
