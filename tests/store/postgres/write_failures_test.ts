/** Commits that cannot be written: their values, a migration meanwhile, no room for a connection. */
import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { CustomerId } from "../../../src/domain/ids.ts";
import { readDatabaseUrl } from "../../../src/store/database_url.ts";
import { PgConnection } from "../../../src/store/postgres/connection/client.ts";
import { isCrowded } from "../../../src/store/postgres/connection/errors.ts";
import { MIGRATION_LOCK } from "../../../src/store/postgres/schema/programs.ts";
import { WRITE_FUNCTION } from "../../../src/store/postgres/write/function.ts";
import { CommitRefused, type WriteOutage } from "../../../src/store/store.ts";
import { uuid } from "../../support/builders.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { addSession, aSession, holdStock, isUnavailable, M1, putMerchant } from "../support.ts";
import { startServer } from "./support.ts";

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer({
  max_connections: "12",
  superuser_reserved_connections: "0",
});

async function connect(database: string): Promise<PgConnection> {
  const url = readDatabaseUrl(server!.url(database), () => undefined);
  return await PgConnection.open(url, { connectMs: 5000, queryMs: 60_000 });
}

/** Takes all connections that are left. */
async function takeAll(): Promise<PgConnection[]> {
  const taken: PgConnection[] = [];
  try {
    while (true) taken.push(await connect("postgres"));
  } catch (error) {
    assert.ok(isCrowded(error), String(error));
    return taken;
  }
}

Deno.test({
  name:
    "postgres: without room for a connection calls fail for now, and succeed once there is room",
  ignore: isMissing,
  fn: async () => {
    const failing: WriteOutage[] = [];
    const onFailing = (one: WriteOutage) => void failing.push(one);
    await using database = await server!.database({ onFailing });
    const { store, name } = database;
    await store.commit([putMerchant]);
    await store.epoch();
    const taken = await takeAll();
    // The only connection for reads is shared.
    await Promise.all([store.merchants.all(), store.merchants.heads()]);
    const [first] = taken;
    await first!.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1",
      [name],
    );
    taken.push(...await takeAll());
    await assert.rejects(
      store.commit([addSession(aSession(1))]),
      (error) => isUnavailable(error) && /its server has too many connections/.test(error.message),
    );
    await assert.rejects(
      async () => await store.merchants.all(),
      (error) => isUnavailable(error) && /its server has too many connections/.test(error.message),
    );
    assert.deepEqual(
      failing.map(({ reason }) => reason),
      ["its server has too many connections"],
    );
    await Promise.all(taken.map((one) => one.close()));
    await store.writes.retry();
    assert.equal(store.writes.failing(), null);
    await store.commit([addSession(aSession(1))]);
    assert.equal((await store.merchants.all()).length, 1);
  },
});

/** Above 64 bits; the server quotes it. */
const SECRET = "99999999999999999999";

const UNSTORABLE: readonly (readonly [what: string, bad: Change])[] = [
  ["its locks, which are taken before all commits", holdStock({ variantId: SECRET as never })],
  ["one of its statements", {
    kind: "customer.put",
    customer: {
      id: uuid<CustomerId>(40),
      merchantId: M1,
      phone: "+14155550100",
      createdAt: 1,
    },
    seededCoins: Number(SECRET),
  }],
];

for (const [what, bad] of UNSTORABLE) {
  Deno.test({
    name: `postgres: a value that cannot be stored in ${what} fails its commit alone, unquoted`,
    ignore: isMissing,
    fn: async () => {
      await using database = await server!.database();
      const { store, sql } = database;
      await store.commit([putMerchant]);
      const settled = await Promise.allSettled([
        store.commit([addSession(aSession(1))]),
        store.commit([addSession(aSession(2)), bad]),
        store.commit([bad]),
        store.commit([addSession(aSession(4))]),
      ]);
      for (const one of [settled[1], settled[2]]) {
        assert.ok(one?.status === "rejected" && !(one.reason instanceof CommitRefused));
        assert.match(String(one.reason), /^Error: The database refused a commit: 22003$/);
        assert.doesNotMatch(Deno.inspect(one.reason), /99999|1e\+?20|10{20}/);
      }
      assert.equal(store.writes.failing(), null);
      assert.equal(await sql("SELECT count(*) FROM sessions"), "2");
    },
  });
}

Deno.test({
  name: "postgres: a writer whose function was dropped waits for no migration",
  ignore: isMissing,
  fn: async () => {
    await using database = await server!.database();
    const { store, name, sql } = database;
    await store.commit([putMerchant]);
    const migration = await connect(name);
    await migration.query("BEGIN");
    await migration.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    await sql(`DROP FUNCTION ${WRITE_FUNCTION}`);
    await store.commit([addSession(aSession(1))]);
    await migration.query("COMMIT");
    await migration.close();
  },
});
