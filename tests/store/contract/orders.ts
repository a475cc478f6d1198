import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { Int64 } from "../../../src/domain/ids.ts";
import type { Variant } from "../../../src/domain/shop/catalog.ts";
import type { Store } from "../../../src/store/store.ts";
import { aProduct, aVariant, int64 } from "../../support/builders.ts";
import { aPlacedOrder, orderNumber } from "../../support/orders.ts";
import type { Promised } from "../contract.ts";
import {
  addSession,
  aSession,
  assertRefused,
  COMPLETED,
  holdStock,
  M1,
  M2,
  putMerchant,
  putOther,
  putSession,
  sid,
} from "../support.ts";

/** Session `n` becomes the order with a number. */
function place(n: number, number: number, over: Parameters<typeof aSession>[1] = {}): Change {
  const order = aPlacedOrder({ number: orderNumber(number) });
  return putSession(aSession(n, { version: 2, state: COMPLETED, order, ...over }));
}

/** Contract of the port: orders, their numbers, and the units sold with them. */
export function orderContract(promised: Promised): void {
  numbers(promised);
  sales(promised);
}

function numbers(promised: Promised): void {
  promised("sessions.byOrderNumber() finds the order of each shop", async (store) => {
    await twoShops(store);
    await store.commit([place(1, 5)]);
    await store.commit([place(2, 6)]);
    await store.commit([place(3, 5, { merchantId: M2 })]);
    const found = async (number: number) =>
      (await store.sessions.byOrderNumber(orderNumber(number), null)).map(({ id }) => id).sort();
    assert.deepEqual(await found(5), [sid(1), sid(3)]);
    const [own, ...others] = await store.sessions.byOrderNumber(orderNumber(5), M2);
    assert.deepEqual([own?.id, others], [sid(3), []]);
    assert.deepEqual(await found(6), [sid(2)]);
    assert.deepEqual(await found(7), []);
    assert.equal((await store.sessions.find(sid(2)))?.load().order?.number, orderNumber(6));
  });

  promised("session.put is refused for an order number that its shop has", async (store) => {
    await twoShops(store);
    await store.commit([place(1, 5)]);
    const taken = place(2, 5);
    await assertRefused(store.commit([taken]), taken, /^Order number is taken: 0000-0005$/);
    assert.equal((await store.sessions.find(sid(2)))?.version, 1);
    await store.commit([place(2, 6)]);
    // The order keeps its number with every later change.
    const order = aPlacedOrder({ number: orderNumber(5) });
    const later = aSession(1, { version: 3, state: COMPLETED, order, amountPaid: 1 });
    await store.commit([putSession(later)]);
    assert.equal((await store.sessions.byOrderNumber(orderNumber(5), null)).length, 1);
  });
}

function sales(promised: Promised): void {
  const left = async (store: Store) => {
    const entry = (await store.catalog.variants(M1, [int64(11)])).get(int64(11));
    return entry?.variant.inventoryQuantity;
  };
  const put = (over: Partial<Variant>): Change => {
    const product = aProduct({ variants: [aVariant(over)] });
    return { kind: "product.put", merchantId: M1, product };
  };
  const sell: Change = { kind: "stock.sell", sessionId: sid(1) };
  const giveBack = (...unrecorded: readonly { variantId: Int64; units: number }[]): Change => {
    return { kind: "stock.return", merchantId: M1, sessionId: sid(1), unrecorded };
  };

  promised("stock.return adds what a session took from the stock, once", async (store) => {
    await store.commit([putMerchant, put({}), holdStock({ units: 5 })]);
    await store.commit([sell, holdStock({ sessionId: sid(2), units: 3 })]);
    assert.equal(await left(store), 12);
    await store.commit([giveBack()]);
    assert.equal(await left(store), 17, "units that another session holds stay held");
    await store.commit([giveBack()]);
    assert.equal(await left(store), 17);
  });

  promised(
    "stock.return adds only what was tracked when it was sold, and is now",
    async (store) => {
      const untracked = put({ inventoryQuantity: null });
      await store.commit([putMerchant, untracked, holdStock({ units: 5 }), sell]);
      await store.commit([put({ inventoryQuantity: 9 }), giveBack()]);
      assert.equal(await left(store), 9, "nothing had been taken");

      await store.commit([holdStock({ units: 4 }), sell, untracked, giveBack()]);
      assert.equal(await left(store), null);
      await store.commit([put({ inventoryQuantity: 7 }), giveBack()]);
      assert.equal(await left(store), 7, "it was returned before");
    },
  );

  promised(
    "stock.return adds units of before sales were recorded, where tracked",
    async (store) => {
      await store.commit([putMerchant, put({ inventoryQuantity: 3 })]);
      const gone = int64(12);
      await store.commit([
        giveBack({ variantId: int64(11), units: 2 }, { variantId: gone, units: 9 }),
      ]);
      assert.equal(await left(store), 5);
      await store.commit([put({ inventoryQuantity: null })]);
      await store.commit([giveBack({ variantId: int64(11), units: 2 })]);
      assert.equal(await left(store), null);
    },
  );

  promised("session.delete forgets what was sold", async (store) => {
    await store.commit([
      putMerchant,
      put({}),
      addSession(aSession(1)),
      holdStock({ units: 5 }),
      sell,
    ]);
    const lastActiveBefore = aSession(1).createdAt + 1;
    await store.commit([{ kind: "session.delete", sessionId: sid(1), lastActiveBefore }]);
    await store.commit([giveBack()]);
    assert.equal(await left(store), 15);
  });
}

async function twoShops(store: Store): Promise<void> {
  await store.commit([putMerchant, putOther]);
  await store.commit([
    addSession(aSession(1)),
    addSession(aSession(2)),
    addSession(aSession(3, { merchantId: M2 })),
  ]);
}
