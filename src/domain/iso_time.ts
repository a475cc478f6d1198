/**
 * Makes moments into text as `Date.toISOString()` does (ISO 8601, UTC, with milliseconds), for
 * whoever does it with every request: the part that stays the same for a second is made once.
 */
export class IsoClock {
  #second = NaN;
  #text = "";

  /** @param at milliseconds since the epoch */
  text(at: number): string {
    const second = Math.floor(at / 1000);
    if (second !== this.#second) {
      this.#text = new Date(second * 1000).toISOString().slice(0, -4);
      this.#second = second;
    }
    return `${this.#text}${String(at - second * 1000).padStart(3, "0")}Z`;
  }
}
