import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { MerchantId } from "../../../src/domain/ids.ts";
import type { State } from "../../../src/domain/session/lifecycle.ts";
import { NO_RECOVERY } from "../../../src/domain/session/recovery.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { CommitRefused } from "../../../src/store/store.ts";
import { aPayment, NOW } from "../../support/builders.ts";
import { aPlacedOrder, orderNumber } from "../../support/orders.ts";
import { anAccount, paymentAtProvider } from "../at_provider.ts";
import type { Promised } from "../contract.ts";
import {
  ABANDONED,
  addSession,
  aSession,
  COMPLETED,
  M1,
  PENDING,
  putMerchant,
  putSession,
  sid,
} from "../support.ts";

/** Takes a session from its first version to a state. */
function moved(n: number, state: State, over: Partial<CheckoutSession> = {}): Change {
  return putSession(aSession(n, { version: 2, state, ...over }));
}

function deletion(n: number, withShop?: MerchantId): Change {
  const change = { sessionId: sid(n), lastActiveBefore: NOW + 99 };
  return { kind: "session.delete", ...change, ...withShop && { withShop } };
}

/** Contract of the port: what is deleted and erased when its time is over, and what stays. */
export function retentionContract(promised: Promised): void {
  promised("a live order is not deleted unless with its shop, a test one is", async (store) => {
    await store.commit([
      putMerchant,
      addSession(aSession(1)),
      moved(1, COMPLETED),
      addSession(aSession(2, { livemode: false })),
      moved(2, COMPLETED, { livemode: false }),
    ]);
    assert.deepEqual(await store.sessions.old(NOW + 99, 9), [sid(2)]);
    await assert.rejects(store.commit([deletion(1)]), CommitRefused);
    await store.commit([deletion(2)]);
    await store.commit([deletion(1, M1)]);
    assert.equal(await store.sessions.find(sid(1)), null);
  });

  promised(
    "a session whose payment holds something is not deleted unless with its shop",
    async (store) => {
      await store.commit([
        putMerchant,
        addSession(aSession(1)),
        moved(1, PENDING, { payment: aPayment() }),
        ...[3, 4].flatMap((n) => [
          addSession(aSession(n)),
          moved(n, ABANDONED, { payment: aPayment({ dueAt: n === 4 ? NOW : null }) }),
        ]),
        addSession(aSession(2)),
      ]);
      // Not listed either: pages full of them would hide the others.
      assert.deepEqual(await store.sessions.old(NOW + 99, 1), [sid(2)]);
      assert.deepEqual(await store.sessions.old(NOW + 99, 9), [sid(2)]);
      await assert.rejects(store.commit([deletion(3)]), CommitRefused);
      await assert.rejects(store.commit([deletion(1)]), CommitRefused);
      await store.commit([
        moved(1, PENDING, { version: 3, payment: aPayment({ holds: "released" }) }),
      ]);
      await store.commit([deletion(1)]);
      assert.equal(await store.sessions.find(sid(1)), null);
    },
  );

  promised(
    "a session whose provider is asked for money is not deleted unless with its shop",
    async (store) => {
      const begun = (n: number): Change => (
        { kind: "at-provider.add", payment: paymentAtProvider(n) }
      );
      await store.commit([
        putMerchant,
        { kind: "provider.add", account: anAccount(1) },
        ...[1, 2].flatMap((n) => [addSession(aSession(n)), moved(n, ABANDONED), begun(n)]),
        // Its holds are released, and a bank is at work.
        ...[3, 4].flatMap((n) => [addSession(aSession(n)), begun(n)]),
        addSession(aSession(5)),
      ]);
      assert.deepEqual(await store.sessions.old(NOW + 99, 1), [sid(5)]);
      assert.deepEqual(await store.sessions.old(NOW + 99, 9), [sid(5)]);
      for (const n of [1, 3]) {
        await assert.rejects(store.commit([deletion(n)]), CommitRefused);
        const payment = paymentAtProvider(n);
        assert.deepEqual(await store.providers.payment(payment.paymentId), payment);
        await store.commit([{ kind: "at-provider.close", payment }]);
        await store.commit([deletion(n)]);
      }
      await store.commit([deletion(4, M1)]);
      assert.equal(await store.providers.payment(paymentAtProvider(4).paymentId), null);
      assert.deepEqual(await store.sessions.old(NOW + 99, 9), [sid(5)]);
    },
  );

  promised("statistics count a session that was deleted as before", async (store) => {
    const left = { recovery: { ...NO_RECOVERY, idleAt: NOW, returned: "RESUMED" as const } };
    await store.commit([
      putMerchant,
      addSession(aSession(1)),
      moved(1, ABANDONED),
      addSession(aSession(2)),
      putSession(aSession(2, { version: 2 })),
      putSession(aSession(2, { version: 3, state: ABANDONED, ...left })),
      addSession(aSession(3, { livemode: false })),
    ]);
    const at = aSession(1).createdAt;
    const start = at - at % 900_000;
    const period = { merchantId: M1, bounds: [start - 900_000, start, start + 900_000] };
    const sums = async () => [
      await store.statistics.days(period),
      await store.statistics.recovery(period),
      await store.statistics.orders(period),
      await store.statistics.revenue(period),
    ];
    const before = await sums();
    const [days = [], recovery = []] = before;
    assert.deepEqual([days.length, recovery.length], [1, 1]);
    for (const n of [1, 2, 3]) {
      await store.commit([deletion(n)]);
      assert.deepEqual(await sums(), before, `${n} deleted`);
    }
    assert.deepEqual(await store.sessions.counts(M1), []);
    await store.commit([{ kind: "merchant.remove", merchantId: M1 }]);
  });

  promised(
    "sessions.ordersToErase() walks live orders with a person, by placing",
    async (store) => {
      const placed = (
        n: number,
        placedAt: number,
        over: Partial<CheckoutSession> = {},
      ): Change[] => {
        const order = aPlacedOrder({ number: orderNumber(n), placedAt });
        return [addSession(aSession(n, over)), moved(n, COMPLETED, { ...over, order })];
      };
      await store.commit([
        putMerchant,
        ...placed(1, NOW + 3),
        ...placed(2, NOW + 1),
        ...placed(3, NOW + 1),
        ...placed(4, NOW, { livemode: false }),
        addSession(aSession(5)),
        moved(5, ABANDONED),
      ]);
      const found = async (before: number, after: number | null = null, limit = 9) => {
        const key = after === null ? null : { at: after, id: sid(2) };
        return (await store.sessions.ordersToErase(before, { after: key, limit })).map(({ id }) =>
          id
        );
      };
      assert.deepEqual(await found(NOW + 3), [sid(2), sid(3)]);
      assert.deepEqual(await found(NOW + 4), [sid(2), sid(3), sid(1)]);
      assert.deepEqual(await found(NOW + 4, NOW + 1), [sid(3), sid(1)]);
      assert.deepEqual(await found(NOW + 4, null, 1), [sid(2)]);
      const erase = (n: number, phone: string | null): Change => ({
        kind: "session.erase",
        sessionId: sid(n),
        merchantId: M1,
        phone,
        at: NOW,
        withReference: false,
        withReason: false,
      });
      await store.commit([erase(2, null)]);
      await store.commit([erase(3, "+919876543210")]);
      assert.deepEqual(await found(NOW + 4), [sid(3), sid(1)], "erased as a whole only");
      await store.commit([erase(4, null)]);
      const old = await store.sessions.old(NOW + 99, 9);
      assert.deepEqual(old.toSorted(), [sid(4), sid(5)], "an erased test is deleted all the same");
    },
  );
}
