import { AppError } from "../../domain/errors.ts";
import { type RateLimitResult, RollingLimiter } from "../guard/rate_limit.ts";

/**
 * What the requests to a page are limited by: the client's address, or the link, which is counted
 * once it is known to be right.
 */
export type LimitedBy = "address" | "link";

/** Wrong tokens that an address may send in a minute. */
export const WRONG_TOKENS = 20;
/** Forms that an address may send in a minute. */
export const FORMS = 20;
/** One-time codes that an address may have sent in an hour. */
export const CODES = 20;
/** Carts that an address may open by links in an hour: customers of a network may share it. */
export const CARTS = 60;
/** Addresses that a limiter tracks. */
const MAX_ADDRESSES = 50_000;
const HOUR_SECONDS = 3600;
/** Links that a limiter tracks. */
const MAX_LINKS = 50_000;

/** Limits of the pages per client address, and per link once it is known to be right. */
export class PageLimits {
  readonly #requests = new RollingLimiter(MAX_ADDRESSES);
  readonly #links = new RollingLimiter(MAX_LINKS);
  readonly #forms = new RollingLimiter(MAX_ADDRESSES);
  readonly #wrongTokens = new RollingLimiter(MAX_ADDRESSES);
  readonly #codes = new RollingLimiter(MAX_ADDRESSES, { windowSeconds: HOUR_SECONDS });
  readonly #carts = new RollingLimiter(MAX_ADDRESSES, { windowSeconds: HOUR_SECONDS });
  readonly #rateLimit: number;

  /** @param rateLimit requests a minute */
  constructor(rateLimit: number) {
    this.#rateLimit = rateLimit;
  }

  /**
   * Counts a request for its address if that limits it.
   *
   * @throws {AppError} `error.rate-limit-exceeded`
   */
  admit(
    address: string,
    { method, limitedBy }: { readonly method: string; readonly limitedBy?: LimitedBy },
    nowMs: number,
  ): void {
    if (limitedBy !== "address") return;
    requireAllowed(this.#requests.take(address, this.#rateLimit, nowMs));
    if (method === "POST") requireAllowed(this.#forms.take(address, FORMS, nowMs));
  }

  /**
   * Counts a request with a right token. Customers of one network share an address, so their
   * requests count for their links.
   *
   * @throws {AppError} `error.rate-limit-exceeded`
   */
  countLink(tokenHash: string, nowMs: number): void {
    requireAllowed(this.#links.take(tokenHash, this.#rateLimit, nowMs));
  }

  /**
   * Counts a wrong token. Right ones still open their pages: a token is too long to be guessed,
   * and customers of one network share an address.
   *
   * @throws {AppError} `error.rate-limit-exceeded`
   */
  countWrongToken(address: string, nowMs: number): void {
    requireAllowed(this.#wrongTokens.take(address, WRONG_TOKENS, nowMs));
  }

  /**
   * Counts a one-time code that is about to be sent, sent or not: each costs the shop money.
   *
   * @throws {AppError} `error.rate-limit-exceeded`
   */
  countCode(address: string, nowMs: number): void {
    requireAllowed(this.#codes.take(address, CODES, nowMs), "hour");
  }

  /**
   * Counts a cart that is about to be opened by a link.
   *
   * @throws {AppError} `error.rate-limit-exceeded`
   */
  countCart(address: string, nowMs: number): void {
    requireAllowed(this.#carts.take(address, CARTS, nowMs), "hour");
  }
}

function requireAllowed(
  { allowed, quota, resetSeconds }: RateLimitResult,
  span: "minute" | "hour" = "minute",
): void {
  if (allowed) return;
  throw new AppError(
    "error.rate-limit-exceeded",
    `At most ${quota} per ${span}: retry in ${resetSeconds} s`,
    { retryAfterSeconds: resetSeconds },
  );
}
