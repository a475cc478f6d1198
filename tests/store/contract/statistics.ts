import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { State } from "../../../src/domain/session/lifecycle.ts";
import type { PlacedOrder } from "../../../src/domain/session/order.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { HOUR_MS } from "../../../src/domain/shop/hourly.ts";
import { aCoupon, NOW } from "../../support/builders.ts";
import { aPlacedOrder, orderNumber } from "../../support/orders.ts";
import type { Promised } from "../contract.ts";
import {
  ABANDONED,
  addSession,
  aSession,
  COMPLETED,
  M1,
  M2,
  OPEN,
  PENDING,
  putMerchant,
  putOther,
  putSession,
} from "../support.ts";

const DAY_MS = 86_400_000;
/** Three days, the middle one of which begins at {@link NOW}. */
const BOUNDS = [NOW - DAY_MS, NOW, NOW + DAY_MS, NOW + 2 * DAY_MS];
const PERIOD = { merchantId: M1, bounds: BOUNDS };

/** A session that was opened so long after {@link NOW} and got to a state in so many versions. */
function opened(
  n: number,
  { afterMs, state, version = 1, ...over }:
    & { readonly afterMs: number; readonly state: State; readonly version?: number }
    & Partial<CheckoutSession>,
): Change {
  return addSession(aSession(n, { createdAt: NOW + afterMs, state, version, ...over }));
}

/** An order of so much, by a coupon or not. */
function order(n: number, totalPayable: number, over: Partial<CheckoutSession> = {}): Change {
  const session = aSession(n);
  const { priced } = session;
  const totals = { ...priced.totals, totalPayable };
  return addSession({ ...session, state: COMPLETED, priced: { ...priced, totals }, ...over });
}

function placedAt(n: number, at: number): PlacedOrder {
  return aPlacedOrder({ number: orderNumber(n), placedAt: at });
}

