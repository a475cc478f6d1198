import { averageOf, currencyOf, formatMajor } from "../../../domain/values/money.ts";
import type { DayIncome, Income } from "../../../domain/session/income.ts";
import type { OrderSum, RecoverySum } from "../../../domain/session/stored.ts";
import { clean, percentText } from "../text.ts";
import { counted } from "../../../domain/values/wording.ts";
import { wrapText } from "../width.ts";
import { bar, type ChartStyle, sparkline } from "./chart.ts";
import type { Funnel, ShopFunnel } from "../../../domain/session/funnel.ts";

/** Layout of the statistics. */
export interface StatsStyle {
  /** Width in columns. */
  readonly width: number;
  readonly chart: ChartStyle;
  /** Styles a heading. */
  readonly bold: (text: string) => string;
}

/** Longer bars show nothing more. */
const MAX_BAR_WIDTH = 40;
const GAP = "  ";
const NAMES = {
  created: "Created",
  begun: "Begun",
  toPayment: "To payment",
  completed: "Completed",
  abandoned: "Abandoned",
} as const;
const OPEN = "Still open";
const REVENUE = "Revenue";
const NAME_WIDTH = Math.max(OPEN.length, ...Object.values(NAMES).map((name) => name.length));

/** A shop's statistics as lines of text. */
export function statsLines(counted: ShopFunnel, style: StatsStyle): string[] {
  const { shop, calendar: { dates, timeZone }, funnel, orders, income, recovery } = counted;
  const period = dates.length === 1 ? `on ${dates[0]}` : `from ${dates[0]} to ${dates.at(-1)}`;
  const title = `${clean(shop.name)}: sessions created ${period} (${timeZone})`;
  return [
    ...wrapText(title, style.width).map(style.bold),
    "",
    ...funnelLines(funnel, style),
    ...orders.flatMap((sum) => orderLines(sum, funnel, style)),
    ...income.flatMap((sum) => incomeLines(sum, style)),
    ...recovery.flatMap((sum) => recoveryLines(sum, style)),
    "",
    ...dayLines(counted, style),
  ];
}

function funnelLines(funnel: Funnel, { width, chart }: StatsStyle): string[] {
  const { created } = funnel;
  const countWidth = String(created).length;
  const row = (name: string, count: number) =>
    [
      name.padEnd(NAME_WIDTH),
      String(count).padStart(countWidth),
      percentText(count, created).padStart("100.0 %".length),
    ].join(GAP);
  const room = width - row("", 0).length - GAP.length;
  const withBar = (step: keyof typeof NAMES) => {
    const size = { most: created, width: Math.min(room, MAX_BAR_WIDTH), style: chart };
    return `${row(NAMES[step], funnel[step])}${GAP}${bar(funnel[step], size)}`.trimEnd();
  };
  return [
    withBar("created"),
    withBar("begun"),
    withBar("toPayment"),
    withBar("completed"),
    "",
    row(NAMES.abandoned, funnel.abandoned),
    row(OPEN, created - funnel.completed - funnel.abandoned),
  ];
}

/** Orders in one currency: their sum and average, and the share of coupons. */
function orderLines(
  { currencyCode, orders, payable, withCoupon, couponDiscount }: OrderSum,
  { paid, placed, completed }: Funnel,
  { width }: StatsStyle,
): string[] {
  const currency = currencyOf(currencyCode);
  const amount = (sum: bigint) => `${formatMajor(sum, currency)} ${currencyCode}`;
  // Paid and placed orders are counted over all currencies, so they are shown for a single one only.
  const kinds = orders === completed ? `, ${paid} paid, ${placed} on delivery` : "";
  const value = `${amount(payable)} in ${counted(orders, "order")}${kinds}; ` +
    `${amount(averageOf(payable, orders))} on average`;
  const coupons = withCoupon === 0
    ? "none of them with a coupon"
    : `${withCoupon} with a coupon (${percentText(withCoupon, orders)}), ` +
      `which took off ${amount(couponDiscount)}`;
  return ["", ...named("Orders", value, width), ...named("Coupons", coupons, width)];
}

