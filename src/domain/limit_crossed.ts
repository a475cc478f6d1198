import type { DailyLimit } from "./daily_limits.ts";
import { type CheckoutEvent, shopEventId } from "./events.ts";
import type { MerchantId } from "./ids.ts";
import { HOUR_MS, type HourlyLimit, type Unusual } from "./shop/hourly.ts";
import { currencyOf, formatMajor } from "./values/money.ts";

const HOURLY = {
  ordersHourly: "orders_hourly",
  signInsHourly: "sign_ins_hourly",
  messagesHourly: "messages_hourly",
} as const satisfies Readonly<Record<HourlyLimit, string>>;
const DAILY = { refunds: "refunds_daily", coins: "coins_daily" } as const;

/** Names of the limits of an hour, which tell, and of a day, which stop. */
export const CROSSED_LIMITS = [...Object.values(HOURLY), ...Object.values(DAILY)] as const;

/** Fields of `limit.crossed`. */
export type LimitCrossedFields = {
  readonly merchant_id: string;
  readonly limit: (typeof CROSSED_LIMITS)[number];
  /** Decimal text, as {@link LimitCrossedFields.count}. */
  readonly value: string;
  /** The number by then; of a limit that stops, with what was refused. */
  readonly count: string;
  /** Of amounts; null for numbers. */
  readonly currency_code: string | null;
  readonly begins_at: string;
  readonly ends_at: string;
  readonly livemode: boolean;
};

/** The event of a number above a limit of an hour. */
export function hourlyEvent(
  merchantId: MerchantId,
  { limit, hour, count, expected }: Unusual,
  at: number,
): CheckoutEvent {
  return crossedEvent(merchantId, at, {
    limit: HOURLY[limit],
    value: String(expected),
    count: String(count),
    currency_code: null,
    ...period(hour, hour + HOUR_MS),
  });
}

/** The event of a limit of a day that refused something. */
export function dailyEvent(
  { what, merchantId, currencyCode, since, until, most }: DailyLimit,
  { used, asked }: { readonly used: number; readonly asked: number },
  at: number,
): CheckoutEvent {
  const isMoney = what === "refunds";
  const text = (amount: number) =>
    isMoney ? formatMajor(amount, currencyOf(currencyCode)) : String(amount);
  return crossedEvent(merchantId, at, {
    limit: DAILY[what],
    value: text(most),
    count: text(used + asked),
    currency_code: isMoney ? currencyCode : null,
    ...period(since, until),
  });
}

const period = (from: number, to: number) => ({
  begins_at: new Date(from).toISOString(),
  ends_at: new Date(to).toISOString(),
});

/** Its id is made of the limit and its period, so that several servers store it once. */
function crossedEvent(
  merchantId: MerchantId,
  at: number,
  fields: Omit<LimitCrossedFields, "merchant_id" | "livemode">,
): CheckoutEvent {
  const { limit, begins_at: begins } = fields;
  const id = shopEventId("limit.crossed", merchantId, limit, begins);
  const data: LimitCrossedFields = { merchant_id: merchantId, ...fields, livemode: true };
  return { id, merchantId, sessionId: null, type: "limit.crossed", at, data };
}
