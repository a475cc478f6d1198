import type { Leases } from "../../src/store/shared.ts";
import type { FakeClock } from "./app.ts";

/** Leases in memory. */
export class FakeLeases implements Leases {
  readonly held = new Map<string, { readonly holder: string; readonly until: number }>();
  /** Requests: `one takes 2 for 30000`. */
  readonly asked: string[] = [];
  readonly #now: () => number;
  /** True to fail requests for leases. */
  isDown = false;

  constructor({ now }: FakeClock) {
    this.#now = now;
  }

  take(names: readonly string[], holder: string, forMs: number): Promise<readonly string[]> {
    if (this.isDown) return Promise.reject(new Error("the database does not answer"));
    this.asked.push(`${holder} takes ${names.length} for ${forMs}`);
    const taken = names.filter((name) => {
      const held = this.held.get(name);
      return held === undefined || held.holder === holder || held.until <= this.#now();
    });
    for (const name of taken) this.held.set(name, { holder, until: this.#now() + forMs });
    return Promise.resolve(taken);
  }

  release(names: readonly string[], holder: string): Promise<void> {
    for (const name of names) {
      if (this.held.get(name)?.holder === holder) this.held.delete(name);
    }
    return Promise.resolve();
  }
}
