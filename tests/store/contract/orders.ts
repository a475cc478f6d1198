import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { Store } from "../../../src/store/store.ts";
import { aPlacedOrder, orderNumber } from "../../support/orders.ts";
import type { Promised } from "../contract.ts";
import {
  addSession,
  aSession,
  assertRefused,
  COMPLETED,
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

/** Contract of the port: orders and their numbers. */
export function orderContract(promised: Promised): void {
  promised("sessions.byOrderNumber() finds the order of each shop", async (store) => {
    await twoShops(store);
    await store.commit([place(1, 5)]);
    await store.commit([place(2, 6)]);
    await store.commit([place(3, 5, { merchantId: M2 })]);
    const found = async (number: number) =>
      (await store.sessions.byOrderNumber(orderNumber(number))).map(({ id }) => id).sort();
    assert.deepEqual(await found(5), [sid(1), sid(3)]);
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
    assert.equal((await store.sessions.byOrderNumber(orderNumber(5))).length, 1);
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
