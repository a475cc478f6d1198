import assert from "node:assert/strict";
import { judgeLimits } from "../../../src/service/health/limits.ts";
import { NOW } from "../../support/builders.ts";

Deno.test("judgeLimits() names numbers above limits of an hour, and what limits of a day refused", () => {
  assert.deepEqual(judgeLimits({ unusual: [], stopped: [] }), []);
  const found = judgeLimits({
    unusual: [{ shop: "shop.example", limit: "ordersHourly", hour: NOW, count: 75, expected: 60 }],
    stopped: [
      { shop: "shop.example", refusal: "refundsDaily", count: 1 },
      { shop: "other.example", refusal: "coinsDaily", count: 2 },
    ],
  });
  assert.deepEqual(found.map(({ topic, level, found }) => [topic, level, found]), [
    [
      "unusual numbers",
      "warn",
      "75 orders in shop.example in the hour from 2026-01-02 03:04:05Z (expected: at most 60)",
    ],
    [
      "limits of a day",
      "warn",
      "Refused in the last 24 hours: 1 refund of shop.example, 2 gifts of coins of other.example",
    ],
  ]);
});
