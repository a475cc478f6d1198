import { currencyOf } from "../../../domain/values/money.ts";
import type { OrderSum } from "../../../service/sessions/session_admin.ts";
import { averageOf, clean, counted, majorText, percentText } from "../text.ts";
import { wrapText } from "../width.ts";
import type { Calendar } from "./calendar.ts";
import { bar, type ChartStyle, sparkline } from "./chart.ts";
import type { Funnel, ShopFunnel } from "./funnel.ts";

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
const NAME_WIDTH = Math.max(OPEN.length, ...Object.values(NAMES).map((name) => name.length));

/** A shop's statistics as lines of text. */
export function statsLines(
  name: string,
  shop: ShopFunnel,
  { calendar, style }: { readonly calendar: Calendar; readonly style: StatsStyle },
): string[] {
  const { dates, timeZone } = calendar;
  const period = dates.length === 1 ? `on ${dates[0]}` : `from ${dates[0]} to ${dates.at(-1)}`;
  const title = `${clean(name)}: sessions created ${period} (${timeZone})`;
  return [
    ...wrapText(title, style.width).map(style.bold),
    "",
    ...funnelLines(shop.funnel, style),
    ...shop.orders.flatMap((sum) => orderLines(sum, shop.funnel, style)),
    "",
    ...dayLines(shop, calendar, style),
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
  const amount = (sum: bigint) => `${majorText(sum, currency)} ${currencyCode}`;
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

function named(name: string, text: string, width: number): string[] {
  return wrapText(text, width - NAME_WIDTH - GAP.length).map((line, i) =>
    (i === 0 ? name : "").padEnd(NAME_WIDTH) + GAP + line
  );
}

function dayLines(
  { days }: ShopFunnel,
  { dates }: Calendar,
  { width, chart }: StatsStyle,
): string[] {
  const size = { width: width - NAME_WIDTH - GAP.length, style: chart };
  const rows = (["created", "completed", "abandoned"] as const).map((step) => {
    const values = days.map((day) => day[step]);
    const most = values.reduce((a, b) => Math.max(a, b), 0);
    const best = most === 0 ? "none" : `most: ${most} on ${dates[values.indexOf(most)]}`;
    return { name: NAMES[step], chart: sparkline(values, size), best };
  });
  const perMark = rows[0]?.chart.valuesPerMark ?? 1;
  const lines = rows.flatMap(({ name, chart: { text }, best }) => {
    const line = `${name.padEnd(NAME_WIDTH)}${GAP}${text}`;
    const whole = `${line}${GAP}${best}`;
    return whole.length <= width ? [whole] : [line, `${" ".repeat(NAME_WIDTH)}${GAP}${best}`];
  });
  const mark = perMark === 1 ? "a day" : counted(perMark, "day");
  return [...lines, `${" ".repeat(NAME_WIDTH)}${GAP}each mark is ${mark}, the last is today`];
}
