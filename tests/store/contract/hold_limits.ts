import assert from "node:assert/strict";
import fc from "fast-check";
import type { Change } from "../../../src/domain/changes.ts";
import type { LimitedBuyer } from "../../../src/domain/hold_limits.ts";
import type { Store } from "../../../src/store/store.ts";
import { aProduct, aVariant, int64 } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import {
  addSession,
  aSession,
  assertRefused,
  holdStock,
  M1,
  putMerchant,
  sid,
} from "../support.ts";

const BUYER: LimitedBuyer = {
  phone: "p",
  address: "a",
  client: "c",
  maxQuantity: 10,
  clientUnits: 50,
  clientPercent: 25,
};

/** The shop with so many units. */
function shopOf(inventoryQuantity: number): Change[] {
  const product = aProduct({ variants: [aVariant({ inventoryQuantity })] });
  return [putMerchant, { kind: "product.put", merchantId: M1, product }];
}

/** The units that each digest holds, and those that others than the client do not hold. */
async function unpaid(store: Store, buyer: LimitedBuyer = BUYER): Promise<unknown> {
  const found = (await store.catalog.unpaid(M1, buyer, [int64(11)])).get(int64(11));
  return found && [found.byPhone, found.byAddress, found.byClient, found.free];
}

/** Contract of the port: limits of the unpaid units of a buyer. */
export function holdLimitContract(promised: Promised): void {
  const bought = (n: number, units: number, over: Partial<LimitedBuyer> = {}): Change =>
    holdStock({ sessionId: sid(n), units, buyer: { ...BUYER, ...over } });
  const refused = (store: Store, hold: Change) =>
    assertRefused(store.commit([hold]), hold, /^A limit of unpaid units is reached: variant 11$/);

  promised(
    "stock.hold is refused beyond what a phone or a delivery address may hold",
    async (store) => {
      await store.commit([
        ...shopOf(1000),
        bought(1, 6),
        holdStock({ sessionId: sid(9), units: 300 }),
      ]);
      assert.deepEqual(await unpaid(store), [6, 6, 6, 700]);
      await refused(store, bought(2, 5, { address: "other" }));
      await refused(store, bought(2, 5, { phone: "other" }));
      await refused(store, bought(2, 11, { phone: null, address: "other" }));
      await store.commit([bought(2, 4, { address: "other" }), bought(3, 4, { phone: null })]);
      assert.deepEqual(await unpaid(store), [10, 10, 14, 700]);
      assert.deepEqual(await unpaid(store, { ...BUYER, phone: null, client: "else" }), [
        0,
        10,
        0,
        686,
      ]);
      await store.commit([{ kind: "stock.release", sessionId: sid(1) }, bought(4, 5, {})]);
      await store.commit([
        { kind: "stock.sell", sessionId: sid(4) },
        bought(5, 6, { address: null }),
      ]);
      assert.deepEqual(await unpaid(store), [10, 4, 14, 695]);
    },
  );

  promised(
    "stock.hold gives a client a quarter of what others do not hold, above 50 units",
    async (store) => {
      const own = { phone: null, address: null, maxQuantity: 1000 };
      await store.commit([...shopOf(301), bought(1, 50, own)]);
      await refused(store, bought(2, 26, own));
      await store.commit([bought(2, 25, own), holdStock({ sessionId: sid(3), units: 1 })]);
      assert.deepEqual(await unpaid(store), [0, 0, 75, 300]);
      await refused(store, bought(4, 1, own));
      await store.commit([bought(4, 50, { ...own, client: "other" })]);
      await store.commit([bought(5, 1, { ...own, client: null })]);
      const product = aProduct({ variants: [aVariant({ inventoryPolicy: "continue" })] });
      await store.commit([{ kind: "product.put", merchantId: M1, product }]);
      await store.commit([bought(6, 90, own)]);
      assert.deepEqual(await unpaid(store), [0, 0, 165, null], "it is never sold out");
    },
  );

  promised("stock.hold lets racing sessions of a buyer hold the limit exactly", async (store) => {
    await store.commit(shopOf(1000));
    const settled = await Promise.allSettled(
      Array.from({ length: 48 }, (_, n) => store.commit([bought(n, 1, { phone: `p${n}` })])),
    );
    assert.equal(settled.filter(({ status }) => status === "fulfilled").length, 10);
    assert.deepEqual(await unpaid(store), [0, 10, 10, 1000]);
  });

  promised("no sequence of holds goes beyond the limits of a buyer", async (store) => {
    await store.commit(shopOf(400));
    const names = ["x", "y", "z"];
    const steps = fc.sample(
      fc.record({
        n: fc.nat(30),
        units: fc.integer({ min: 1, max: 12 }),
        phone: fc.constantFrom(...names),
        address: fc.constantFrom(...names, null),
        client: fc.constantFrom("k", "l"),
        isEnd: fc.boolean(),
      }),
      { numRuns: 150, seed: 23 },
    );
    let [taken, over] = [0, 0];
    for (const [i, { n, units, isEnd, ...buyer }] of steps.entries()) {
      if (isEnd) {
        await store.commit([{ kind: "stock.release", sessionId: sid(Math.max(0, i - n)) }]);
        continue;
      }
      const done = await store.commit([bought(i, units, { ...buyer, maxQuantity: 20 })])
        .then(() => taken += 1, () => over += 1);
      assert.ok(done);
      for (const name of names) {
        const found = (await store.catalog.unpaid(
          M1,
          { phone: name, address: name, client: name === "x" ? "k" : "l" },
          [int64(11)],
        )).get(int64(11));
        assert.ok(found && found.byPhone <= 20 && found.byAddress <= 20);
        assert.ok(found.byClient <= Math.max(50, Math.floor((found.free ?? 0) / 4)));
      }
    }
    assert.ok(taken > 10 && over > 10, `${taken} held, ${over} refused`);
  });

  promised("session.erase keeps held units without their buyer", async (store) => {
    await store.commit([...shopOf(100), addSession(aSession(1)), bought(1, 3)]);
    await store.commit([{
      kind: "session.erase",
      sessionId: sid(1),
      merchantId: M1,
      phone: null,
      at: 1,
      withReference: false,
      withReason: false,
    }]);
    assert.deepEqual(await unpaid(store), [0, 0, 0, 97]);
    assert.deepEqual((await store.sessions.holds(sid(1))).stock, [{
      variantId: int64(11),
      units: 3,
    }]);
  });
}
