import type { Leases } from "../store/shared.ts";
import type { Deps } from "./deps.ts";

/** Time between renewals of a lease that is used. */
export const RENEW_MS = 10_000;
/** Time of a lease beyond what is done under it: two renewals. */
export const LEASE_MARGIN_MS = 2 * RENEW_MS;

/** Dependencies of {@link ServerLeases}. */
export interface ServerLeasesDeps extends Pick<Deps, "monotonicMs"> {
  readonly leases: Leases;
  /** Another one for each start of a server. */
  readonly holder: string;
}

/**
 * Leases of one server among the servers of a database.
 *
 * Their time is counted from before the request, so a lease seems to end here before another server
 * can have it; also after the process was frozen, as the clock goes on.
 */
export class ServerLeases {
  readonly holder: string;
  readonly #leases: Leases;
  readonly #monotonicMs: () => number;
  /** Ends by name. */
  readonly #until = new Map<string, number>();

  constructor({ leases, holder, monotonicMs }: ServerLeasesDeps) {
    this.holder = holder;
    this.#leases = leases;
    this.#monotonicMs = monotonicMs;
  }

  /** Remaining time of a lease; 0 for one that is over or of another server. */
  leftMs(name: string): number {
    const until = this.#until.get(name);
    return until === undefined ? 0 : Math.max(0, until - this.#monotonicMs());
  }

  /**
   * Takes or renews leases, as far as other servers do not have them. Renewing one that is over
   * takes it anew.
   *
   * @returns how many this server has now
   */
  async take(names: readonly string[], forMs: number): Promise<number> {
    if (names.length === 0) return 0;
    const until = this.#monotonicMs() + forMs;
    const taken = new Set(await this.#leases.take(names, this.holder, forMs));
    for (const name of names) {
      if (taken.has(name)) this.#until.set(name, until);
      else this.#until.delete(name);
    }
    return taken.size;
  }

  /** Gives all leases back, at the end. A request that is delayed must not find a later lease. */
  async release(): Promise<void> {
    const names = [...this.#until.keys()];
    this.#until.clear();
    await this.#leases.release(names, this.holder);
  }
}
