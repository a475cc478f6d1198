import assert from "node:assert/strict";
import { FOLDED_AT_ONCE } from "../../../src/store/postgres/write/tidy.ts";
import type { Change } from "../../../src/domain/changes.ts";
import { aCoupon, NOW } from "../../support/builders.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { aPlacedOrder } from "../../support/orders.ts";
import { aRefund } from "../contract/refunds.ts";
import {
  addSession,
  aSession,
  assertRefused,
  COMPLETED,
  M1,
  putMerchant,
  sid,
} from "../support.ts";
import { startServer } from "./support.ts";

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer();

const tested = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name: `postgres: ${name}`, ignore: isMissing, fn });

const MILLION = 1_000_000;
/** Enough commits, each a batch of its own, that the database is tidied. */
const BATCHES = 16;

tested("a million changes of counts are folded in slices, which no batch waits for", async () => {
  await using database = await server!.database();
  const { store, sql } = database;
  await store.commit([putMerchant]);
  await sql(`INSERT INTO session_count_deltas
    SELECT '${M1}', 'COMPLETED', 'PAID', 1 FROM generate_series(1, ${MILLION})`);
  const folded = async () =>
    Number(await sql("SELECT coalesce(sum(count), 0) FROM session_counts"));
  let n = 0;
  const batches = async () => {
    for (let i = 0; i < BATCHES; i++) await store.commit([addSession(aSession(++n))]);
  };
  // Who folds waits here. Batches behind it in a queue would end in an error after 6 s.
  await sql(`CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(4711); RETURN NEW; END $$;
    CREATE TRIGGER stop BEFORE INSERT OR UPDATE ON session_counts
      FOR EACH ROW EXECUTE FUNCTION stop()`);
  // Ended below.
  const holder = sql("SELECT pg_advisory_lock(4711); SELECT pg_sleep(3600)").catch(() => "");
  const isWaiting = `SELECT count(*) FROM pg_locks
    WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted`;
  const isHeld = isWaiting.replace("NOT granted", "granted");
  while (await sql(isHeld) !== "1");
  while (await sql(isWaiting) !== "1") await batches();
  await batches();
  assert.equal(await sql(isWaiting), "1", "batches went on while one who folds was stopped");
  assert.equal(await folded(), 0);
  await sql(`SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE locktype = 'advisory' AND objid = 4711 AND mode = 'ExclusiveLock' AND granted`);
  await holder;
  let before = 0;
  while (before === 0) {
    await batches();
    before = await folded();
  }
  assert.ok(before % FOLDED_AT_ONCE <= n && before <= MILLION / 2, `${before} at once`);
  const total = (await store.sessions.counts(M1)).reduce((sum, { count }) => sum + count, 0);
  assert.equal(total, MILLION + n);
});

tested("counts that a slice would bring below zero are folded by a later one", async () => {
  await using database = await server!.database();
  const { store, sql } = database;
  await store.commit([putMerchant]);
  await sql(`INSERT INTO session_count_deltas VALUES ('${M1}', 'INITIATED', 'DRAFT', -5);
    INSERT INTO session_count_deltas
      SELECT '${M1}', 'COMPLETED', 'PAID', 1 FROM generate_series(1, ${FOLDED_AT_ONCE});
    INSERT INTO session_count_deltas
      SELECT '${M1}', 'INITIATED', 'DRAFT', 1 FROM generate_series(1, 7)`);
  const left = async () => Number(await sql("SELECT count(*) FROM session_count_deltas"));
  let n = 0;
  while (await left() > FOLDED_AT_ONCE / 2 || n < 4 * BATCHES) {
    await store.commit([addSession(aSession(++n))]);
  }
  const counts = (await store.sessions.counts(M1)).map(({ session, count }) => [session, count]);
  assert.deepEqual(counts, [["COMPLETED", FOLDED_AT_ONCE], ["INITIATED", 2 + n]]);
});

tested("sums of refunds are folded into one row, which goes with the last one", async () => {
  await using database = await server!.database();
  const { store, sql } = database;
  const order = aSession(0, { state: COMPLETED, order: aPlacedOrder() });
  const refunds = [1, 2, 3].map((n) => aRefund(n, { sessionId: order.id, at: NOW }));
  await store.commit([
    putMerchant,
    addSession(order),
    ...refunds.map((refund): Change => ({ kind: "refund.add", refund })),
  ]);
  const fold = async (from: number) => {
    for (let n = from; n < from + 2 * BATCHES; n++) await store.commit([addSession(aSession(n))]);
    return await sql("SELECT refunds, refunded FROM money_sums") + " " +
      await sql("SELECT count(*) FROM money_sum_deltas");
  };
  assert.equal(await fold(1), "3|300 0");
  await store.commit(refunds.map((refund): Change => ({
    kind: "refund.move",
    refund: { ...refund, state: "FAILED", settledAt: NOW },
    from: "REQUESTED",
  })));
  assert.equal(await fold(1 + 2 * BATCHES), " 0");
});

const COUPON = aCoupon();
const take = (n: number): Change => ({
  kind: "coupon.take",
  couponId: COUPON.id,
  sessionId: sid(n),
  customerId: null,
  limit: null,
  limitPerCustomer: null,
});

tested(
  "uses of a coupon without a limit wait for no lock of its row, and are folded later",
  async () => {
    await using database = await server!.database();
    const { store, sql } = database;
    await store.commit([putMerchant, { kind: "coupon.put", coupon: COUPON }]);
    const used = async () => (await store.coupons.usage([COUPON.id], null)).get(COUPON.id)?.used;
    // Ended below.
    const holder = sql("BEGIN; UPDATE coupons SET used = used + 0; SELECT pg_sleep(3600)")
      .catch(() => "");
    const held = `FROM pg_locks WHERE relation = 'coupons'::regclass AND mode = 'RowExclusiveLock'`;
    while (await sql(`SELECT count(*) ${held}`) !== "1");
    await store.commit([take(1)]);
    await store.commit([take(2)]);
    await store.commit([{ kind: "coupon.return", couponId: COUPON.id, sessionId: sid(1) }]);
    assert.equal(await used(), 1);
    await sql(`SELECT pg_terminate_backend(pid) ${held}`);
    await holder;
    const row = async () => await sql("SELECT used FROM coupons");
    assert.equal(await row(), "0");
    // One that was taken in an earlier slice, for a row that an earlier program has counted.
    await sql(`INSERT INTO coupon_use_deltas VALUES ('${COUPON.id}', -4);
    UPDATE coupons SET used = 3; INSERT INTO coupon_use_deltas VALUES ('gone', 1)`);
    for (
      let n = 3;
      await row() !== "0" || await sql("SELECT count(*) FROM coupon_use_deltas") !== "0";
    ) {
      await store.commit([addSession(aSession(n++))]);
    }
    assert.equal(await used(), undefined);
  },
);

tested("a coupon that gets a limit counts the uses before it", async () => {
  await using database = await server!.database();
  const { store } = database;
  await store.commit([putMerchant, { kind: "coupon.put", coupon: COUPON }]);
  await store.commit([take(1), take(2)]);
  await store.commit([{ kind: "coupon.put", coupon: { ...COUPON, usageLimit: 3 } }]);
  await store.commit([{ ...take(3), limit: 3 } as Change]);
  const late = { ...take(4), limit: 3 } as Change;
  await assertRefused(store.commit([late]), late, /has been used as often as allowed: 3$/);
  await store.commit([{ kind: "coupon.return", couponId: COUPON.id, sessionId: sid(1) }]);
  await store.commit([late]);
});
