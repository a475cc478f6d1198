import type { Merchant } from "../shop/merchant.ts";
import type { Calendar } from "../values/calendar.ts";
import type { State } from "./lifecycle.ts";
import { type DayIncome, type Income, incomeByCurrency, incomeByDay } from "./income.ts";
import type { DayCount, DayMoney, DayRevenue, OrderSum, RecoverySum } from "./stored.ts";

/** Statistics of a shop's sessions of a period, as the store sums them. */
export interface SessionStatistics {
  readonly days: readonly DayCount[];
  readonly orders: readonly OrderSum[];
  readonly revenue: readonly DayRevenue[];
  readonly money: readonly DayMoney[];
  readonly recovery: readonly RecoverySum[];
}

/** Numbers of sessions by progress; each of the first four includes the next one. */
export interface Funnel {
  readonly created: number;
  /** With at least one step. */
  readonly begun: number;
  /** With a started payment, or ordered without one. */
  readonly toPayment: number;
  readonly completed: number;
  /** Completed with the amount or its prepaid part received. */
  readonly paid: number;
  /** Completed with cash on delivery, nothing received yet. */
  readonly placed: number;
  readonly abandoned: number;
  /** Begun and not ended. */
  readonly inProgress: number;
}

/** The sessions of one shop by progress, and its orders. */
export interface ShopFunnel {
  readonly shop: Pick<Merchant, "id" | "name">;
  /** Its days. */
  readonly calendar: Calendar;
  readonly funnel: Funnel;
  /** One per day. */
  readonly days: readonly Funnel[];
  /** One per currency with orders. */
  readonly orders: readonly OrderSum[];
  /** By day and currency: orders of the day they were placed, money back of the day it went. */
  readonly revenue: readonly DayIncome[];
  /** The same of all days, one per currency. */
  readonly income: readonly Income[];
  /** One per currency with sessions that were left. */
  readonly recovery: readonly RecoverySum[];
  /** Counts by state. */
  readonly states: readonly (State & { readonly count: number })[];
}

/** Sums the store's counts of a shop. */
export function shopFunnel(
  shop: ShopFunnel["shop"],
  calendar: Calendar,
  { days: counts, orders, revenue: placed, money, recovery }: SessionStatistics,
): ShopFunnel {
  const revenue = incomeByDay(placed, money);
  const byDay = Map.groupBy(counts, ({ day }) => day);
  return {
    shop,
    calendar,
    funnel: funnelOf(counts),
    days: calendar.dates.map((_, day) => funnelOf(byDay.get(day) ?? [])),
    orders,
    revenue,
    income: incomeByCurrency(revenue),
    recovery,
    states: statesOf(counts),
  };
}

/** True for a shop with a session or an order in its days. */
export function hasFigures({ funnel, revenue }: ShopFunnel): boolean {
  return funnel.created > 0 || revenue.length > 0;
}

function funnelOf(counts: readonly DayCount[]): Funnel {
  const sum = (isMeant: (state: State) => boolean) =>
    counts.filter(isMeant).reduce((total, { count }) => total + count, 0);
  const isOrder = ({ session }: State) => session === "COMPLETED";
  return {
    created: sum(() => true),
    begun: counts.reduce((total, { begun }) => total + begun, 0),
    toPayment: sum((state) => isOrder(state) || state.payment !== "DRAFT"),
    completed: sum(isOrder),
    paid: sum((state) => isOrder(state) && state.payment === "PAID"),
    placed: sum((state) => isOrder(state) && state.payment !== "PAID"),
    abandoned: sum(({ session }) => session === "ABANDONED"),
    inProgress: sum(({ session }) => session === "IN_PROGRESS"),
  };
}

function statesOf(counts: readonly DayCount[]): (State & { readonly count: number })[] {
  const byState = Map.groupBy(counts, ({ session, payment }) => `${session}/${payment}`);
  return [...byState.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { session, payment } = first;
    return [{ session, payment, count: same.reduce((total, { count }) => total + count, 0) }];
  });
}
