import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import { NO_PREFIX_FILTER } from "../../../src/domain/filters.ts";
import { aCoupon, aMerchant, aProduct, NOW, uuid } from "../../support/builders.ts";
import { aKey } from "../../support/keys.ts";
import type { Promised } from "../contract.ts";
import {
  ABANDONED,
  addSession,
  anEndpoint,
  aSession,
  assertRefused,
  holdStock,
  M1,
  M2,
  putMerchant,
  putOther,
  putSession,
  sid,
} from "../support.ts";

/** Contract of the port: commits as a whole. */
export function commitContract(promised: Promised): void {
  atomicity(promised);
  epochs(promised);
  lifetime(promised);
}

function atomicity(promised: Promised): void {
  promised("commit() writes nothing when one change of it is refused", async (store) => {
    const late = putSession(aSession(1, { version: 8 }));
    const add = addSession(aSession(1));
    await store.commit([putMerchant]);
    await assertRefused(
      store.commit([add, { kind: "key.add", key: aKey() }, late]),
      late,
      /version/,
    );
    assert.equal(await store.sessions.find(sid(1)), null);
    assert.deepEqual(await store.keys.of(M1), []);
  });

  promised("commit() applies its changes in their order", async (store) => {
    await store.commit([putMerchant, { kind: "coupon.put", coupon: aCoupon({ code: "A" }) }, {
      kind: "coupon.put",
      coupon: aCoupon({ code: "B" }),
    }]);
    assert.deepEqual(
      (await store.coupons.of(M1, NO_PREFIX_FILTER, { limit: 1000 })).rows.map(({ code }) => code),
      [
        "B",
      ],
    );
  });

  promised("commit() refuses only the one of many that may not happen", async (store) => {
    const adds = [1, 2, 2, 3].map((n) => addSession(aSession(n)));
    await store.commit([putMerchant]);
    const settled = await Promise.allSettled(adds.map((add) => store.commit([add])));
    assert.deepEqual(
      settled.map(({ status }) => status),
      ["fulfilled", "fulfilled", "rejected", "fulfilled"],
    );
    for (const n of [1, 2, 3]) {
      assert.deepEqual((await store.sessions.find(sid(n)))?.load(), aSession(n));
    }
  });

  promised("commit() lets one of many racing changes win", async (store) => {
    await store.commit([putMerchant, addSession(aSession(1))]);
    const race = Array.from(
      { length: 8 },
      () => store.commit([putSession(aSession(1, { version: 2, state: ABANDONED }))]),
    );
    const settled = await Promise.allSettled(race);
    assert.equal(settled.filter(({ status }) => status === "fulfilled").length, 1);
    assert.equal((await store.sessions.find(sid(1)))?.version, 2);
  });

  promised("commit() of nothing is done at once", async (store) => {
    await store.commit([]);
    assert.deepEqual(await store.merchants.all(), []);
  });
}

