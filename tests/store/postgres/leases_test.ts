import assert from "node:assert/strict";
import init from "../../../src/store/postgres/migrations/0001_init.sql" with { type: "text" };
import { POSTGRES_SCHEMA_VERSION } from "../../../src/store/postgres/schema/migrations.ts";
import type { SharedState } from "../../../src/store/shared.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { startServer } from "./support.ts";

const ROUNDS = 100;
const HOLDERS = ["one", "two", "three", "four"];
const NAMES = ["e", "d", "c", "b", "a"];
const HOUR_MS = 3_600_000;

/** Nothing flushes the log by itself: neither its writer nor that of changed pages (200 ms). */
const UNFLUSHED = { wal_writer_delay: "10s", bgwriter_lru_maxpages: "0" };

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer(UNFLUSHED);

function tested(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: `postgres: ${name}`, ignore: isMissing, fn });
}

/** Takes all names by all holders at once, each with names in another order. */
async function race(states: readonly SharedState[], forMs: number): Promise<string[]> {
  const taken = await Promise.all(
    states.map(({ leases }, n) =>
      leases.take([...NAMES.slice(n), ...NAMES.slice(0, n)], HOLDERS[n]!, forMs)
    ),
  );
  return taken.flat().sort();
}

tested(
  `${ROUNDS} races for leases, new, over and given back: at most one holder each`,
  async () => {
    await using database = await server!.database();
    const stores = await Promise.all(HOLDERS.map(() => database.open()));
    const states = stores.map(({ shared }) => shared!);
    const all = [...NAMES].sort();
    for (let round = 0; round < ROUNDS; round++) {
      if (round % 3 === 0) await database.sql("DELETE FROM leases");
      if (round % 3 === 1) await database.sql("UPDATE leases SET until = now()");
      if (round % 3 === 2) {
        await Promise.all(states.map(({ leases }, n) => leases.release(NAMES, HOLDERS[n]!)));
      }
      const first = await race(states, HOUR_MS);
      assert.deepEqual(first, [...new Set(first)], `round ${round}: two holders of a name`);
      // A name may be left out while another request has it locked: the next one finds it.
      assert.deepEqual(await race(states, HOUR_MS), all, `round ${round}`);
    }
    await Promise.all(stores.map((store) => store.close()));
  },
);

tested("a name that another request has locked is left out, not waited for", async () => {
  await using database = await server!.database();
  const { leases } = database.store.shared!;
  await leases.take(["a", "b"], "one", HOUR_MS);
  const url = server!.url(database.name);
  const locks = new Deno.Command(`${server!.bin}/psql`, {
    args: ["-XqAt", "-d", url],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const input = locks.stdin.getWriter();
  const write = (text: string) => input.write(new TextEncoder().encode(text));
  await write("BEGIN; SELECT name FROM leases WHERE name = 'a' FOR UPDATE;\n");
  const output = locks.stdout.getReader();
  await output.read();
  assert.deepEqual(await leases.take(["a", "b"], "one", HOUR_MS), ["b"]);
  await write("COMMIT; SELECT 'done';\n");
  await output.read();
  assert.deepEqual(await leases.take(["a", "b"], "one", HOUR_MS), ["a", "b"]);
  await input.close();
  await output.cancel();
  await locks.status;
});

tested("a lease is flushed where the database would not", async () => {
  await using database = await server!.database();
  await database.sql(`ALTER DATABASE ${database.name} SET synchronous_commit = off`);
  const store = await database.open();
  const flushed = "SELECT pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn()";
  for (const name of ["a", "a", "b"]) {
    await database.sql("UPDATE epoch SET value = value");
    assert.equal(await database.sql(flushed), "f", "by another program");
    await store.shared!.leases.take([name], "one", HOUR_MS);
    assert.equal(await database.sql(flushed), "t");
  }
  await store.close();
});

tested("a database of schema version 1 is migrated when it is opened", async () => {
  const name = await server!.freshDatabase();
  await server!.sql(name, `${init}; INSERT INTO schema_migrations (version) VALUES (1)`);
  await server!.sql(
    name,
    `INSERT INTO merchants (id, name, country_code, currency_code, cart_format, redirect_url,
       rules, created_at, updated_at)
     VALUES ('m', 'Kept', 'IN', 'INR', 'plain', '', '{}', 1, 1)`,
  );
  const store = await server!.open(name);
  assert.deepEqual(await store.shared!.leases.take(["a"], "one", HOUR_MS), ["a"]);
  assert.equal(
    await server!.sql(name, "SELECT max(version) FROM schema_migrations"),
    String(POSTGRES_SCHEMA_VERSION),
  );
  assert.equal(await server!.sql(name, "SELECT name FROM merchants"), "Kept");
  await store.close();
});
