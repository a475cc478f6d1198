import assert from "node:assert/strict";
import { z } from "zod";
import { readDatabaseUrl } from "../../../src/store/database_url.ts";
import { Pool } from "../../../src/store/postgres/connection/pool.ts";
import { POSTGRES_SCHEMA_VERSION } from "../../../src/store/postgres/schema/migrations.ts";
import { postgresMaintenance } from "../../../src/store/postgres/maintenance/maintenance.ts";
import { PgQuery } from "../../../src/store/postgres/read/query.ts";
import type { Change } from "../../../src/domain/changes.ts";
import { DatabaseOpenError } from "../../../src/store/open_error.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import {
  addSession,
  aSession,
  COMPLETED,
  M1,
  M2,
  putMerchant,
  putOther,
  putSession,
  sid,
} from "../support.ts";
import { startServer } from "./support.ts";

/** Nothing flushes the log by itself: neither its writer nor that of changed pages (200 ms). */
const UNFLUSHED = { wal_writer_delay: "10s", bgwriter_lru_maxpages: "0" };

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer(UNFLUSHED);

function tested(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: `postgres: ${name}`, ignore: isMissing, fn });
}

tested("four who open an empty database at once make one schema", async () => {
  const name = await server!.freshDatabase();
  const stores = await Promise.all([1, 2, 3, 4].map(() => server!.open(name)));
  await Promise.all(stores.map((store) => store.commit([putMerchant])));
  assert.equal(
    await server!.sql(name, "SELECT count(*) FROM schema_migrations"),
    String(POSTGRES_SCHEMA_VERSION),
  );
  await Promise.all(stores.map((store) => store.close()));
});

tested("a database of another program, or of a newer version, is not opened", async () => {
  const foreign = await server!.freshDatabase();
  await server!.sql(foreign, "CREATE TABLE schema_migrations (version text)");
  const other = await server!.freshDatabase();
  await server!.sql(other, "CREATE TABLE notes (text text)");
  for (const name of [foreign, other]) {
    await assert.rejects(server!.open(name), {
      name: DatabaseOpenError.name,
      message: /^The database belongs to another program \(found: .+\): postgres/,
    });
  }
  await using database = await server!.database();
  await database.sql("INSERT INTO schema_migrations (version) VALUES (99)");
  await assert.rejects(
    database.open(),
    /has schema version 99, which needs a program of version 99 or later, and this one has \d+; install a newer program: p/,
  );
});

tested("a server that ignores advisory locks is neither opened nor examined", async () => {
  await using database = await server!.database();
  const { name, sql } = database;
  // As CockroachDB answers.
  await sql(`CREATE SCHEMA other; CREATE FUNCTION other.pg_try_advisory_xact_lock_shared(bigint)
      RETURNS boolean LANGUAGE sql AS 'SELECT true';
    ALTER DATABASE ${name} SET search_path = other, public, pg_catalog`);
  const refused = /must have advisory locks/;
  await assert.rejects(database.open(), refused);
  const url = readDatabaseUrl(server!.url(name), () => undefined);
  const { examine } = postgresMaintenance(url, { isView: () => true, now: () => 0 });
  await assert.rejects(examine(name, { checksFile: false, now: 0 }), refused);
});

tested("a database whose transactions do not see later commits is not opened", async () => {
  await using database = await server!.database();
  const { name, store, sql } = database;
  await sql(`ALTER DATABASE ${name} SET default_transaction_isolation = 'repeatable read'`);
  await assert.rejects(database.open(), /must have default_transaction_isolation = read committed/);
  // The writer of a store that was open before connects again.
  await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = '${name}' AND pid <> pg_backend_pid()`);
  await assert.rejects(store.commit([putMerchant]), { code: "error.unavailable" });
});

tested("a commit is flushed where the database would not", async () => {
  await using database = await server!.database();
  const { name, sql } = database;
  await sql(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  const store = await database.open();
  const flushed = "SELECT pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn()";
  await sql("UPDATE epoch SET value = value");
  assert.equal(await sql(flushed), "f", "by another program");
  await store.commit([putMerchant]);
  assert.equal(await sql(flushed), "t");
  await store.close();
});

tested("counts are folded, and records of batches purged", async () => {
  await using database = await server!.database();
  const { store, sql } = database;
  await store.commit([putMerchant, putOther]);
  const other = await database.open();
  await sql(`INSERT INTO write_batches (id, stands, at) VALUES
    (gen_random_uuid(), true, now() - interval '2 minutes'),
    (gen_random_uuid(), false, now() - interval '2 minutes'),
    (gen_random_uuid(), false, now() - interval '2 days')`);
  const remove = (n: number): Change => ({
    kind: "session.delete",
    sessionId: sid(n),
    lastActiveBefore: 9e15,
  });
  for (let n = 0; n < 32; n++) {
    await Promise.all([
      store.commit([addSession(aSession(2 * n))]),
      other.commit([addSession(aSession(2 * n + 1, { merchantId: n % 2 ? M1 : M2 }))]),
    ]);
    const done = aSession(2 * n, { version: 2, state: COMPLETED });
    if (n % 4 === 0) await other.commit([putSession(done)]);
    if (n % 4 === 1) await store.commit([remove(2 * n)]);
  }
  const counts = async (id: typeof M1) =>
    (await store.sessions.counts(id)).map(({ session, count }) => `${session} ${count}`)
      .filter((line) => !line.endsWith(" 0")).sort();
  assert.deepEqual(await counts(M1), ["COMPLETED 8", "INITIATED 32"]);
  assert.deepEqual(await counts(M2), ["INITIATED 16"]);
  assert.ok(Number(await sql("SELECT count(*) FROM session_count_deltas")) < 2 * 2 * 16);
  assert.equal(
    await sql("SELECT count(*) FROM write_batches WHERE at < now() - interval '1 minute'"),
    "1",
  );
  await other.close();
});

tested("an empty database with an extension is not another program's", async () => {
  const name = await server!.freshDatabase();
  await server!.sql(name, "CREATE EXTENSION pg_stat_statements");
  const store = await server!.open(name);
  assert.equal((await store.epoch()).value, 0);
  await store.close();
});

tested("a new database is analysed after its first thousand sessions", async () => {
  await using database = await server!.database();
  const { store, sql } = database;
  const known = "SELECT reltuples >= 1000 FROM pg_class WHERE relname = 'sessions'";
  await store.commit([
    putMerchant,
    ...Array.from({ length: 999 }, (_, n) => addSession(aSession(n))),
  ]);
  await store.shared!.presence.note();
  assert.equal(await sql(known), "f");
  await store.commit([addSession(aSession(999))]);
  await store.shared!.presence.note();
  assert.equal(await sql(known), "t");
});

tested("a row whose columns are missing ends the connection that gave it", async () => {
  const url = readDatabaseUrl(server!.url(server!.template), () => undefined);
  const monotonicMs = performance.now.bind(performance);
  const pool = new Pool(url, { size: 1, queryMs: 5000, connectMs: 5000, monotonicMs });
  const backend = async () => {
    const [row] = await pool.query("SELECT pg_backend_pid() AS pid");
    return z.object({ pid: z.number() }).parse(row).pid;
  };
  const before = await backend();
  const read = (row: unknown) => z.object({ name: z.string() }).parse(row).name;
  await assert.rejects(new PgQuery(pool, "SELECT 1 AS name", read).one());
  assert.equal(await backend(), before, "a value of another type is not a missing column");
  await assert.rejects(new PgQuery(pool, "SELECT 'x' AS other", read).all());
  assert.notEqual(await backend(), before);
  await pool.close();
});