function epochs(promised: Promised): void {
  promised("epoch() changes with what a shop decides", async (store) => {
    const key = aKey();
    const administrative: Change[] = [
      putMerchant,
      { kind: "key.add", key },
      { kind: "key.revoke", keyId: key.id, at: NOW },
      { kind: "coupon.put", coupon: aCoupon() },
      { kind: "product.put", merchantId: M1, product: aProduct() },
      { kind: "webhook.add", endpoint: anEndpoint() },
      { kind: "webhook.put", endpoint: { ...anEndpoint(), disabledAt: NOW } },
      { kind: "webhook.remove", merchantId: M1, endpointId: anEndpoint().id },
    ];
    const seen = new Set([(await store.epoch()).value]);
    for (const change of administrative) {
      await store.commit([change]);
      seen.add((await store.epoch()).value);
    }
    assert.equal(seen.size, administrative.length + 1);
  });

  promised(
    "epoch() names the shops that changes concern, if they concern no more",
    async (store) => {
      await store.commit([putMerchant, putOther]);
      let { value, ofShops } = await store.epoch();
      const since = ofShops;
      const changes = async (count: number, ...changes: readonly Change[]) => {
        await store.commit(changes);
        const epoch = await store.epoch(ofShops);
        assert.deepEqual([epoch.value - value, epoch.ofShops - ofShops], [
          count,
          epoch.changed.length,
        ]);
        ({ value, ofShops } = epoch);
        return epoch.changed.toSorted();
      };
      const renamed: Change = {
        kind: "merchant.put",
        merchant: aMerchant({ id: M2, name: "New", domains: [] }),
      };
      const second: Change = { kind: "key.add", key: aKey({ id: uuid(98), hash: "b".repeat(64) }) };
      assert.deepEqual(await changes(1, { kind: "coupon.put", coupon: aCoupon() }), [M1]);
      assert.deepEqual(await changes(1, { kind: "key.add", key: aKey() }), []);
      assert.deepEqual(await changes(1, renamed), [M2]);
      const both = await changes(2, { kind: "webhook.add", endpoint: anEndpoint() }, putOther);
      assert.deepEqual(both, [M1, M2]);
      assert.deepEqual(await changes(1, second, putOther), []);
      assert.deepEqual((await store.epoch(since)).changed.toSorted(), [M1, M2]);
      assert.deepEqual((await store.epoch()).changed, []);
    },
  );

  promised("epoch() stays through the expiry and the retention of sessions", async (store) => {
    await store.commit([putMerchant, addSession(aSession(1)), addSession(aSession(2))]);
    const before = (await store.epoch()).value;
    const { version } = aSession(1);
    const ended = (since: number) =>
      putSession(aSession(1, { version: version + since, state: ABANDONED }), { expired: true });
    await store.commit([ended(1)]);
    await store.commit([
      {
        kind: "session.erase",
        at: NOW,
        sessionId: sid(1),
        merchantId: M1,
        phone: null,
        withReference: false,
        withReason: false,
      },
      ended(2),
    ]);
    await store.commit([
      { kind: "session.delete", sessionId: sid(1), lastActiveBefore: NOW + 1e9 },
    ]);
    assert.equal(await store.sessions.find(sid(1)), null);
    assert.equal((await store.epoch()).value, before);
    await store.commit([
      { kind: "session.delete", sessionId: sid(2), lastActiveBefore: NOW + 1e9, withShop: M1 },
    ]);
    assert.notEqual((await store.epoch()).value, before);
  });

  promised("epoch() stays through what customers do and what is refused", async (store) => {
    await store.commit([
      putMerchant,
      { kind: "key.add", key: aKey() },
      { kind: "product.put", merchantId: M1, product: aProduct() },
    ]);
    const before = (await store.epoch()).value;
    await store.commit([addSession(aSession(1))]);
    await store.commit([holdStock({ units: 2 })]);
    await store.commit([{ kind: "stock.sell", sessionId: sid(1) }]);
    await store.commit([{ kind: "session.touch", sessionId: sid(1), at: NOW + 9 }]);
    await store.commit([{ kind: "key.used", keyId: aKey().id, at: NOW, from: null }]);
    const taken: Change = { kind: "merchant.put", merchant: aMerchant({ id: M2 }) };
    await assertRefused(store.commit([taken]), taken, /^Domain is taken: /);
    assert.equal((await store.epoch()).value, before);
  });
}

function lifetime(promised: Promised): void {
  promised("close() finishes the commits that were begun and may be repeated", async (store) => {
    const begun = store.commit([putMerchant]);
    await store.close();
    await begun;
    await store.close();
  });

  promised("commit() after close() is refused as unavailable", async (store) => {
    await store.close();
    await assert.rejects(store.commit([putMerchant]), { code: "error.unavailable" });
  });

  promised("ping() answers while open and fails when closed", async (store) => {
    await store.ping();
    await store.checkSchema();
    await store.close();
    await assert.rejects(async () => await store.ping());
  });
}
