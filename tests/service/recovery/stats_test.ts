import assert from "node:assert/strict";
import fc from "fast-check";
import { NO_RECOVERY, RETURNS } from "../../../src/domain/session/recovery.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { sessionView } from "../../../src/schema/api/view.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open_store.ts";
import { runs } from "../../support/arbitraries.ts";
import { NOW } from "../../support/builders.ts";
import { aPlacedOrder, orderNumber } from "../../support/orders.ts";
import { addSession, aSession, COMPLETED, M1, OPEN, putMerchant } from "../../store/support.ts";
import { expire, leave, MINUTE_MS, resume, tokenOf, withCarts } from "./left.ts";

const DAY_MS = 86_400_000;
const BOUNDS = [NOW, NOW + DAY_MS, NOW + 2 * DAY_MS];
const CANCELLED = { at: NOW, reason: null, coinsReturned: 0, coinsTakenBack: 0, coinsOwed: 0 };

/** Sessions with everything that the sums depend on. */
const cases = fc.array(
  fc.record({
    currencyCode: fc.constantFrom("INR", "JPY"),
    afterMs: fc.constantFrom(-1, 0, DAY_MS, 2 * DAY_MS - 1, 2 * DAY_MS),
    idleAt: fc.option(fc.constant(NOW)),
    returned: fc.option(fc.constantFrom(...RETURNS)),
    isOrder: fc.boolean(),
    isCancelled: fc.boolean(),
    isLong: fc.boolean(),
    payable: fc.oneof(
      fc.integer({ min: 0, max: 500_000 }),
      fc.integer({ min: 2 ** 52, max: Number.MAX_SAFE_INTEGER }),
    ),
  }),
  { maxLength: 12 },
);

type Case = (typeof cases) extends fc.Arbitrary<(infer One)[]> ? One : never;

function sessionOf(n: number, one: Case): CheckoutSession {
  const session = aSession(n);
  const totals = { ...session.priced.totals, totalPayable: one.payable };
  const cancellation = one.isCancelled ? CANCELLED : null;
  return {
    ...session,
    note: one.isLong ? "n".repeat(40_000) : null,
    currencyCode: one.currencyCode,
    createdAt: NOW + one.afterMs,
    state: one.isOrder ? COMPLETED : OPEN,
    order: one.isOrder ? aPlacedOrder({ number: orderNumber(n), cancellation }) : null,
    recovery: { ...NO_RECOVERY, idleAt: one.idleAt, returned: one.returned },
    priced: { ...session.priced, totals },
  };
}

Deno.test("recovery counts what was idle and came back, and sums the receipts of its orders", () =>
  fc.assert(
    fc.asyncProperty(cases, async (all) => {
      const store = await openSqliteStore(":memory:");
      try {
        await store.commit([
          putMerchant,
          ...all.map((one, n) => {
            const session = sessionOf(n, one);
            return addSession(session, n % 2 === 0 ? sessionView(session) : null);
          }),
        ]);
        const left = all.filter(({ afterMs, idleAt, returned }) =>
          afterMs >= 0 && afterMs < 2 * DAY_MS && (idleAt !== null || returned !== null)
        );
        const expected = [...Map.groupBy(left, ({ currencyCode }) => currencyCode)].map(
          ([currencyCode, ofCurrency]) => {
            const orders = ofCurrency.filter(({ returned, isOrder, isCancelled }) =>
              returned !== null && isOrder && !isCancelled
            );
            const count = (isMeant: (one: Case) => boolean) => ofCurrency.filter(isMeant).length;
            return {
              merchantId: M1,
              currencyCode,
              idle: count(({ idleAt }) => idleAt !== null),
              resumed: count(({ returned }) => returned === "RESUMED"),
              reopened: count(({ returned }) => returned === "REOPENED"),
              orders: orders.length,
              payable: orders.reduce((sum, { payable }) => sum + BigInt(payable), 0n),
            };
          },
        ).sort((a, b) => a.currencyCode < b.currencyCode ? -1 : 1);
        const found = await store.statistics.recovery({ merchantId: M1, bounds: BOUNDS });
        assert.deepEqual(found, expected);
      } finally {
        await store.close();
      }
    }),
    runs(60),
  ));

Deno.test("of three carts left one is resumed and ordered, one reopened and ordered, one stays away", () =>
  withCarts(async (world) => {
    const ids = [await leave(world), await leave(world), await leave(world)];
    const [first = "", second = ""] = await Promise.all(ids.map((id) => tokenOf(world, id)));
    world.clock.advance(30 * MINUTE_MS);
    assert.equal(await world.services.housekeeping.reportIdle(), 3);
    const resumed = await resume(world, first);
    await pay(resumed);
    await expire(world);
    const reopened = await resume(world, second);
    await pay(reopened);
    const { recovery } = await world.services.sessionAdmin.stats({
      merchantId: world.merchant.id,
      bounds: [NOW, NOW + DAY_MS],
    });
    // Two orders of two mugs at 349.00.
    assert.deepEqual(recovery, [{
      merchantId: world.merchant.id,
      currencyCode: "INR",
      idle: 3,
      resumed: 1,
      reopened: 1,
      orders: 2,
      payable: 139_600n,
    }]);

    async function pay(id: string | null): Promise<void> {
      const { json } = await world.send("POST", `/session/${id}/payment`);
      const { payment_id, amount } = json.data.payment;
      const data = { status: "PAID", amount, reference: `pay_${id}` };
      const path = `/session/${id}/payment/${payment_id}/result`;
      const { status } = await world.send("POST", path, { body: { data } });
      assert.equal(status, 200);
    }
  }));
