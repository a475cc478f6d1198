import type { DayMoney, DayRevenue } from "./stored.ts";

/** Revenue of some days in one currency; sums in minor units. */
export interface Income {
  readonly currencyCode: string;
  /** Orders placed on these days, without cancelled ones. */
  readonly orders: number;
  /** Amounts to pay of these orders. */
  readonly gross: bigint;
  /** Refunds made on these days, without failed ones. */
  readonly refunds: number;
  readonly refunded: bigint;
  /** Disputes made on these days and lost by now. */
  readonly losses: number;
  readonly lost: bigint;
  /** Gross, less refunds and lost disputes; below 0 if more went back than came in. */
  readonly net: bigint;
  /** Number of the orders whose fee is known. */
  readonly charged: number;
  /** The known fees; null if none is known. */
  readonly fees: bigint | null;
  /** Net, less the known fees; null if none is known. */
  readonly afterFees: bigint | null;
}

/** Income of one day. */
export interface DayIncome extends Income {
  /** Index of the day in the period. */
  readonly day: number;
}

/** The sums from which an {@link Income} is made. */
type Parts = Omit<DayRevenue & DayMoney, "merchantId" | "day" | "currencyCode">;

const NOTHING: Parts = {
  orders: 0,
  payable: 0n,
  refunds: 0,
  refunded: 0n,
  losses: 0,
  lost: 0n,
  charged: 0,
  fees: 0n,
};

/** Joins orders, and the money that went elsewhere, by day and currency. */
export function incomeByDay(
  revenue: readonly DayRevenue[],
  money: readonly DayMoney[],
): DayIncome[] {
  const all = [...revenue, ...money];
  return [...Map.groupBy(all, ({ day, currencyCode }) => `${day} ${currencyCode}`).values()]
    .map((same) => ({ ...same[0]!, parts: Object.assign({}, NOTHING, ...same) }))
    .map(({ day, currencyCode, parts }) => ({ day, ...incomeOf(currencyCode, parts) }))
    .sort((a, b) => a.day - b.day || (a.currencyCode < b.currencyCode ? -1 : 1));
}

/** Sums days by currency. */
export function incomeByCurrency(days: readonly DayIncome[]): Income[] {
  return [...Map.groupBy(days, ({ currencyCode }) => currencyCode)]
    .map(([currencyCode, same]) => {
      const count = (of: (day: DayIncome) => number) => same.reduce((sum, one) => sum + of(one), 0);
      const sum = (of: (day: DayIncome) => bigint | null) =>
        same.reduce((total, one) => total + (of(one) ?? 0n), 0n);
      return incomeOf(currencyCode, {
        orders: count(({ orders }) => orders),
        payable: sum(({ gross }) => gross),
        refunds: count(({ refunds }) => refunds),
        refunded: sum(({ refunded }) => refunded),
        losses: count(({ losses }) => losses),
        lost: sum(({ lost }) => lost),
        charged: count(({ charged }) => charged),
        fees: sum(({ fees }) => fees),
      });
    })
    .sort((a, b) => a.currencyCode < b.currencyCode ? -1 : 1);
}

function incomeOf(currencyCode: string, parts: Parts): Income {
  const { orders, payable: gross, refunds, refunded, losses, lost, charged, fees } = parts;
  const net = gross - refunded - lost;
  const isKnown = charged > 0;
  return {
    currencyCode,
    orders,
    gross,
    refunds,
    refunded,
    losses,
    lost,
    net,
    charged,
    fees: isKnown ? fees : null,
    afterFees: isKnown ? net - fees : null,
  };
}
