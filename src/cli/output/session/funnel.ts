import type { MerchantId } from "../../../domain/ids.ts";
import type { State } from "../../../domain/session/lifecycle.ts";
import type {
  DayCount,
  OrderSum,
  SessionStatistics,
} from "../../../service/sessions/session_admin.ts";

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

/** The sessions of one shop by progress. */
export interface ShopFunnel {
  readonly merchantId: MerchantId;
  readonly funnel: Funnel;
  /** One per day. */
  readonly days: readonly Funnel[];
  /** One per currency with orders. */
  readonly orders: readonly OrderSum[];
  /** Counts by state. */
  readonly states: readonly (State & { readonly count: number })[];
}

/** Sums the store's counts by shop; shops without sessions are left out. */
export function shopFunnels(
  { days, orders }: SessionStatistics,
  dayCount: number,
): ShopFunnel[] {
  return [...Map.groupBy(days, ({ merchantId }) => merchantId)].map(([merchantId, counts]) => {
    const byDay = Map.groupBy(counts, ({ day }) => day);
    return {
      merchantId,
      funnel: funnelOf(counts),
      days: Array.from({ length: dayCount }, (_, day) => funnelOf(byDay.get(day) ?? [])),
      orders: orders.filter((sum) => sum.merchantId === merchantId),
      states: statesOf(counts),
    };
  });
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
