import { AppError } from "./errors.ts";
import type { MerchantId } from "./ids.ts";
import type { Merchant } from "./shop/merchant.ts";
import { dayAt } from "./values/calendar.ts";
import { currencyOf, formatMajor } from "./values/money.ts";
import { counted } from "./values/wording.ts";

/**
 * A limit of what a shop gives in a day of its time zone. Money of refunds counts from the moment they
 * are asked for, unless they fail; coins count that people or a seed file gave, not those that orders
 * earned.
 */
export interface DailyLimit {
  readonly what: "refunds" | "coins";
  readonly merchantId: MerchantId;
  readonly currencyCode: string;
  /** When the day began. */
  readonly since: number;
  /** When it ends. */
  readonly until: number;
  /** Minor units, or coins. */
  readonly most: number;
}

/** Refuses its commit if what it gives would exceed the limit. */
export interface DailyChange {
  readonly kind: "daily.within";
  readonly limit: DailyLimit;
  /** Minor units, or coins. */
  readonly amount: number;
}

/** The limit of a shop's day; null for none. */
export function dailyLimit(
  what: DailyLimit["what"],
  { id: merchantId, currencyCode, refundsDaily, coinsDaily, timeZone }: Merchant,
  now: number,
): DailyLimit | null {
  const most = what === "refunds" ? refundsDaily : coinsDaily;
  if (most === 0) return null;
  const { start: since, end: until } = dayAt(now, timeZone);
  return { what, merchantId, currencyCode, since, until, most };
}

/** Keeps a commit within a limit. */
export function withinDay(limit: DailyLimit | null, amount: number): DailyChange[] {
  return limit === null || amount === 0 ? [] : [{ kind: "daily.within", limit, amount }];
}

/** The error for what would exceed a limit. */
export function beyondDaily(
  { what, most, until, currencyCode }: DailyLimit,
  { used, asked }: { readonly used: number; readonly asked: number },
): AppError {
  const text = (amount: number) =>
    what === "coins"
      ? counted(amount, "coin")
      : `${formatMajor(amount, currencyOf(currencyCode))} ${currencyCode}`;
  const verb = what === "coins" ? "give" : "refund";
  return new AppError(
    what === "coins" ? "error.conflict" : "error.refund-exceeded",
    `The shop may ${verb} at most ${text(most)} a day, of which ${text(used)} are used until ` +
      `${new Date(until).toISOString()}: got ${text(asked)}`,
  );
}
