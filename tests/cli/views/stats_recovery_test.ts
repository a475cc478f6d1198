import { deepEqual } from "node:assert/strict";
import { statsJson } from "../../../src/cli/output/session/stats_json.ts";
import { statsLines } from "../../../src/cli/output/session/stats_text.ts";
import { shopFunnel } from "../../../src/domain/session/funnel.ts";
import { lastDays } from "../../../src/domain/values/calendar.ts";
import { aMerchant, NOW } from "../../support/builders.ts";

const shop = aMerchant();
const recovery = [{
  merchantId: shop.id,
  currencyCode: "INR",
  idle: 41,
  resumed: 6,
  reopened: 3,
  orders: 5,
  payable: 412_050n,
}];
const counted = shopFunnel(shop, lastDays(1, "UTC", NOW), {
  days: [{
    merchantId: shop.id,
    day: 0,
    session: "INITIATED",
    payment: "DRAFT",
    count: 50,
    begun: 41,
  }],
  orders: [],
  revenue: [],
  money: [],
  recovery,
});

Deno.test("statsLines() tells what was left, what came back and what it earned", () => {
  const lines = statsLines(counted, { width: 80, chart: "ascii", bold: (text) => text });
  const at = lines.findIndex((line) => line.startsWith("Recovery"));
  deepEqual(lines.slice(at - 1, at + 2), [
    "",
    "Recovery    41 reported as idle; 9 came back (6 resumed, 3 reopened): 4120.50",
    "            INR in 5 orders",
  ]);
});

Deno.test("statsJson() has the same by currency", () => {
  deepEqual(statsJson(counted).recovery, [{
    currency_code: "INR",
    idle: 41,
    resumed: 6,
    reopened: 3,
    orders: 5,
    total_payable: 4120.5,
  }]);
});