/** Contract of the port: statistics. */
export function statisticsContract(promised: Promised): void {
  promised(
    "statistics.days() counts by shop, day and states, from bound to bound",
    async (store) => {
      await store.commit([
        putMerchant,
        putOther,
        opened(1, { afterMs: -DAY_MS - 1, state: OPEN }),
        opened(2, { afterMs: -DAY_MS, state: OPEN }),
        opened(3, { afterMs: -1, state: OPEN }),
        opened(4, { afterMs: 0, state: PENDING, version: 2 }),
        opened(5, { afterMs: DAY_MS - 1, state: COMPLETED, version: 3 }),
        opened(6, { afterMs: 2 * DAY_MS - 1, state: COMPLETED, version: 3, merchantId: M2 }),
        opened(7, { afterMs: 2 * DAY_MS, state: OPEN }),
      ]);
      const open = { session: "INITIATED", payment: "DRAFT" };
      const own = [
        { merchantId: M1, day: 0, ...open, count: 2, begun: 0 },
        { merchantId: M1, day: 1, session: "COMPLETED", payment: "PAID", count: 1, begun: 1 },
        { merchantId: M1, day: 1, session: "IN_PROGRESS", payment: "PENDING", count: 1, begun: 1 },
      ];
      const other = [
        { merchantId: M2, day: 2, session: "COMPLETED", payment: "PAID", count: 1, begun: 1 },
      ];
      assert.deepEqual(await store.statistics.days(PERIOD), own);
      assert.deepEqual(await store.statistics.days({ ...PERIOD, merchantId: M2 }), other);
      assert.deepEqual(
        await store.statistics.days({ ...PERIOD, bounds: BOUNDS.slice(0, 2) }),
        own.slice(0, 1),
      );
    },
  );

  promised(
    "statistics.days() tells abandoned ones that were begun from those that were not",
    async (store) => {
      await store.commit([
        putMerchant,
        opened(1, { afterMs: 1, state: ABANDONED, version: 2 }),
        opened(2, { afterMs: 2, state: ABANDONED, version: 3 }),
        opened(3, { afterMs: 3, state: ABANDONED, version: 7 }),
      ]);
      const [found, ...rest] = await store.statistics.days(PERIOD);
      assert.deepEqual([found?.count, found?.begun, rest], [3, 2, []]);
    },
  );

  promised("statistics.orders() sums completed sessions by shop and currency", async (store) => {
    await store.commit([
      putMerchant,
      putOther,
      order(1, 34_900),
      order(2, 65_101),
      order(3, 5000, { currencyCode: "JPY" }),
      order(4, 100, { merchantId: M2 }),
      order(5, 7_000_000, { createdAt: NOW + 2 * DAY_MS }),
      order(6, 7_000_000, { createdAt: NOW - DAY_MS - 1 }),
      addSession(aSession(7)),
    ]);
    const none = { withCoupon: 0, couponDiscount: 0n };
    const own = [
      { merchantId: M1, currencyCode: "INR", orders: 2, payable: 100_001n, ...none },
      { merchantId: M1, currencyCode: "JPY", orders: 1, payable: 5000n, ...none },
    ];
    const other = [{ merchantId: M2, currencyCode: "INR", orders: 1, payable: 100n, ...none }];
    assert.deepEqual(await store.statistics.orders(PERIOD), own);
    assert.deepEqual(await store.statistics.orders({ ...PERIOD, merchantId: M2 }), other);
  });

  promised("statistics.orders() sums beyond 2^53 exactly", async (store) => {
    const most = Number.MAX_SAFE_INTEGER;
    await store.commit([putMerchant, order(1, most), order(2, most), order(3, most)]);
    const [sum] = await store.statistics.orders(PERIOD);
    assert.equal(sum?.payable, 27_021_597_764_222_973n);
  });

  promised(
    "statistics.orders() counts the orders with a coupon and what those took off",
    async (store) => {
      const { priced } = aSession(1);
      const coupons = [{ coupon: aCoupon(), amount: 3490, cartAfter: 31_410, previousCode: null }];
      const totals = { ...priced.totals, couponDiscount: 3490 };
      await store.commit([
        putMerchant,
        order(1, 34_900),
        order(2, 31_410, { priced: { ...priced, coupons, totals } }),
        order(3, 31_410, { priced: { ...priced, coupons, totals } }),
      ]);
      const [sum] = await store.statistics.orders(PERIOD);
      assert.deepEqual([sum?.orders, sum?.withCoupon, sum?.couponDiscount], [3, 2, 6980n]);
    },
  );

  promised(
    "statistics.revenue() sums orders by shop, the day they were placed, and currency",
    async (store) => {
      const placed = (n: number, afterMs: number, over: Partial<CheckoutSession> = {}) =>
        order(n, 100 * n, { order: placedAt(n, NOW + afterMs), ...over });
      const most = Number.MAX_SAFE_INTEGER;
      await store.commit([
        putMerchant,
        putOther,
        placed(1, -DAY_MS - 1),
        placed(2, -DAY_MS),
        placed(3, -1, { currencyCode: "JPY" }),
        // Its session is from before the period.
        placed(4, 0, { createdAt: NOW - 9 * DAY_MS }),
        placed(5, DAY_MS - 1),
        placed(6, DAY_MS, { merchantId: M2 }),
        placed(7, 2 * DAY_MS),
        order(8, most, { order: placedAt(8, NOW + DAY_MS) }),
        order(9, most, { order: placedAt(9, NOW + DAY_MS) }),
        addSession(aSession(10)),
      ]);
      const inHour = async (hour: number) => (await store.attention.hourly(M1, hour)).ordersHourly;
      const hours = [NOW, NOW + 1, NOW + DAY_MS, NOW + DAY_MS - HOUR_MS];
      const counts: number[] = [];
      for (const hour of hours) counts.push(await inHour(hour));
      assert.deepEqual(counts, [1, 0, 2, 1]);
      const inr = { merchantId: M1, currencyCode: "INR" };
      const own = [
        { ...inr, day: 0, orders: 1, payable: 200n },
        { ...inr, day: 0, currencyCode: "JPY", orders: 1, payable: 300n },
        { ...inr, day: 1, orders: 2, payable: 900n },
        { ...inr, day: 2, orders: 2, payable: 2n * BigInt(most) },
      ];
      const other = [{ ...inr, merchantId: M2, day: 2, orders: 1, payable: 600n }];
      assert.deepEqual(await store.statistics.revenue(PERIOD), own);
      assert.deepEqual(await store.statistics.revenue({ ...PERIOD, merchantId: M2 }), other);
    },
  );

  promised("statistics.revenue() knows an order from the change that placed it", async (store) => {
    const open = aSession(1);
    await store.commit([putMerchant, addSession(open)]);
    assert.deepEqual(await store.statistics.revenue(PERIOD), []);
    const placed = { state: COMPLETED, order: placedAt(1, NOW + 1), version: 2 };
    await store.commit([putSession({ ...open, ...placed })]);
    const [sum] = await store.statistics.revenue(PERIOD);
    assert.deepEqual([sum?.day, sum?.orders], [1, 1]);
  });

  promised(
    "statistics leave a cancelled order out of sums, and count its session",
    async (store) => {
      const cancellation = {
        at: NOW,
        reason: null,
        coinsReturned: 0,
        coinsTakenBack: 0,
        coinsOwed: 0,
      };
      const cancelled = { order: { ...placedAt(2, NOW), cancellation } };
      // Longer than is stored as it is: the document that is summed is a part of it.
      const note = "x".repeat(40_000);
      await store.commit([
        putMerchant,
        order(1, 100, { order: placedAt(1, NOW) }),
        order(2, 200, cancelled),
        order(3, 400, { order: { ...placedAt(3, NOW), cancellation }, note }),
        order(4, 800, { order: placedAt(4, NOW), note }),
      ]);
      const [sum] = await store.statistics.orders(PERIOD);
      assert.deepEqual([sum?.orders, sum?.payable], [2, 900n]);
      const [day] = await store.statistics.revenue(PERIOD);
      assert.deepEqual([day?.orders, day?.payable], [2, 900n]);
      assert.deepEqual((await store.statistics.days(PERIOD)).map(({ count }) => count), [4]);
    },
  );
}
