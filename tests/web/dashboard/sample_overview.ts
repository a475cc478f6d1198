/** The overview of a sample shop. */
import type { Alarm } from "../../../src/domain/alarm.ts";
import type { MerchantId, ProductId, SessionId, VariantId } from "../../../src/domain/ids.ts";
import { type SessionStatistics, shopFunnel } from "../../../src/domain/session/funnel.ts";
import type { FirstSteps } from "../../../src/domain/shop/first_steps.ts";
import type { Attention } from "../../../src/domain/shop/attention.ts";
import { type Calendar, lastDays } from "../../../src/domain/values/calendar.ts";
import { Forms } from "../../../src/web/dashboard/forms/form_state.ts";
import { dashboardPage } from "../../../src/web/dashboard/frame.tsx";
import { overviewBody } from "../../../src/web/dashboard/overview/overview.tsx";
import { uuid } from "../../support/builders.ts";
import { aKey } from "../../support/keys.ts";
import { FORMATS, SAMPLE_FRAME, SAMPLE_NOW, SAMPLE_SHOP } from "./sample_frame.tsx";

/** Sums of some days: the same for the same days. */
export function sampleStatistics(
  { dates }: Calendar,
  { scale = 1, currencyCode = "INR" } = {},
): SessionStatistics {
  const merchantId = SAMPLE_SHOP.id as MerchantId;
  const day = (i: number) => ({ merchantId, day: i });
  const wave = (i: number) => Math.round(scale * (40 + 25 * Math.sin(i / 1.7) + (i * 37) % 19));
  const days = dates.flatMap((_, i) => [
    {
      ...day(i),
      session: "COMPLETED",
      payment: "PAID",
      count: Math.round(wave(i) * 0.42),
      begun: Math.round(wave(i) * 0.42),
    } as const,
    {
      ...day(i),
      session: "ABANDONED",
      payment: "FAILED",
      count: Math.round(wave(i) * 0.1),
      begun: Math.round(wave(i) * 0.1),
    } as const,
    {
      ...day(i),
      session: "ABANDONED",
      payment: "DRAFT",
      count: Math.round(wave(i) * 0.48),
      begun: Math.round(wave(i) * 0.25),
    } as const,
  ]);
  const orders = days.filter(({ session }) => session === "COMPLETED");
  const revenue = orders.filter(({ count }) => count > 0).map(({ day: i, count }) => ({
    ...day(i),
    currencyCode,
    orders: count,
    payable: BigInt(count) * 134_909n,
  }));
  const count = orders.reduce((sum, one) => sum + one.count, 0);
  return {
    days,
    revenue,
    money: revenue.map(({ day: i, orders: placed, payable }) => ({
      ...day(i),
      currencyCode,
      // A day on which more goes back than comes in.
      refunds: i % 4 === 1 ? 2 : 0,
      refunded: i % 4 === 1 ? payable / 5n + (i === 5 ? payable : 0n) : 0n,
      losses: i === 3 ? 1 : 0,
      lost: i === 3 ? 134_909n : 0n,
      charged: placed - 1,
      fees: BigInt(placed - 1) * 3_184n,
    })),
    orders: count === 0 ? [] : [{
      merchantId,
      currencyCode,
      orders: count,
      payable: BigInt(count) * 134_909n,
      withCoupon: Math.round(count / 3),
      couponDiscount: BigInt(count) * 4_000n,
    }],
    recovery: count === 0 ? [] : [{
      merchantId,
      currencyCode,
      idle: 61,
      resumed: 9,
      reopened: 4,
      orders: 8,
      payable: 1_012_050n,
    }],
  };
}

/** A payment that has been unpaid for so many minutes. */
function held(minutes: number, dueAt: number | null = null) {
  const startedAt = SAMPLE_NOW - minutes * 60_000;
  return { startedAt, dueAt, amount: minutes * 1_000, currencyCode: "INR" };
}

/** Problems of all kinds. */
export const SAMPLE_ATTENTION: Attention = {
  obstacles: ["payment", "delivery"],
  unexpectedPayments: 2,
  awaited: { count: 3, firstDueAt: SAMPLE_NOW + 5 * 3_600_000 },
  refunds: {
    byHand: { count: 2, oldestAt: SAMPLE_NOW - 3 * 86_400_000 },
    unanswered: { count: 1, oldestAt: SAMPLE_NOW - 95 * 86_400_000 },
    failed: { count: 1, oldestAt: SAMPLE_NOW - 3_600_000 },
  },
  disputes: [3, null].map((days, n) => ({
    sessionId: uuid<SessionId>(70 + n),
    amount: 134_909,
    currencyCode: "INR",
    evidenceDueAt: days && SAMPLE_NOW + days * 86_400_000,
  })),
  holds: [
    { sessionId: uuid(1), ...held(5000, SAMPLE_NOW + 5 * 3_600_000), units: 240 },
    { sessionId: uuid(2), ...held(1300), units: 2 },
    { sessionId: uuid(3), ...held(12), units: 0 },
  ],
  endpoints: [
    {
      id: "e1",
      kind: "webhook",
      url: "https://demo-store.example/hooks/checkout",
      isDisabled: false,
      waiting: 14,
      failed: 3,
    },
  ],
  lowStock: {
    count: 2,
    lowest: [
      {
        productId: "1" as ProductId,
        variantId: "11" as VariantId,
        product: "Stoneware Mug",
        variant: "Default Title",
        available: 0,
      },
      {
        productId: "2" as ProductId,
        variantId: "21" as VariantId,
        product: "Monsoon Malabar Coffee",
        variant: "500 g",
        available: 3,
      },
    ],
  },
  keys: [aKey({ name: "storefront", expiresAt: SAMPLE_NOW + 6 * 86_400_000 })],
  unusual: [{
    limit: "ordersHourly",
    hour: SAMPLE_NOW - SAMPLE_NOW % 3_600_000,
    count: 212,
    expected: 60,
  }],
  refused: [{ refusal: "cartsPerAddress", count: 1204 }, { refusal: "codesPerAddress", count: 3 }],
};

/** The overview of some days. */
export function sampleOverview(
  { days = 14, attention = SAMPLE_ATTENTION, alarms = [], steps = {}, scale = 1 }: {
    readonly steps?: FirstSteps;
    readonly days?: number;
    readonly alarms?: readonly Alarm[];
    readonly attention?: Partial<Attention>;
    readonly scale?: number;
  } = {},
): string {
  const calendar = lastDays(days, "Asia/Kolkata", SAMPLE_NOW);
  const shop = { id: SAMPLE_SHOP.id as MerchantId, name: SAMPLE_SHOP.name };
  const figures = shopFunnel(shop, calendar, sampleStatistics(calendar, { scale }));
  const eight = lastDays(8, "Asia/Kolkata", SAMPLE_NOW);
  const rows = attention.holds ?? [];
  const model = {
    figures,
    week: shopFunnel(shop, eight, sampleStatistics(eight, { scale })),
    steps,
    currencyCode: "INR",
    attention,
    alarms,
    holds: { rows, hasMore: false, mayRelease: true, forms: new Forms() },
    isReleased: false,
    formats: FORMATS,
    now: SAMPLE_NOW,
  };
  return dashboardPage(SAMPLE_FRAME, overviewBody(model));
}
