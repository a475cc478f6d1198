import assert from "node:assert/strict";
import fc from "fast-check";
import type { Change } from "../../../src/domain/changes.ts";
import { NO_SESSION_FILTER } from "../../../src/domain/filters.ts";
import { lastDays } from "../../../src/domain/values/calendar.ts";
import { currencyOf, parseMajor } from "../../../src/domain/values/money.ts";
import { sessionView, withExpiry } from "../../../src/schema/api/view.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open_store.ts";
import { aMerchant } from "../../support/builders.ts";
import { aPlacedOrder, orderNumber } from "../../support/orders.ts";
import { addSession, aSession, COMPLETED, M1, M2 } from "../../store/support.ts";
import { nearMidnight, zonedDate, ZONES } from "../../support/zones.ts";

const CURRENCIES = ["INR", "JPY", "KWD"] as const;
const DAYS = 4;
const DAY_MS = 86_400_000;

/** Orders of a shop around a moment near a midnight of its zone. */
const shop = fc.constantFrom(...ZONES).chain(nearMidnight).chain(({ zone, at }) =>
  fc.record({
    zone: fc.constant(zone),
    now: fc.constant(at),
    orders: fc.array(
      fc.record({
        currency: fc.constantFrom(...CURRENCIES),
        isCancelled: fc.boolean(),
        payable: fc.oneof(
          fc.integer({ min: 0, max: 500_000 }),
          fc.integer({ min: 2 ** 52, max: Number.MAX_SAFE_INTEGER }),
        ),
        placedAt: fc.oneof(
          fc.tuple(
            fc.constantFrom(...lastDays(DAYS, zone, at).bounds),
            fc.integer({ min: -1, max: 1 }),
          ),
          fc.tuple(fc.constant(at), fc.integer({ min: -DAYS * DAY_MS, max: DAY_MS })),
        ).map(([moment, ms]) => moment + ms),
      }),
      { maxLength: 12 },
    ),
  })
);

Deno.test("revenue of each day and currency is the sum of that day's receipts without cancelled ones", () =>
  fc.assert(
    fc.asyncProperty(fc.tuple(shop, shop), async (shops) => {
      const store = await openSqliteStore(":memory:");
      try {
        for (const [i, { zone, orders }] of shops.entries()) {
          const merchant = {
            id: [M1, M2][i] ?? M1,
            domains: [`shop-${i}.example`],
            timeZone: zone,
          };
          await store.commit([
            { kind: "merchant.put", merchant: aMerchant(merchant) },
            ...orders.map((order, n) => orderOf(100 * i + n, merchant.id, order)),
          ]);
        }
        for (const [i, { zone, now }] of shops.entries()) {
          const merchantId = [M1, M2][i] ?? M1;
          const { dates, bounds } = lastDays(DAYS, zone, now);
          const revenue = await store.statistics.revenue({ merchantId, bounds });
          const found = new Map(
            revenue.map((one) => [`${dates[one.day]} ${one.currencyCode}`, one]),
          );
          assert.equal(found.size, revenue.length, "one sum for a day and currency");
          const receipts = await receiptsOf(store, merchantId, zone);
          const shown = receipts
            .filter(({ date, isCancelled }) => dates.includes(date) && !isCancelled);
          const expected = Map.groupBy(shown, ({ date, currency }) => `${date} ${currency}`);
          assert.deepEqual(new Set(found.keys()), new Set(expected.keys()));
          for (const [key, ofDay] of expected) {
            assert.equal(found.get(key)?.orders, ofDay.length);
            assert.equal(
              found.get(key)?.payable,
              ofDay.reduce((sum, one) => sum + one.payable, 0n),
            );
          }
        }
      } finally {
        await store.close();
      }
    }),
    { numRuns: 60 },
  ));

function orderOf(
  n: number,
  merchantId: typeof M1,
  { currency, isCancelled, payable, placedAt }: {
    readonly currency: string;
    readonly isCancelled: boolean;
    readonly payable: number;
    readonly placedAt: number;
  },
): Change {
  const session = aSession(n);
  const cancellation = {
    at: placedAt + 1,
    reason: null,
    coinsReturned: 0,
    coinsTakenBack: 0,
    coinsOwed: 0,
  };
  const totals = { ...session.priced.totals, totalPayable: payable };
  const order = {
    ...session,
    // A long document is stored compressed.
    note: n % 5 === 0 ? "n".repeat(40_000) : null,
    merchantId,
    state: COMPLETED,
    currencyCode: currency,
    createdAt: placedAt - 1000,
    order: aPlacedOrder({
      number: orderNumber(n),
      placedAt,
      cancellation: isCancelled ? cancellation : null,
    }),
    priced: { ...session.priced, totals },
  };
  return addSession(order, n % 2 === 0 ? sessionView(order) : null);
}

/** Date, currency and amount of each order, from the answers of the API. */
async function receiptsOf(
  store: Awaited<ReturnType<typeof openSqliteStore>>,
  merchantId: typeof M1,
  zone: string,
) {
  const sessions =
    (await store.sessions.list({ ...NO_SESSION_FILTER, merchantId }, { limit: 100 })).rows;
  return sessions.map((stored) => {
    const text = withExpiry(sessionView(stored.load()), null);
    const { order, currency_code } = JSON.parse(text);
    // JSON.parse would round an amount of more than 15 digits.
    const [, total = ""] = /"total_payable":([0-9.]+)/.exec(text) ?? [];
    return {
      date: zonedDate(Date.parse(order.placed_at), zone),
      currency: currency_code,
      isCancelled: order.cancelled_at !== null,
      payable: BigInt(parseMajor(total, currencyOf(currency_code), "total")),
    };
  });
}
