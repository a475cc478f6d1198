import type { MerchantId } from "../../../domain/ids.ts";
import type { State } from "../../../domain/session/lifecycle.ts";
import type {
  DayCount,
  OrderSum,
  SessionStatistics,
} from "../../../service/sessions/session_admin.ts";

/** How many sessions have come how far; each of the first four is a part of the one before. */
export interface Funnel {
  readonly created: number;
  /** Those that a step was taken in before they ended. */
  readonly begun: number;
  /** Those whose payment was begun, or that were ordered without one. */
  readonly toPayment: number;
  readonly completed: number;
  /** Completed with money received: all of it, or the part that is paid ahead. */
  readonly paid: number;
  /** Completed for cash on delivery, with nothing received yet. */
  readonly placed: number;
  readonly abandoned: number;
  /** Begun and not ended. */
  readonly inProgress: number;
}

/** What became of the sessions of one shop. */
export interface ShopFunnel {
  readonly merchantId: MerchantId;
  readonly funnel: Funnel;
  /** One for each day of the period. */
  readonly days: readonly Funnel[];
  /** One for each currency in which there were orders. */
  readonly orders: readonly OrderSum[];
  /** The counts that the funnel is made of. */
  readonly states: readonly (State & { readonly count: number })[];
}

/** Adds up what the store counted, by shop; a shop without sessions is not among them. */
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
