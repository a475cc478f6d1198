import { HOUR_MS } from "../domain/shop/hourly.ts";

/** Counts of the running clock hour (UTC), by a name; those of another hour are forgotten. */
export class HourlyCount {
  #hour = 0;
  readonly #counts = new Map<string, number>();

  /** The count of a name so far. */
  of(name: string, now: number): number {
    const hour = Math.floor(now / HOUR_MS);
    if (hour !== this.#hour) this.#counts.clear();
    this.#hour = hour;
    return this.#counts.get(name) ?? 0;
  }

  /** Sets the count of a name in the hour of the last {@link of}. */
  set(name: string, count: number): void {
    this.#counts.set(name, count);
  }

  /** Forgets the count of a name. */
  forget(name: string): void {
    this.#counts.delete(name);
  }
}
