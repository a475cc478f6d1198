import type { ShopFunnel } from "../../../domain/session/funnel.ts";
import { KeyFigures } from "../parts/facts.tsx";
import type { DashboardFormats } from "../parts/format.ts";

/** Days of the figures: today, and the same day a week ago as the first. */
export const WEEK_DAYS = 8;

/** Today beside yesterday and the same day of last week. */
export function Today({ week: { calendar, days, revenue }, currencyCode, formats }: {
  /** The figures of {@link WEEK_DAYS}. */
  readonly week: ShopFunnel;
  readonly currencyCode: string;
  readonly formats: DashboardFormats;
}) {
  const { whole, amount, day } = formats;
  const net = (at: number) =>
    revenue.find((one) => one.day === at && one.currencyCode === currencyCode)?.net ?? 0n;
  const orders = (at: number) =>
    revenue.reduce((sum, one) => one.day === at ? sum + one.orders : sum, 0);
  const figure = (label: string, text: (at: number) => string) => ({
    label,
    value: text(WEEK_DAYS - 1),
    note: `${text(WEEK_DAYS - 2)} yesterday, ${text(0)} on ${day(calendar.bounds[0] ?? 0)}`,
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