/** Refunds, lost disputes and known fees in one currency; no lines without any of them. */
function incomeLines(
  { currencyCode, gross, orders, refunds, refunded, losses, lost, net, ...income }: Income,
  { width }: StatsStyle,
): string[] {
  const { charged, fees, afterFees } = income;
  const currency = currencyOf(currencyCode);
  const amount = (sum: bigint) => `${formatMajor(sum, currency)} ${currencyCode}`;
  const back = [
    ...(refunds === 0 ? [] : [`${amount(refunded)} in ${counted(refunds, "refund")}`]),
    ...(losses === 0 ? [] : [`${amount(lost)} in ${counted(losses, "lost dispute")}`]),
  ];
  if (back.length === 0 && fees === null) return [];
  const ofOrders = `${amount(gross)} in ${counted(orders, "order")} placed on these days`;
  const after = back.length === 0 ? "" : ` after ${back.join(" and ")}`;
  const unknown = charged === orders ? "" : `; ${orders - charged} without a known fee`;
  return [
    "",
    ...named("Gross", ofOrders, width),
    ...named("Net", amount(net) + after, width),
    ...(fees === null || afterFees === null ? [] : named(
      "After fees",
      `${amount(afterFees)} after ${amount(fees)} for ${counted(charged, "order")}${unknown}`,
      width,
    )),
  ];
}

/** Sessions in one currency that were left, those that came back, and what they earned. */
function recoveryLines(
  { currencyCode, idle, resumed, reopened, orders, payable }: RecoverySum,
  { width }: StatsStyle,
): string[] {
  const amount = `${formatMajor(payable, currencyOf(currencyCode))} ${currencyCode}`;
  const text = `${idle} reported as idle; ${resumed + reopened} came back ` +
    `(${resumed} resumed, ${reopened} reopened): ${amount} in ${counted(orders, "order")}`;
  return ["", ...named("Recovery", text, width)];
}

function named(name: string, text: string, width: number): string[] {
  return wrapText(text, width - NAME_WIDTH - GAP.length).map((line, i) =>
    (i === 0 ? name : "").padEnd(NAME_WIDTH) + GAP + line
  );
}

function dayLines(
  { days, revenue, calendar: { dates } }: ShopFunnel,
  { width, chart }: StatsStyle,
): string[] {
  const size = { width: width - NAME_WIDTH - GAP.length, style: chart };
  const counts = (["created", "completed", "abandoned"] as const).map((step) => {
    const values = days.map((day) => day[step]);
    const best = bestDay(values, dates);
    return {
      name: NAMES[step],
      chart: sparkline(values, size),
      note: best === null ? "none" : `most: ${best.value} on ${best.date}`,
    };
  });
  const sums = [...Map.groupBy(revenue, ({ currencyCode }) => currencyCode)]
    .map(([code, ofCurrency]) => revenueRow(code, ofCurrency, { dates, size }));
  const perMark = counts[0]?.chart.valuesPerMark ?? 1;
  const lines = [...counts, ...sums].flatMap(({ name, chart: { text }, note }) => {
    const line = `${name.padEnd(NAME_WIDTH)}${GAP}${text}`;
    const whole = `${line}${GAP}${note}`;
    return whole.length <= width ? [whole] : [line, `${" ".repeat(NAME_WIDTH)}${GAP}${note}`];
  });
  const mark = perMark === 1 ? "a day" : counted(perMark, "day");
  return [...lines, `${" ".repeat(NAME_WIDTH)}${GAP}each mark is ${mark}, the last is today`];
}

/** Net revenue of a currency by day; a day below 0 is drawn as one without. */
function revenueRow(
  currencyCode: string,
  revenue: readonly DayIncome[],
  { dates, size }: {
    readonly dates: readonly string[];
    readonly size: Parameters<typeof sparkline>[1];
  },
) {
  const currency = currencyOf(currencyCode);
  const byDay = new Map(revenue.map(({ day, net }) => [day, net]));
  const sums = dates.map((_, day) => byDay.get(day) ?? 0n);
  const total = `${formatMajor(sums.reduce((a, b) => a + b, 0n), currency)} ${currencyCode}`;
  const best = bestDay(sums, dates);
  return {
    name: REVENUE,
    // Marks need no more digits than a number has.
    chart: sparkline(sums.map((sum) => Math.max(0, Number(sum))), size),
    note: best === null
      ? total
      : `${total}, most: ${formatMajor(best.value, currency)} on ${best.date}`,
  };
}

/** The first day with the maximum; null if all are 0. */
function bestDay<T extends number | bigint>(values: readonly T[], dates: readonly string[]) {
  const day = values.reduce((best, value, i) => value > (values[best] ?? 0) ? i : best, 0);
  const value = values[day];
  return value === undefined || value === 0 || value === 0n ? null : { value, date: dates[day] };
}
