/** Things that are remembered. */
const MAX_THINGS = 10_000;

/** Keeps looks at one thing apart, in this process. */
export class LookPause {
  readonly #pauseMs: number;
  readonly #lookedAt = new Map<string, number>();

  /** @param pauseMs least time between two looks at a thing */
  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  /** True if a thing may be looked at, which then counts as done. */
  begin(id: string, now: number): boolean {
    const since = this.#lookedAt.get(id);
    if (since !== undefined && now < since + this.#pauseMs) return false;
    if (this.#lookedAt.size >= MAX_THINGS) this.#lookedAt.clear();
    this.#lookedAt.set(id, now);
    return true;
  }
}
