import { deepEqual } from "node:assert/strict";
import { statsJson } from "../../../src/cli/output/session/stats_json.ts";
import { statsLines } from "../../../src/cli/output/session/stats_text.ts";
import { shopFunnel } from "../../../src/domain/session/funnel.ts";
import { lastDays } from "../../../src/domain/values/calendar.ts";
import { aMerchant, NOW } from "../../support/builders.ts";

const shop = aMerchant();
const of = (day: number, currencyCode = "INR") => ({ merchantId: shop.id, day, currencyCode });
const NONE = { refunds: 0, refunded: 0n, losses: 0, lost: 0n, charged: 0, fees: 0n };

const counted = shopFunnel(shop, lastDays(3, "UTC", NOW), {
  days: [],
  orders: [],
  revenue: [
    { ...of(0), orders: 3, payable: 90_000n },
    { ...of(2), orders: 1, payable: 30_000n },
    { ...of(2, "JPY"), orders: 1, payable: 500n },
  ],
  money: [
    { ...of(0), ...NONE, charged: 2, fees: 1_416n },
    { ...of(1), ...NONE, refunds: 2, refunded: 40_000n, losses: 1, lost: 20_050n },
  ],
  recovery: [],
});

Deno.test("statsLines() tells gross, net and what is left after the fees that are known", () => {
  const lines = statsLines(counted, { width: 80, chart: "ascii", bold: (text) => text });
  const at = lines.findIndex((line) => line.startsWith("Gross"));
  deepEqual(lines.slice(at - 1, at + 5), [
    "",
    "Gross       1200.00 INR in 4 orders placed on these days",
    "Net         599.50 INR after 400.00 INR in 2 refunds and 200.50 INR in 1 lost",
    "            dispute",
    "After fees  585.34 INR after 14.16 INR for 2 orders; 2 without a known fee",
    "",
  ]);
  // Yen were neither refunded nor charged.
  deepEqual(lines.filter((line) => /^(Gross|Net|After)/.test(line)).length, 3);
  // A day below 0 is drawn as an empty one.
  deepEqual(lines.filter((line) => line.startsWith("Revenue")), [
    "Revenue     #_-  599.50 INR, most: 900.00 on 2025-12-31",
    "Revenue     __#  500 JPY, most: 500 on 2026-01-02",
  ]);
});

Deno.test("statsJson() has the same of all days and of each, below 0 too", () => {
  const { revenue, days } = statsJson(counted);
  deepEqual(revenue, [
    {
      currency_code: "INR",
      orders: 4,
      total_payable: 1200,
      refunds: 2,
      refunded: 400,
      lost_disputes: 1,
      lost: 200.5,
      net: 599.5,
      orders_with_fee: 2,
      fees: 14.16,
      after_fees: 585.34,
    },
    {
      currency_code: "JPY",
      orders: 1,
      total_payable: 500,
      refunds: 0,
      refunded: 0,
      lost_disputes: 0,
      lost: 0,
      net: 500,
      orders_with_fee: 0,
      fees: null,
      after_fees: null,
    },
  ]);
  deepEqual(days.map((day) => day.revenue.map(({ net }) => net)), [[900], [-600.5], [300, 500]]);
});
