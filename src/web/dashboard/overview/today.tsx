import type { ShopFunnel } from "../../../domain/session/funnel.ts";
import { KeyFigures } from "../parts/facts.tsx";
import type { DashboardFormats } from "../parts/format.ts";

/** Days that the figures have at least: today back to the same day a week ago. */
export const WEEK_DAYS = 8;

/** Today beside yesterday and the same day of last week. */
export function Today({ week: { calendar, days, revenue }, currencyCode, formats }: {
  /** Figures that end today, of {@link WEEK_DAYS} or more. */
  readonly week: ShopFunnel;
  readonly currencyCode: string;
  readonly formats: DashboardFormats;
}) {
  const { whole, amount, day } = formats;
  const net = (at: number) =>
    revenue.find((one) => one.day === at && one.currencyCode === currencyCode)?.net ?? 0n;
  const orders = (at: number) =>
    revenue.reduce((sum, one) => one.day === at ? sum + one.orders : sum, 0);
  const today = days.length - 1;
  const weekAgo = days.length - WEEK_DAYS;
  const figure = (label: string, text: (at: number) => string) => ({
    label,
    value: text(today),
    note: `${text(today - 1)} yesterday, ${text(weekAgo)} on ${day(calendar.bounds[weekAgo] ?? 0)}`,
  });
  return (
    <KeyFigures
      figures={[
        figure("Revenue today", (at) => amount(net(at))),
        figure("Orders today", (at) => whole(orders(at))),
        figure("Sessions today", (at) => whole(days[at]?.created ?? 0)),
      ]}
    />
  );
}
