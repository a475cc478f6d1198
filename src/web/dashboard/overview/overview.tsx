import type { Alarm } from "../../../domain/alarm.ts";
import type { Attention } from "../../../domain/shop/attention.ts";
import type { ShopFunnel } from "../../../domain/session/funnel.ts";
import type { FirstSteps } from "../../../domain/shop/first_steps.ts";
import { averageOf, currencyOf } from "../../../domain/values/money.ts";
import { BarChart, FunnelChart } from "../parts/chart.tsx";
import { KeyFigures } from "../parts/facts.tsx";
import type { DashboardFormats } from "../parts/format.ts";
import type { DashboardBody } from "../frame.tsx";
import { sectionPath, withQuery } from "../links.ts";
import { Banner, Columns, PageHead, Panel } from "../parts/panel.tsx";
import { AttentionPanel } from "./attention.tsx";
import { FirstStepsPanel } from "./first_steps.tsx";
import { type HoldsModel, HoldsPanel } from "./holds.tsx";
import { Today } from "./today.tsx";

/** Numbers of days that the overview offers. */
export const OVERVIEW_DAYS = [7, 14, 30, 90] as const;

/** Contents of the overview. */
export interface OverviewModel {
  readonly figures: ShopFunnel;
  /** Figures of the last eight days or more, whatever the period. */
  readonly week: ShopFunnel;
  /** None if the person may not take them. */
  readonly steps: FirstSteps;
  /** Currency of the shop. */
  readonly currencyCode: string;
  /** Problems, without the parts that the person may not see. */
  readonly attention: Partial<Attention>;
  /** Alarms of the server; none if the person may not see them. */
  readonly alarms: readonly Alarm[];
  readonly holds: Omit<HoldsModel, "shopId" | "formats" | "now">;
  /** True after a hold was released. */
  readonly isReleased: boolean;
  readonly formats: DashboardFormats;
  readonly now: number;
}

/** The page of a shop's figures. */
export function overviewBody(model: OverviewModel): DashboardBody {
  return { title: "Overview", section: "overview", children: <Overview model={model} /> };
}

function Overview({ model }: { readonly model: OverviewModel }) {
  const { figures: { shop, calendar }, formats, attention, alarms, now } = model;
  const path = sectionPath(shop.id, "overview");
  const { dates, bounds, timeZone } = calendar;
  const days = dates.length;
  const [first, last] = [formats.day(bounds[0] ?? 0), formats.day(bounds[days - 1] ?? 0)];
  return (
    <>
      <PageHead
        title="Overview"
        note={`${days === 1 ? last : `${first} to ${last}`} (${timeZone})`}
      >
        <nav class="segments" aria-label="Period">
          {OVERVIEW_DAYS.map((count) => (
            <a
              href={withQuery(path, { days: String(count) })}
              aria-current={count === days ? "true" : undefined}
            >
              {count} days
            </a>
          ))}
        </nav>
      </PageHead>
      {model.isReleased
        ? <Banner tone="good">The payment is cancelled, and what it held is released.</Banner>
        : ""}
      <AttentionPanel
        shopId={shop.id}
        attention={attention}
        alarms={alarms}
        formats={formats}
        now={now}
      />
      <FirstStepsPanel shopId={shop.id} steps={model.steps} />
      <HoldsPanel model={{ ...model.holds, shopId: shop.id, formats, now }} />
      <Today week={model.week} currencyCode={model.currencyCode} formats={formats} />
      <Sums model={model} />
      <Columns isWideFirst>
        <RevenuePanel model={model} />
        <FunnelPanel model={model} />
      </Columns>
      <SessionsPanel model={model} />
    </>
  );
}

function Sums({ model: { figures, currencyCode, formats } }: { readonly model: OverviewModel }) {
  const { funnel, orders, recovery, income, shop } = figures;
  const { amount, whole, percent } = formats;
  const own = income.find((one) => one.currencyCode === currencyCode);
  const placed = income.reduce((sum, one) => sum + one.orders, 0);
  const coupons = orders.reduce((sum, one) => sum + one.withCoupon, 0);
  const counted = orders.reduce((sum, one) => sum + one.orders, 0);
  const back = recovery.reduce((sum, one) => sum + one.orders, 0);
  const earned = recovery.find((one) => one.currencyCode === currencyCode);
  return (
    <KeyFigures
      figures={[
        {
          label: "Revenue",
          value: amount(own?.net ?? 0n),
          note: incomeNote(figures, currencyCode, formats),
        },
        ...(own === undefined || own.afterFees === null ? [] : [{
          label: "After fees",
          value: amount(own.afterFees),
          note: `known of ${whole(own.charged)} of ${whole(own.orders)} orders`,
        }]),
        {
          label: "Orders",
          value: whole(placed),
          href: sectionPath(shop.id, "orders"),
          note: own === undefined || own.orders === 0
            ? undefined
            : `avg. ${amount(averageOf(own.gross, own.orders))}`,
        },
        {
          label: "Conversion",
          value: percent(funnel.completed, funnel.created),
          note: `of ${whole(funnel.created)} sessions`,
        },
        {
          label: "With a coupon",
          value: percent(coupons, counted),
          note: `${whole(coupons)} of ${whole(counted)} orders`,
        },
        {
          label: "Recovered carts",
          value: whole(back),
          note: earned === undefined || earned.orders === 0
            ? undefined
            : `${amount(earned.payable)} in orders`,
        },
      ]}
    />
  );
}

