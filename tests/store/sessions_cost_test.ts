import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { couponReads } from "../../src/store/read/coupons.ts";
import { webhookReads } from "../../src/store/read/webhooks.ts";
import { openDatabase } from "../../src/store/sqlite/file/open.ts";
import { sqliteReader } from "../../src/store/sqlite/read/reader.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { sessionFromRow, sessionToRow } from "../../src/schema/stored/session_row.ts";
import { aCoupon, NOW } from "../support/builders.ts";
import {
  addSession,
  anEndpoint,
  aSession,
  COMPLETED,
  M1,
  OPEN,
  PENDING,
  putMerchant,
  putSession,
  sid,
  withPath,
} from "./support.ts";

const MANY = 20_000;
/** A walk over waiting rows would take hundreds of times as long. */
const MOST_TIMES_AS_LONG = 10;

/** Adds deliveries that wait for a later attempt, numbered from 1. */
function addWaiting(db: DatabaseSync, count: number): void {
  db.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO deliveries
       (endpoint_id, event_seq, state, attempts, next_at, last_status, last_error, updated_at)
     SELECT ?2, i, 'PENDING', 1, ?3 + i, 503, 'HTTP 503', ?3 FROM n`,
  ).run(count, anEndpoint().id, NOW + 1000);
}

/** The shortest of many runs, in milliseconds: what else the machine does only adds to it. */
function shortest(run: () => void): number {
  const times = Array.from({ length: 50 }, () => {
    const startedAt = performance.now();
    run();
    return performance.now() - startedAt;
  });
  return Math.min(...times);
}

Deno.test("webhooks.due() costs the same however many deliveries wait for a retry", () =>
  withPath(async (path) => {
    const store = await openSqliteStore(path);
    await store.commit([putMerchant, { kind: "webhook.put", endpoint: anEndpoint() }]);
    await store.close();
    const delay = () => Promise.resolve();
    const db = await openDatabase(path, { busyTimeoutMs: 0, retryForMs: 0, delay });
    const reads = webhookReads(sqliteReader(db));
    const look = () => assert.deepEqual(reads.due(NOW, [], null), []);
    const withNone = shortest(look);
    addWaiting(db, MANY);
    const withMany = shortest(look);
    db.close();
    assert.ok(withMany < withNone * MOST_TIMES_AS_LONG, `${withMany} ms, ${withNone} ms`);
  }));

/** Copies the coupon, with codes that are numbered from 1. */
function addCodes(db: DatabaseSync, count: number): void {
  db.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO coupons (id, merchant_id, code, code_key, application_type, enabled, used,
       created_at, definition)
     SELECT 'copy-' || i, merchant_id, code || i, code_key || i, application_type, enabled, 1,
       created_at, definition FROM coupons, n`,
  ).run(count);
}

Deno.test("coupons of a code, their uses and gifts cost the same however many codes a shop has", () =>
  withPath(async (path) => {
    const coupon = aCoupon({ applicationType: "CODE" });
    const store = await openSqliteStore(path);
    await store.commit([putMerchant, { kind: "coupon.put", coupon }]);
    await store.close();
    const delay = () => Promise.resolve();
    const db = await openDatabase(path, { busyTimeoutMs: 0, retryForMs: 0, delay });
    const coupons = couponReads(sqliteReader(db));
    const entered = { ids: [coupon.id], code: coupon.code };
    const read = () => {
      assert.deepEqual(coupons.entered(M1, entered), [coupon]);
      coupons.forPricing(M1, { ...entered, limited: [coupon.id], customer: null });
    };
    const withOne = shortest(read);
    addCodes(db, MANY);
    const withMany = shortest(read);
    db.close();
    assert.ok(withMany < withOne * MOST_TIMES_AS_LONG, `${withMany} ms, ${withOne} ms`);
  }));

const COUNTED = `SELECT session_state, payment_state, count FROM session_counts
  WHERE count > 0 ORDER BY 1, 2`;
const SCANNED = `SELECT session_state, payment_state, count(*) AS count FROM sessions
  GROUP BY 1, 2 ORDER BY 1, 2`;

const step = fc.record({
  n: fc.integer({ min: 1, max: 6 }),
  what: fc.constantFrom("add", "open", "pending", "completed", "delete"),
});

Deno.test("session_counts agrees with the sessions, whatever was added, changed and deleted", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 30 }),
      (steps) =>
        withPath(async (path) => {
          const store = await openSqliteStore(path);
          await store.commit([putMerchant]);
          const states = { open: OPEN, pending: PENDING, completed: COMPLETED };
          for (const { n, what } of steps) {
            const version = (await store.sessions.find(sid(n)))?.version ?? 0;
            const change = what === "add"
              ? addSession(aSession(n))
              : what === "delete"
              ? { kind: "session.delete" as const, sessionId: sid(n), lastActiveBefore: Infinity }
              : putSession(aSession(n, { state: states[what], version: version + 1 }));
            // One that is there already, or not, is refused and must not count.
            await store.commit([change]).catch(() => {});
          }
          const db = new DatabaseSync(path);
          assert.deepEqual(db.prepare(COUNTED).all(), db.prepare(SCANNED).all());
          db.close();
          await store.close();
        }),
    ),
    { numRuns: 20 },
  ));

Deno.test("sessionFromRow() refuses a packed document that cannot be inflated", () => {
  const row = {
    ...sessionToRow(aSession(1), { extra: "{}", view: null }),
    packed: Uint8Array.of(1),
  };
  assert.throws(() => sessionFromRow(row).load(), /packed cannot be inflated: .+1001$/);
  assert.throws(() => sessionFromRow({ ...row, packed: "text" }).load(), /packed not a BLOB/);
});
