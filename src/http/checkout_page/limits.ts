import { AppError } from "../../domain/errors.ts";
import { type RateLimitResult, RollingLimiter } from "../guard/rate_limit.ts";
import type { PageOperation } from "./page_operation.ts";

/** Wrong tokens that an address may send in a minute. */
export const WRONG_TOKENS = 20;
/** Forms that an address may send in a minute. */
export const FORMS = 20;
/** Addresses that a limiter tracks. */
const MAX_ADDRESSES = 50_000;

/** Limits of the pages per client address. */
export class PageLimits {
  readonly #requests = new RollingLimiter(MAX_ADDRESSES);
  readonly #forms = new RollingLimiter(MAX_ADDRESSES);
  readonly #wrongTokens = new RollingLimiter(MAX_ADDRESSES);
  readonly #rateLimit: number;

  /** @param rateLimit requests a minute */
  constructor(rateLimit: number) {
    this.#rateLimit = rateLimit;
  }

  /**
   * Counts a request. After too many wrong tokens right ones are refused too, so that none can be
   * guessed.
   *
   * @throws {AppError} `error.rate-limit-exceeded`
   */
  admit(address: string, method: PageOperation["method"], nowMs: number): void {
    requireAllowed(this.#requests.take(address, this.#rateLimit, nowMs));
    requireAllowed(this.#wrongTokens.look(address, WRONG_TOKENS, nowMs));
    if (method === "POST") requireAllowed(this.#forms.take(address, FORMS, nowMs));
  }

  /**
   * Counts a wrong token.
   *
   * @throws {AppError} `error.rate-limit-exceeded` if others were counted meanwhile
   */
  countWrongToken(address: string, nowMs: number): void {
    requireAllowed(this.#wrongTokens.take(address, WRONG_TOKENS, nowMs));
  }
}

function requireAllowed({ allowed, quota, resetSeconds }: RateLimitResult): void {
  if (allowed) return;
  throw new AppError(
    "error.rate-limit-exceeded",
    `At most ${quota} per minute: retry in ${resetSeconds} s`,
    { retryAfterSeconds: resetSeconds },
  );
}
