import type { QuotaGrant, QuotaRequest } from "../domain/quota.ts";

/** State that the servers of one database share, apart from its data. */
export interface SharedState {
  readonly leases: Leases;
  readonly quotas: Quotas;
  readonly presence: Presence;
}

/** Name of the lease of an endpoint, before its id. */
export const ENDPOINT_LEASE = "endpoint:";

/**
 * Leases: each name has one holder at a time.
 *
 * They end by the database's clock, which a server does not know: it counts from before its request
 * by its monotonic clock, so that its own lease seems to end earlier, never later. Not written with
 * commits: a holder that was frozen finds out only afterwards, so its commits need preconditions.
 */
export interface Leases {
  /**
   * Takes the names that are free, over, or held by this holder; for those this renews the lease.
   * One request, which may run twice. Names that another request has locked are left out.
   *
   * @returns the names that the holder has now
   */
  take(names: readonly string[], holder: string, forMs: number): Promise<readonly string[]>;
  /** Gives back those of the names that the holder has. */
  release(names: readonly string[], holder: string): Promise<void>;
}

/**
 * Tokens of rate limits. A token counts against its quota for the window from the end of its lease,
 * by the database's clock, so no more than the quota are used in any window, by whichever servers.
 * What is stored is lost in a crash of the database.
 */
export interface Quotas {
  /**
   * Takes as many tokens as are left, at most the number wanted.
   *
   * @throws {AppError} `error.unavailable` if the database does not answer, or too many requests wait
   */
  take(request: QuotaRequest): Promise<QuotaGrant>;
  /** Gives back tokens of a lease that is over. */
  giveBack(subject: string, lease: number, tokens: number): Promise<void>;
  /** Deletes what counts no more. */
  purge(): Promise<void>;
}

/** A program that runs on, as servers and dashboards do. */
export interface Presence {
  /**
   * Tells migrations for half a minute that this program runs, and stops all writes if one has made
   * it too old; call it about every ten seconds.
   */
  note(): Promise<void>;
  /** True while a program of an earlier schema version runs. */
  hasEarlier(): Promise<boolean>;
}
