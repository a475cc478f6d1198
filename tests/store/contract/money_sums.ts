import assert from "node:assert/strict";
import fc from "fast-check";
import { type Income, incomeByCurrency, incomeByDay } from "../../../src/domain/session/income.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { lastDays } from "../../../src/domain/values/calendar.ts";
import { aMerchant } from "../../support/builders.ts";
import { nearMidnight, zonedDate } from "../../support/zones.ts";
import type { Promised } from "../contract.ts";
import { ACTIONS, type Happening, ORDERS, Orders } from "./money_orders.ts";

const HOUR_MS = 3_600_000;
const DAYS = 3;
/** Changes of clocks by an hour and by half an hour, and none. */
const THREE_ZONES = ["Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu"] as const;

const history = fc.record({
  at: fc.constantFrom(...THREE_ZONES).chain(nearMidnight).map(({ at }) => at),
  happenings: fc.array(
    fc.record<Happening>({
      action: fc.constantFrom(...ACTIONS),
      n: fc.nat(ORDERS - 1),
      hours: fc.integer({ min: -30, max: 30 }),
      variant: fc.nat(999),
    }),
    { minLength: 12, maxLength: 40 },
  ),
});

/** What the sessions themselves say, by the calendar of a zone: `date currency` to sums. */
function counted(sessions: Iterable<CheckoutSession>, zone: string, dates: readonly string[]) {
  const found = new Map<string, Record<string, bigint>>();
  for (const { livemode, order, payment, currencyCode, priced } of sessions) {
    if (!livemode || order === null || order.cancellation !== null) continue;
    const add = (at: number, sums: Record<string, number>) => {
      const date = zonedDate(at, zone);
      if (!dates.includes(date)) return;
      const key = `${date} ${currencyCode}`;
      const day = found.get(key) ?? {};
      for (const [name, sum] of Object.entries(sums)) day[name] = (day[name] ?? 0n) + BigInt(sum);
      found.set(key, day);
    };
    add(order.placedAt, { orders: 1, gross: priced.totals.totalPayable });
    const fee = payment?.fee ?? null;
    if (fee !== null) add(order.placedAt, { charged: 1, fees: fee });
    for (const { state, at, amount } of order.refunds) {
      if (state !== "FAILED") add(at, { refunds: 1, refunded: amount });
    }
    for (const { status, at, amount } of order.disputes) {
      if (status === "LOST") add(at, { losses: 1, lost: amount });
    }
  }
  return new Map([...found].sort());
}

/** An {@link Income} in the form of {@link counted}, which adds up; without what is 0 or unknown. */
function sumsOf(income: Income): Record<string, bigint> {
  const { gross, refunded, lost, net, fees, afterFees } = income;
  assert.equal(net, gross - refunded - lost);
  assert.equal(afterFees, fees === null ? null : net - fees);
  assert.equal(fees === null, income.charged === 0);
  const { currencyCode: _, net: _net, afterFees: _after, ...sums } = income;
  const all = Object.entries({ ...sums, fees: fees ?? 0n }).map(([name, sum]) =>
    [name, BigInt(sum)] as const
  );
  return withoutZeros(Object.fromEntries(all));
}

function withoutZeros(sums: Record<string, bigint>): Record<string, bigint> {
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n).sort());
}

/** Contract of the port: money that came in and went back, by day. */
export function moneySumContract(promised: Promised): void {
  promised(
    "statistics.money() is what the orders say, in any zone, whatever happened to them",
    async (store) => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(history, async ({ at, happenings }) => {
          const orders = new Orders(++run);
          const { merchantId } = orders;
          const domains = [`shop-${run}.example`];
          await store.commit([
            { kind: "merchant.put", merchant: aMerchant({ id: merchantId, domains }) },
          ]);
          for (const happening of happenings) {
            const changes = orders.changes(happening, at + happening.hours * HOUR_MS);
            if (changes.length > 0) await store.commit(changes);
          }
          for (const zone of THREE_ZONES) {
            const { bounds, dates } = lastDays(DAYS, zone, at + HOUR_MS);
            const period = { merchantId, bounds };
            const days = incomeByDay(
              await store.statistics.revenue(period),
              await store.statistics.money(period),
            );
            const found = days.map(({ day, ...one }) =>
              [`${dates[day]} ${one.currencyCode}`, sumsOf(one)] as const
            );
            const expected = [...counted(orders.stored.values(), zone, dates)]
              .map(([key, sums]) => [key, withoutZeros(sums)]);
            assert.deepEqual(found, expected, zone);
            for (const one of incomeByCurrency(days)) sumsOf(one);
          }
        }),
        { numRuns: 25 },
      );
    },
  );
}
