import { AppError } from "../../domain/errors.ts";
import { type Limiters, ownLimiters } from "../guard/limiters.ts";
import type { Limiter } from "../guard/rate_limit.ts";

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
const HOUR_SECONDS = 3600;

/** Limits of the pages per client address, and per link once it is known to be right. */
export class PageLimits {
  readonly #requests: Limiter;
  readonly #links: Limiter;
  readonly #forms: Limiter;
  readonly #wrongTokens: Limiter;
  readonly #codes: Limiter;
  readonly #carts: Limiter;
  readonly #rateLimit: number;

  /** @param rateLimit requests a minute */
  constructor(rateLimit: number, limiters: Limiters = ownLimiters) {
    this.#rateLimit = rateLimit;
    this.#requests = limiters("page");
    this.#links = limiters("link");
    this.#forms = limiters("form");
    this.#wrongTokens = limiters("token");
    this.#codes = limiters("code", HOUR_SECONDS);
    this.#carts = limiters("cart", HOUR_SECONDS);
  }

  /**
   * Counts a request for its address if that limits it.
   *
   * @throws {AppError} `error.rate-limit-exceeded`
   */
  async admit(
    address: string,
    { method, limitedBy }: { readonly method: string; readonly limitedBy?: LimitedBy },
    nowMs: number,
  ): Promise<void> {
    if (limitedBy !== "address") return;
    await count(this.#requests, address, { quota: this.#rateLimit, nowMs });
    if (method === "POST") await count(this.#forms, address, { quota: FORMS, nowMs });
  }

  /**
   * Counts a request with a right token. Customers of one network share an address, so their
   * requests count for their links.
   *
   * @throws {AppError} `error.rate-limit-exceeded`
   */
  async countLink(tokenHash: string, nowMs: number): Promise<void> {
    await count(this.#links, tokenHash, { quota: this.#rateLimit, nowMs });
  }

  /**
   * Counts a wrong token. Right ones still open their pages: a token is too long to be guessed,
   * and customers of one network share an address.
   *
   * @throws {AppError} `error.rate-limit-exceeded`
   */
  async countWrongToken(address: string, nowMs: number): Promise<void> {
    await count(this.#wrongTokens, address, { quota: WRONG_TOKENS, nowMs });
  }

  /**
   * Counts a one-time code that is about to be sent, sent or not: each costs the shop money.
   *
   * @throws {AppError} `error.rate-limit-exceeded`
   */
  async countCode(address: string, nowMs: number): Promise<void> {
    await count(this.#codes, address, { quota: CODES, nowMs, span: "hour" });
  }

  /**
   * Counts a cart that is about to be opened by a link.
   *
   * @throws {AppError} `error.rate-limit-exceeded`
   */
  async countCart(address: string, nowMs: number): Promise<void> {
    await count(this.#carts, address, { quota: CARTS, nowMs, span: "hour" });
  }
}

async function count(
  limiter: Limiter,
  subject: string,
  { quota, nowMs, span = "minute" }: {
    readonly quota: number;
    readonly nowMs: number;
    readonly span?: "minute" | "hour";
  },
): Promise<void> {
  const { allowed, resetSeconds } = await limiter.take(subject, quota, nowMs);
  if (allowed) return;
  throw new AppError(
    "error.rate-limit-exceeded",
    `At most ${quota} per ${span}: retry in ${resetSeconds} s`,
    { retryAfterSeconds: resetSeconds },
  );
}
