import { AppError } from "../../domain/errors.ts";
import type { MerchantId } from "../../domain/ids.ts";
import { eachLimit, type LimitName, limitSubject } from "../../domain/shop/limits.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import type { LimitRefusals } from "../../service/refusals.ts";
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
const HOUR_SECONDS = 3600;
/** Subjects that are known to be over a limit of wrong codes. */
const MAX_BLOCKED = 50_000;

/** A shop and its limits. */
type LimitedShop = Pick<Merchant, "id" | "checkout">;

/**
 * Limits of the pages: per client address, per link once it is known to be right, and those of
 * shops (`checkout.limits`), by the hour.
 */
export class PageLimits {
  readonly #requests: Limiter;
  readonly #links: Limiter;
  readonly #forms: Limiter;
  readonly #wrongTokens: Limiter;
  readonly #offers: Limiter;
  readonly #hourly: Readonly<Record<LimitName, Limiter>>;
  /** Until when wrong codes are refused unseen, in monotonic milliseconds, by limit and subject. */
  readonly #blocked = new Map<string, number>();
  readonly #refusals: Pick<LimitRefusals, "note">;
  readonly #rateLimit: number;

  /** @param rateLimit requests a minute */
  constructor(
    rateLimit: number,
    refusals: Pick<LimitRefusals, "note">,
    limiters: Limiters = ownLimiters,
  ) {
    this.#rateLimit = rateLimit;
    this.#refusals = refusals;
    this.#requests = limiters("page");
    this.#links = limiters("link");
    this.#forms = limiters("form");
    this.#wrongTokens = limiters("token");
    this.#offers = limiters("offer", HOUR_SECONDS);
    this.#hourly = eachLimit((name) => limiters(name, HOUR_SECONDS));
  }

  /**
   * Counts a request for its address if that limits it.
   *
   * @throws {AppError} `error.rate-limit-exceeded`
   */
  async admit({ address, operation: { method, limitedBy }, startedMs: nowMs }: {
    address(): string;
    readonly operation: { readonly method: string; readonly limitedBy?: LimitedBy };
    readonly startedMs: number;
  }): Promise<void> {
    if (limitedBy !== "address") return;
    await count(this.#requests, address(), { quota: this.#rateLimit, nowMs });
    if (method === "POST") await count(this.#forms, address(), { quota: FORMS, nowMs });
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
   * Counts a request that opened nothing.
   *
   * @throws {AppError} `error.rate-limit-exceeded`
   */
  async countMiss(address: string, nowMs: number): Promise<void> {
    await count(this.#requests, address, { quota: this.#rateLimit, nowMs });
  }

  /**
   * Counts a request that is shown a cart of a link and opens none, apart from carts that are opened,
   * with the same limit: programs that preview messages share addresses, as customers of one network
   * do.
   *
   * @throws {AppError} `error.rate-limit-exceeded`
   */
  async countOffer(address: string, shop: LimitedShop, nowMs: number): Promise<void> {
    await this.#count("cartsPerAddress", shop, { parts: [address], nowMs }, this.#offers);
  }

  /**
   * Counts a one-time code that is about to be sent, sent or not: each costs the shop money.
   *
   * @throws {AppError} `error.rate-limit-exceeded`
   */
  async countCode(address: string, shop: LimitedShop, nowMs: number): Promise<void> {
    await this.#count("codesPerAddress", shop, { parts: [address], nowMs });
  }

  /**
   * Counts a cart that is about to be opened by a link.
   *
   * @param link what the link says
   * @throws {AppError} `error.rate-limit-exceeded`
   */
  async countCart(
    { address, link }: { readonly address: string; readonly link: string },
    shop: LimitedShop,
    nowMs: number,
  ): Promise<void> {
    await this.#count("cartsPerLink", shop, { parts: [address, link], nowMs });
    await this.#count("cartsPerAddress", shop, { parts: [address], nowMs });
    await this.#count("carts", shop, { parts: [], nowMs });
  }

  /**
   * Refuses a coupon code unseen after too many wrong ones: a right one would tell.
   *
   * @throws {AppError} `error.coupon-rate-limited`
   */
  requireCouponTries(address: string, { id }: LimitedShop, nowMs: number): void {
    for (const [name, parts] of wrongCoupons(address)) {
      const key = `${name} ${limitSubject(id, parts)}`;
      const untilMs = this.#blocked.get(key) ?? -Infinity;
      if (untilMs > nowMs) this.#refuse(name, id, Math.ceil((untilMs - nowMs) / 1000));
      this.#blocked.delete(key);
    }
  }

  /**
   * Counts a wrong coupon code.
   *
   * @throws {AppError} `error.coupon-rate-limited`
   */
  async countWrongCoupon(address: string, shop: LimitedShop, nowMs: number): Promise<void> {
    for (const [name, parts] of wrongCoupons(address)) {
      const quota = shop.checkout.limits[name];
      const subject = limitSubject(shop.id, parts);
      const { remaining, allowed, resetSeconds } = await this.#hourly[name]
        .take(subject, quota, nowMs);
      if (remaining > 0) continue;
      this.#block(`${name} ${subject}`, nowMs + resetSeconds * 1000);
      if (!allowed) this.#refuse(name, shop.id, resetSeconds);
    }
  }

  /** Counts a refusal by a limit of a shop that is checked elsewhere; not that of a rule. */
  noteRefusal(thrown: unknown, { id }: Pick<LimitedShop, "id">): void {
    if (thrown instanceof AppError && thrown.refusal !== undefined) {
      this.#refusals.note(id, thrown.refusal);
    }
  }

  #block(key: string, untilMs: number): void {
    const oldest = this.#blocked.size < MAX_BLOCKED ? undefined : this.#blocked.keys().next().value;
    if (oldest !== undefined) this.#blocked.delete(oldest);
    this.#blocked.set(key, untilMs);
  }

  #refuse(name: LimitName, merchantId: MerchantId, retryAfterSeconds: number): never {
    this.#refusals.note(merchantId, name);
    throw new AppError(
      "error.coupon-rate-limited",
      `Too many unknown codes: try again in ${retryAfterSeconds} s`,
      { retryAfterSeconds },
    );
  }

  async #count(
    name: LimitName,
    { id, checkout: { limits } }: LimitedShop,
    { parts, nowMs }: { readonly parts: readonly string[]; readonly nowMs: number },
    limiter = this.#hourly[name],
  ): Promise<void> {
    try {
      const counted = { quota: limits[name], nowMs, span: "hour" } as const;
      await count(limiter, limitSubject(id, parts), counted);
    } catch (error) {
      if (error instanceof AppError) this.#refusals.note(id, name);
      throw error;
    }
  }
}

function wrongCoupons(address: string) {
  return [["wrongCouponsPerAddress", [address]], ["wrongCoupons", []]] as const;
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
