/** Interval of the timer that is watched. */
const EVERY_MS = 20;
/** An answer waits for so many turns of the processes that make it. */
const TURNS = 20;

/** How late a timer of this process ever was: other programs of the machine make answers late too. */
export class Lateness {
  #last = performance.now();
  #worstMs = 0;
  readonly #timer = setInterval(() => {
    const now = performance.now();
    this.#worstMs = Math.max(this.#worstMs, now - this.#last - EVERY_MS);
    this.#last = now;
  }, EVERY_MS);

  /** A limit on an idle machine, and what the others may have taken. */
  allow(ms: number): number {
    return ms + TURNS * this.#worstMs;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
