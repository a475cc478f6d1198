import assert from "node:assert/strict";
import type { Quotas } from "../../../src/store/shared.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { startServer, type TestDatabase } from "./support.ts";

const LEASE_MS = 500;
const MINUTE_MS = 60_000;
/** Ends of leases are rounded up to this. */
const STEP_MS = 500;

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer();

function tested(name: string, fn: (database: TestDatabase, quotas: Quotas) => Promise<void>): void {
  Deno.test({
    name: `postgres: ${name}`,
    ignore: isMissing,
    fn: async () => {
      await using database = await server!.database();
      await fn(database, database.store.shared!.quotas);
    },
  });
}

/** A request for tokens of 100 a minute, as many as are needed. */
function wanted(need: number, want = need) {
  return { subject: "key:one", quota: 100, windowMs: MINUTE_MS, need, want, leaseMs: LEASE_MS };
}

/** Lets time pass for all leases. */
async function pass({ sql }: TestDatabase, ms: number): Promise<void> {
  await sql(`UPDATE rate_grants SET ends = ARRAY(SELECT unnest(ends) - ${ms}),
    returns_until = returns_until - ${ms}, counts_until = counts_until - ${ms}`);
}

tested("quotas.take() takes tokens until the quota is used up", async (_, quotas) => {
  const first = await quotas.take(wanted(1));
  assert.deepEqual([first.tokens, first.left, first.returnsInMs], [1, 99, 0]);
  const countsFor = first.freeInMs - MINUTE_MS;
  assert.ok(countsFor > LEASE_MS && countsFor <= LEASE_MS + STEP_MS, String(countsFor));
  const second = await quotas.take(wanted(95));
  assert.deepEqual([second.tokens, second.left], [95, 4]);
  const third = await quotas.take(wanted(10));
  assert.deepEqual([third.tokens, third.left], [4, 0]);
  const fourth = await quotas.take(wanted(10));
  assert.deepEqual([fourth.tokens, fourth.left], [0, 0]);
  assert.ok(fourth.freeInMs <= first.freeInMs, "free before the first");
  const other = await quotas.take({ ...wanted(3), subject: "key:two" });
  assert.deepEqual([other.tokens, other.left], [3, 97]);
});

tested("quotas.take() gives a quarter of what is left beyond the need", async (_, quotas) => {
  const taken = [];
  // The first request of a subject gets what it needs: nothing is known of its rate.
  for (const [need, want] of [[1, 10], [1, 10], [70, 70], [1, 10], [3, 10]] as const) {
    const { tokens, left, returnsInMs } = await quotas.take(wanted(need, want));
    taken.push([tokens, left, returnsInMs > 0]);
  }
  assert.deepEqual(taken, [[1, 99, false], [10, 89, true], [70, 19, true], [4, 15, true], [
    3,
    12,
    true,
  ]]);
});

tested(
  "quotas.take() counts tokens for the window from the end of their lease",
  async (database, quotas) => {
    await quotas.take(wanted(60));
    await pass(database, 30_000);
    await quotas.take(wanted(40));
    const { freeInMs } = await quotas.take(wanted(1));
    // The rest of the time is for a slow machine.
    assert.ok(freeInMs > 20_000 && freeInMs <= 31_000, String(freeInMs));
    await pass(database, freeInMs - 20_000);
    assert.equal((await quotas.take(wanted(1))).tokens, 0);
    await pass(database, 20_000);
    const again = await quotas.take(wanted(100));
    assert.deepEqual([again.tokens, again.left], [60, 0]);
  },
);

tested("quotas.giveBack() returns tokens of its lease", async (database, quotas) => {
  await quotas.take(wanted(1));
  const { lease } = await quotas.take(wanted(1, 10));
  await pass(database, 10_000);
  await quotas.take(wanted(89));
  assert.equal((await quotas.take(wanted(1))).tokens, 0);
  await quotas.giveBack("key:one", lease - 10_000, 7);
  assert.deepEqual((await quotas.take(wanted(10))).tokens, 7);
  // Of a row that a crash or a purge has deleted.
  await quotas.giveBack("key:two", lease, 7);
  assert.equal(await database.sql("SELECT count(*) FROM rate_grants"), "1");
});

tested("quotas.take() takes a changed quota as it is", async (_, quotas) => {
  await quotas.take(wanted(50));
  const lower = await quotas.take({ ...wanted(1), quota: 20 });
  assert.deepEqual([lower.tokens, lower.left], [0, 0]);
  const higher = await quotas.take({ ...wanted(60), quota: 120 });
  assert.deepEqual([higher.tokens, higher.left], [60, 10]);
});

tested("a row stays short: leases that end together are one", async (database, quotas) => {
  const much = { ...wanted(1), quota: 1_000_000 };
  for (let step = 0; step < 140; step++) {
    await Promise.all([quotas.take(much), quotas.take(much)]);
    await pass(database, STEP_MS);
  }
  const size = await database.sql(
    "SELECT cardinality(ends) <= 122 AND pg_column_size(held) < 2000 FROM rate_grants AS held",
  );
  assert.equal(size, "t");
});

tested("quotas.purge() deletes what counts no more", async (database, quotas) => {
  await quotas.take(wanted(1));
  await quotas.take({ ...wanted(1), subject: "code:192.0.2.1", windowMs: 60 * MINUTE_MS });
  await quotas.purge();
  assert.equal(await database.sql("SELECT count(*) FROM rate_grants"), "2");
  await pass(database, MINUTE_MS + LEASE_MS + STEP_MS);
  await quotas.purge();
  assert.equal(await database.sql("SELECT count(*) FROM rate_grants"), "1");
});

tested(
  "no address is stored, and nothing of a quota is written to the log",
  async (database, quotas) => {
    const subject = "address:192.0.2.1";
    await quotas.take({ ...wanted(1), subject });
    const state = await database.sql("SELECT pg_current_wal_insert_lsn()");
    for (let n = 0; n < 50; n++) await quotas.take({ ...wanted(1), subject });
    assert.doesNotMatch(
      await database.sql("SELECT held::text FROM rate_grants AS held"),
      /192\.0|address/,
    );
    const bytes = await database.sql(`SELECT pg_current_wal_insert_lsn() - '${state}'`);
    assert.ok(Number(bytes) < 50 * 100, bytes);
  },
);

for (const count of [1, 3]) {
  tested(
    `20 rounds of ${count} servers at once: never more than the quota, and all of it`,
    async (database) => {
      const stores = await Promise.all(Array.from({ length: count }, () => database.open()));
      for (let round = 0; round < 20; round++) {
        const request = { ...wanted(1 + round % 4), subject: `key:${round}` };
        const grants = await Promise.all(
          Array.from({ length: 120 }, (_, n) => stores[n % count]!.shared!.quotas.take(request)),
        );
        const tokens = grants.reduce((sum, grant) => sum + grant.tokens, 0);
        assert.equal(tokens, 100, `round ${round}`);
      }
      await Promise.all(stores.map((store) => store.close()));
    },
  );
}
