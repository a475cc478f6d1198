import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { IdempotencyRecord } from "../../../src/domain/idempotency.ts";
import type { KeyId } from "../../../src/domain/ids.ts";
import { aKey, NOW, uuid } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import { assertRefused, putMerchant } from "../support.ts";

const RECORD: IdempotencyRecord = {
  keyId: aKey().id,
  key: "order-1/é",
  fingerprint: "f".repeat(64),
  status: 201,
  body: '{"status":"SUCCESS","data":{"session_id":"9223372036854775807"}}',
  location: "/session/1",
  at: NOW,
};
const OTHER_KEY = aKey({ id: uuid<KeyId>(11), hash: "b".repeat(64) });
const KEYS: readonly Change[] = [
  putMerchant,
  { kind: "key.add", key: aKey() },
  { kind: "key.add", key: OTHER_KEY },
];

function add(over: Partial<IdempotencyRecord> = {}): Change {
  return { kind: "idempotency.add", record: { ...RECORD, ...over } };
}

/** What the port promises about recorded answers. */
export function idempotencyContract(promised: Promised): void {
  promised("idempotencyRecord() gives an answer back, per API key", async (store) => {
    const other = { ...RECORD, keyId: OTHER_KEY.id, location: null, body: "", status: 404 };
    await store.commit([...KEYS, add(), add(other)]);
    assert.deepEqual(await store.idempotencyRecord(RECORD.keyId, RECORD.key), RECORD);
    assert.deepEqual(await store.idempotencyRecord(OTHER_KEY.id, RECORD.key), other);
    assert.equal(await store.idempotencyRecord(RECORD.keyId, "order-2"), null);
  });

  promised("idempotency.add is refused for a key that has an answer", async (store) => {
    const again = add({ fingerprint: "0", body: "other" });
    const stray = add({ keyId: uuid<KeyId>(12) });
    await store.commit([...KEYS, add()]);
    await assertRefused(store.commit([again]), again, /^Idempotency key has an answer: order-1/);
    await assertRefused(store.commit([stray]), stray, /^API key of the answer is not known: /);
    assert.deepEqual(await store.idempotencyRecord(RECORD.keyId, RECORD.key), RECORD);
  });

  promised("idempotency.purge forgets what was recorded before a moment", async (store) => {
    await store.commit([...KEYS, add({ key: "b", at: NOW + 5 }), add({ key: "a" })]);
    await store.commit([{ kind: "idempotency.purge", before: NOW + 5 }]);
    assert.equal(await store.idempotencyRecord(RECORD.keyId, "a"), null);
    assert.equal((await store.idempotencyRecord(RECORD.keyId, "b"))?.at, NOW + 5);
    await store.commit([add({ key: "a" })]);
  });
}
