import type { QuotaGrant, QuotaRequest } from "../../domain/quota.ts";
import type { RateLimitResult } from "./rate_limit.ts";

/** Most tokens of a lease, and of a larger quota a hundredth: a server that is killed loses them. */
const MAX_TOKENS = 10;
const MAX_SHARE = 0.01;
/** Time for the return of unused tokens after the end of their lease. */
const RETURN_MS = 250;
/** Length of a lease, from the start of the request for it. */
const LEASE_MS = 500;
/** An answer that takes a part of that makes leases longer, so that the next ones are of use. */
const SLOW_MS = 100;
const MAX_LEASE_MS = 4000;

/** Length of a lease where the last answer of the database took this long. */
export function leaseFor(answerMs: number): number {
  return answerMs < SLOW_MS ? LEASE_MS : Math.min(LEASE_MS + Math.ceil(4 * answerMs), MAX_LEASE_MS);
}

/** The part of a request for tokens that depends on the lease. */
type Demand = Pick<QuotaRequest, "need" | "want">;

/**
 * A server's tokens of one subject.
 *
 * Without tokens the server asks for as many as it needs. If they last for less than a lease, it
 * asks for as many as it would use in one. A refusal holds until the next token is free, so refused
 * requests ask nothing. All moments are monotonic milliseconds of the server.
 */
export class TokenLease {
  readonly quota: number;
  #tokens = 0;
  /** Tokens at the start of the lease. */
  #granted = 0;
  /** Start of the request for them. */
  #startMs = -Infinity;
  #leaseMs = LEASE_MS;
  #number = 0;
  /** Free tokens of the quota at the last answer. */
  #left = 1;
  /** When a token of the quota is free again. */
  #freeMs = 0;
  /** Until then there is no use in asking, if none were left. */
  #refusedMs = 0;

  constructor(quota: number) {
    this.quota = quota;
  }

  /** Uses a token, or refuses the request; null to ask for tokens first. */
  take(nowMs: number): RateLimitResult | null {
    if (this.#tokens > 0 && this.#isLive(nowMs)) {
      this.#tokens -= 1;
      return this.#result(true, this.#freeMs - nowMs);
    }
    if (this.#left > 0 || nowMs >= this.#refusedMs) return null;
    return this.#result(false, this.#refusedMs - nowMs);
  }

  /** Tokens to ask for, without unused ones of a lease that is over. */
  demand(waiting: number, nowMs: number): Demand {
    const most = Math.max(MAX_TOKENS, Math.floor(this.quota * MAX_SHARE));
    const need = Math.min(waiting, most);
    return { need, want: Math.min(Math.max(need, this.#expected(nowMs)), most) };
  }

  /** Requests that may come within a lease, by those of the last one. */
  #expected(nowMs: number): number {
    const lastedMs = nowMs - this.#startMs;
    const used = this.#granted - this.#tokens;
    if (lastedMs >= 2 * this.#leaseMs) return 0;
    if (lastedMs >= this.#leaseMs) return used;
    return Math.min(2 * used, Math.ceil(used * this.#leaseMs / Math.max(1, lastedMs)));
  }

  /**
   * Begins a lease; unused tokens of the last one must have been taken out.
   *
   * @param startMs start of the request for it
   */
  begin(
    { tokens, lease, left, freeInMs, returnsInMs }: QuotaGrant,
    { startMs, leaseMs, nowMs }: {
      readonly startMs: number;
      readonly leaseMs: number;
      readonly nowMs: number;
    },
  ): void {
    this.#tokens = tokens;
    this.#granted = tokens;
    this.#startMs = startMs;
    this.#leaseMs = leaseMs;
    this.#number = lease;
    this.#left = left;
    this.#freeMs = nowMs + freeInMs;
    const returnMs = returnsInMs > 0 ? returnsInMs + RETURN_MS : Infinity;
    this.#refusedMs = nowMs + Math.min(freeInMs, returnMs);
  }

  /** Takes out the unused tokens of a lease that is over; null for none. */
  unused(nowMs: number): { readonly lease: number; readonly tokens: number } | null {
    const tokens = this.#tokens;
    if (tokens === 0 || this.#isLive(nowMs)) return null;
    this.#tokens = 0;
    this.#granted -= tokens;
    this.#left += tokens;
    return { lease: this.#number, tokens };
  }

  /** True while there are tokens to use or to give back. */
  get hasTokens(): boolean {
    return this.#tokens > 0;
  }

  #isLive(nowMs: number): boolean {
    return nowMs < this.#startMs + this.#leaseMs;
  }

  #result(allowed: boolean, waitMs: number): RateLimitResult {
    return {
      allowed,
      quota: this.quota,
      remaining: allowed ? this.#tokens + this.#left : 0,
      resetSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    };
  }
}
