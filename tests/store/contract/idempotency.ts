import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { IdempotencyRecord } from "../../../src/domain/idempotency.ts";
import type { MerchantId } from "../../../src/domain/ids.ts";
import { aMerchant, NOW, uuid } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import { assertRefused, putMerchant, sid } from "../support.ts";

const RECORD: IdempotencyRecord = {
  merchantId: aMerchant().id,
  livemode: true,
  method: "POST",
  path: "/session",
  key: "order-1/é",
  fingerprint: "f".repeat(64),
  status: 201,
  body: '{"status":"SUCCESS","data":{"session_id":"9223372036854775807","title":"Tasse ☕"}}',
  location: "/session/1",
  sessionId: sid(1),
  begunId: sid(1),
  at: NOW,
};
const OTHER = aMerchant({ id: uuid<MerchantId>(2), domains: ["other.example"] });
const MERCHANTS: readonly Change[] = [putMerchant, { kind: "merchant.put", merchant: OTHER }];

function add(over: Partial<IdempotencyRecord> = {}): Change {
  return { kind: "idempotency.add", record: { ...RECORD, ...over } };
}

/** Contract of the port: recorded answers. */
export function idempotencyContract(promised: Promised): void {
  promised("idempotency.find() gives an answer back, whatever is long or empty", async (store) => {
    const long = { ...RECORD, key: "long", body: "é".repeat(500_000), location: null };
    const empty = { ...RECORD, key: "empty", body: "", sessionId: null, begunId: null };
    await store.commit([...MERCHANTS, add(), add(long), add(empty)]);
    for (const record of [RECORD, long, empty]) {
      assert.deepEqual(await store.idempotency.find(record), record);
    }
    assert.equal(await store.idempotency.find({ ...RECORD, key: "order-2" }), null);
  });

  promised("idempotency.find() tells merchant, mode, method and path apart", async (store) => {
    const records = [
      RECORD,
      { ...RECORD, merchantId: OTHER.id, body: "other merchant" },
      { ...RECORD, livemode: false, body: "test mode" },
      { ...RECORD, method: "PUT", body: "other method" },
      { ...RECORD, path: "/session/1/items", body: "other path" },
    ];
    await store.commit([...MERCHANTS, ...records.map(add)]);
    for (const record of records) {
      assert.deepEqual(await store.idempotency.find(record), record);
    }
  });

  promised("idempotency.add is refused for a key that has an answer", async (store) => {
    const again = add({ fingerprint: "0", body: "other" });
    const stray = add({ merchantId: uuid<MerchantId>(12) });
    await store.commit([...MERCHANTS, add()]);
    await assertRefused(store.commit([again]), again, /^Idempotency key has an answer: order-1/);
    await assertRefused(store.commit([stray]), stray, /^Merchant of the answer is not known: /);
    assert.deepEqual(await store.idempotency.find(RECORD), RECORD);
  });

  promised("idempotency.purge forgets what was recorded before a moment", async (store) => {
    await store.commit([...MERCHANTS, add({ key: "b", at: NOW + 5 }), add({ key: "a" })]);
    await store.commit([{ kind: "idempotency.purge", before: NOW + 5 }]);
    assert.equal(await store.idempotency.find({ ...RECORD, key: "a" }), null);
    assert.equal((await store.idempotency.find({ ...RECORD, key: "b" }))?.at, NOW + 5);
    await store.commit([add({ key: "a" })]);
  });
}