/** The gross, if something went back of it, and other currencies; undefined for neither. */
function incomeNote(
  { income }: ShopFunnel,
  currencyCode: string,
  { amount }: DashboardFormats,
): string | undefined {
  const own = income.find((one) => one.currencyCode === currencyCode);
  const others = income.filter((one) => one.currencyCode !== currencyCode)
    .map(({ currencyCode: code, net }) => amount(net, code));
  const notes = [
    ...(own === undefined || own.net === own.gross ? [] : [`${amount(own.gross)} gross`]),
    ...(others.length === 0 ? [] : [`and ${others.join(", ")}`]),
  ];
  return notes.length === 0 ? undefined : notes.join("; ");
}

function RevenuePanel({ model }: { readonly model: OverviewModel }) {
  const { figures: { revenue, calendar: { bounds, dates } }, currencyCode, formats } = model;
  const own = revenue.filter((one) => one.currencyCode === currencyCode);
  const byDay = new Map(own.map((one) => [one.day, one]));
  const hasBack = own.some(({ gross, net }) => gross !== net);
  const { exponent } = currencyOf(currencyCode);
  // A bar has no height below 0; its figure does.
  const value = (sum: bigint) => ({
    value: Math.max(0, Number(sum)),
    text: formats.amount(sum, currencyCode),
  });
  return (
    <Panel
      title="Revenue per day"
      note={hasBack
        ? "Orders by the day they were placed, cancelled ones left out; net is less refunds and " +
          "lost disputes by the day they were made"
        : "Orders by the day they were placed, cancelled ones left out"}
    >
      <BarChart
        title={`Revenue per day in ${currencyCode}`}
        heading="Day"
        series={hasBack ? ["Gross", "Net"] : ["Revenue"]}
        tick={(value) => formats.short(value / 10 ** exponent, currencyCode)}
        empty="No orders in these days"
        bars={dates.map((_, day) => {
          const { gross = 0n, net = 0n } = byDay.get(day) ?? {};
          const at = bounds[day] ?? 0;
          return {
            label: formats.shortDay(at),
            name: formats.day(at),
            values: hasBack ? [value(gross), value(net)] : [value(gross)],
          };
        })}
      />
    </Panel>
  );
}

function FunnelPanel({ model: { figures: { funnel }, formats } }: {
  readonly model: OverviewModel;
}) {
  const { created, begun, toPayment, completed, abandoned } = funnel;
  const step = (label: string, count: number) => ({
    label,
    count,
    text: formats.whole(count),
    share: formats.percent(count, created),
  });
  return (
    <Panel title="From cart to order" note="Sessions created in these days, by how far they got">
      <FunnelChart
        title="From cart to order"
        heading={["Step", "Sessions", "Share"]}
        steps={[
          step("Created", created),
          step("Begun", begun),
          step("To payment", toPayment),
          step("Completed", completed),
        ]}
      />
      <p class="soft aside">
        {formats.whole(abandoned)} abandoned, {formats.whole(created - completed - abandoned)}{" "}
        still open
      </p>
    </Panel>
  );
}

function SessionsPanel({ model: { figures, formats } }: { readonly model: OverviewModel }) {
  const { days, calendar: { bounds } } = figures;
  const value = (count: number) => ({ value: count, text: formats.whole(count) });
  return (
    <Panel title="Sessions per day" note="Sessions by the day they were created">
      <BarChart
        title="Sessions per day, and completed ones of them"
        heading="Day"
        series={["Created", "Completed"]}
        tick={formats.shortWhole}
        empty="No sessions in these days"
        bars={days.map(({ created, completed }, day) => ({
          label: formats.shortDay(bounds[day] ?? 0),
          name: formats.day(bounds[day] ?? 0),
          values: [value(created), value(completed)],
        }))}
      />
    </Panel>
  );
}
