import assert from "node:assert/strict";
import type { DatabaseSync } from "node:sqlite";
import { openDatabase } from "../../src/store/sqlite/file/open.ts";
import { sqliteWebhooks } from "../../src/store/sqlite/read/webhooks.ts";
import { openSqliteStore } from "../../src/store/sqlite/store.ts";
import { NOW } from "../support/builders.ts";
import { anEndpoint, putMerchant, withPath } from "./support.ts";

const MANY = 20_000;
/** What walks the rows that wait takes hundreds of times as long. */
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
    const reads = sqliteWebhooks(db);
    const look = () => assert.deepEqual(reads.due(NOW, []), []);
    const withNone = shortest(look);
    addWaiting(db, MANY);
    const withMany = shortest(look);
    db.close();
    assert.ok(withMany < withNone * MOST_TIMES_AS_LONG, `${withMany} ms, ${withNone} ms`);
  }));
