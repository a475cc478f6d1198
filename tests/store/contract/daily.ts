import assert from "node:assert/strict";
import fc from "fast-check";
import type { Change } from "../../../src/domain/changes.ts";
import { type DailyLimit, withinDay } from "../../../src/domain/daily_limits.ts";
import { aCustomer, NOW, uuid } from "../../support/builders.ts";
import type { SessionId } from "../../../src/domain/ids.ts";
import type { Promised } from "../contract.ts";
import { assertRefused, M1, M2, putMerchant, putOther, sid } from "../support.ts";
import { addRefund } from "./refunds.ts";

/** A limit of 1000 for a day from {@link NOW}. */
function aLimit(what: DailyLimit["what"], over: Partial<DailyLimit> = {}): DailyLimit {
  const day = { since: NOW, until: NOW + 86_400_000 };
  return { what, merchantId: M1, currencyCode: "INR", most: 1000, ...day, ...over };
}

/** Refunds an amount within a limit. */
function refund(n: number, amount: number, limit = aLimit("refunds")): Change[] {
  return [...withinDay(limit, amount), addRefund(n, { amount })];
}

/** Gives the customer coins: those of an order have its session. */
function coins(n: number, amount: number, sessionId: SessionId | null): Change {
  const between = { from: "ISSUED", to: "AVAILABLE" } as const;
  const entry = { id: uuid(700 + n), customerId: aCustomer().id, reason: "a gift", at: NOW };
  return { kind: "coins.move", movement: { ...entry, ...between, coins: amount, sessionId } };
}

/** Contract of the port: limits of what a shop gives in a day. */
export function dailyContract(promised: Promised): void {
  promised("refunds of a day stop at the limit, whoever makes how many at once", async (store) => {
    await store.commit([putMerchant, putOther]);
    // 30 of 300 each: 3 fit into 1000.
    const made = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) => store.commit(refund(n, 300))),
    );
    assert.equal(made.filter(({ status }) => status === "fulfilled").length, 3);
    assert.equal(await store.refunds.sumSince(M1, NOW), 900);
    await store.commit(refund(40, 100));
    const beyond = refund(41, 1);
    await assertRefused(store.commit(beyond), beyond[0]!, /^The limit of a day is reached/);
    // Another shop, the day before, tests and refunds that failed do not count.
    await store.commit([
      ...withinDay(aLimit("refunds", { merchantId: M2 }), 1000),
      addRefund(42, { amount: 1000, merchantId: M2 }),
      addRefund(43, { amount: 5000, at: NOW - 1 }),
      addRefund(44, { amount: 5000, livemode: false }),
      addRefund(45, { amount: 5000, state: "FAILED" }),
    ]);
    assert.equal(await store.refunds.sumSince(M1, NOW), 1000);
  });

  promised(
    "coins that are given in a day stop at the limit, and earned ones are not counted",
    async (store) => {
      const limit = aLimit("coins", { most: 250 });
      const give = (n: number) => [...withinDay(limit, 100), coins(n, 100, null)];
      await store.commit([putMerchant, { kind: "customer.add", customer: aCustomer() }]);
      await store.commit([coins(90, 7000, sid(1))]);
      const made = await Promise.allSettled([1, 2, 3, 4, 5].map((n) => store.commit(give(n))));
      assert.equal(made.filter(({ status }) => status === "fulfilled").length, 2);
      assert.equal(await store.customers.coinsGivenSince(M1, NOW), 200);
      assert.equal(await store.customers.coinsGivenSince(M1, NOW + 1), 0);
      assert.equal(await store.customers.coinsGivenSince(M2, NOW), 0);
    },
  );

  promised(
    "no sequence of refunds and failures passes the limit, or stops below it",
    async (store) => {
      await store.commit([putMerchant]);
      let n = 100;
      let day = 0;
      const acts = fc.array(
        fc.record({ amount: fc.integer({ min: 1, max: 600 }), fails: fc.boolean() }),
        { maxLength: 12 },
      );
      await fc.assert(
        fc.asyncProperty(acts, async (all) => {
          const since = NOW + ++day * 1000;
          const limit = aLimit("refunds", { since });
          let used = 0;
          for (const { amount, fails } of all) {
            const id = ++n;
            const add = addRefund(id, { amount, at: since });
            const done = await store.commit([...withinDay(limit, amount), add]).then(
              () => true,
              () => false,
            );
            assert.equal(done, used + amount <= limit.most);
            if (done) used += amount;
            if (done && fails && add.kind === "refund.add") {
              const { refund } = add;
              await store.commit([{
                kind: "refund.move",
                refund: { ...refund, state: "FAILED", settledAt: since, nextTryAt: null },
                from: "REQUESTED",
              }]);
              used -= amount;
            }
            assert.equal(await store.refunds.sumSince(M1, since), used);
            assert.ok(used <= limit.most);
          }
        }),
        { numRuns: 10 },
      );
    },
  );
}
