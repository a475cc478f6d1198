import assert from "node:assert/strict";
import { readDatabaseUrl } from "../../../src/store/database_url.ts";
import { DatabaseUpgraded } from "../../../src/store/errors.ts";
import { postgresMaintenance } from "../../../src/store/postgres/maintenance/maintenance.ts";
import { migrateTables } from "../../../src/store/postgres/schema/migrate.ts";
import {
  MIGRATIONS,
  POSTGRES_SCHEMA_VERSION,
} from "../../../src/store/postgres/schema/migrations.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { PARTS } from "../maintenance/support.ts";
import { addSession, aSession, isUnavailable, putMerchant, sid } from "../support.ts";
import { COMPATIBLE, connect, CUTTING, migrateLater } from "./later.ts";
import { startServer, type TestDatabase } from "./support.ts";

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer();
const OWN = POSTGRES_SCHEMA_VERSION;

function tested(name: string, run: (database: TestDatabase) => Promise<void>): void {
  Deno.test({
    name: `postgres: ${name}`,
    ignore: isMissing,
    fn: async () => {
      await using database = await server!.database();
      await run(database);
    },
  });
}

const urlOf = ({ name }: TestDatabase) => server!.url(name);
const examine = (database: TestDatabase) => {
  const url = readDatabaseUrl(urlOf(database), () => undefined);
  return postgresMaintenance(url, { isView: PARTS.isView, now: () => 0 })
    .examine("", { now: 0, checksFile: false });
};
const writeFunctions = ({ sql }: TestDatabase) =>
  sql("SELECT count(*) FROM pg_proc WHERE proname LIKE 'checkoutd\\_write\\_%'");

tested(
  "a program works on a later schema that names it, before and after a new start",
  async (database) => {
    const { store, sql } = database;
    await store.shared?.presence.note();
    await store.commit([putMerchant, addSession(aSession(1))]);
    await store.sessions.find(sid(1));
    await migrateLater(urlOf(database), COMPATIBLE);
    assert.equal(
      await sql(
        `SELECT version || ' ' || oldest FROM schema_migrations WHERE version > ${OWN} ORDER BY version`,
      ),
      COMPATIBLE.map(({ oldest }, n) => `${OWN + 1 + n} ${oldest}`).join("\n"),
    );
    const started = await database.open();
    for (const [n, one] of [store, started].entries()) {
      await one.shared?.presence.note();
      await one.commit([addSession(aSession(2 + n))]);
      assert.equal((await one.sessions.find(sid(1)))?.version, 1);
    }
    await started.close();
    assert.equal(await sql("SELECT count(*), sum(later) FROM sessions"), "3|21");
    assert.equal(await sql("SELECT count(*) FROM later_notes"), "2");
    const { findings, schemaVersion } = await database.check();
    assert.deepEqual([findings, schemaVersion], [[], OWN + COMPATIBLE.length]);
    const facts = await examine(database);
    assert.deepEqual([facts.knownVersion, facts.isUsable], [OWN, true]);
    assert.ok(facts.latest.length > 0, "its tables were read");
  },
);

tested(
  "a migration that would cut off a running program is refused, and runs with force",
  async (database) => {
    const lost: Error[] = [];
    const running = await database.open({ onLost: (error) => lost.push(error) });
    await running.shared?.presence.note();
    await running.commit([putMerchant]);
    await assert.rejects(migrateLater(urlOf(database), CUTTING), {
      message: `Schema version ${OWN + 1} needs programs of version ${OWN + 1} or later, and ` +
        "1 earlier one is running; stop earlier ones and try again, or run `db migrate --force`, " +
        "which cuts them off",
    });
    assert.equal(await database.sql("SELECT max(version) FROM schema_migrations"), String(OWN));
    await running.commit([addSession(aSession(1))]);
    await migrateLater(urlOf(database), CUTTING, true);
    // Its write function is gone: it writes nothing any more, and must end.
    await assert.rejects(running.commit([addSession(aSession(2))]), isUnavailable);
    assert.ok(lost[0] instanceof DatabaseUpgraded && lost.length === 1);
    await running.close();
    await assert.rejects(database.open(), /needs a program of version \d+ or later, and this one/);
    await assert.rejects(database.check(), /needs a program of version \d+ or later/);
    const { schemaVersion, isUsable, latest } = await examine(database);
    assert.deepEqual([schemaVersion, isUsable, latest], [OWN + 1, false, []]);
    assert.equal(await writeFunctions(database), "1", "that of the program that migrated");
  },
);

tested("requests queue briefly behind a migration that waits for a lock", async (database) => {
  const { store, sql } = database;
  await store.commit([putMerchant, addSession(aSession(1))]);
  const holder = await connect(urlOf(database));
  await holder.script("BEGIN; LOCK TABLE sessions IN ACCESS SHARE MODE", 5000);
  let isDone = false;
  const migrated = migrateLater(urlOf(database), COMPATIBLE).then(() => isDone = true);
  // It has waited and given up, twice or more.
  const waits = () =>
    sql("SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'");
  for (let pauses = 0; pauses < 3;) {
    await store.sessions.find(sid(1));
    await store.commit([{ kind: "session.touch", sessionId: sid(1), at: 9 + pauses }]);
    if (await waits() !== "0") pauses++;
  }
  assert.equal(isDone, false);
  await holder.script("ROLLBACK", 5000);
  await migrated;
  await holder.close();
  assert.equal(await sql("SELECT later FROM sessions"), "7");
});

tested("a migration that was interrupted goes on where it was", async (database) => {
  const [columns, index] = COMPATIBLE;
  await migrateLater(urlOf(database), [columns!]);
  // What an index that is being made leaves behind.
  await database.sql(
    "CREATE INDEX sessions_later ON sessions (later); " +
      "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'sessions_later'::regclass",
  );
  await Promise.all([1, 2, 3].map(() => migrateLater(urlOf(database), [columns!, index!])));
  assert.equal(
    await database.sql(
      "SELECT indisvalid, indnatts FROM pg_index WHERE indexrelid = 'sessions_later'::regclass",
    ),
    "t|2",
  );
});

Deno.test({
  name: "postgres: a database of version 1 is upgraded once its own servers have ended",
  ignore: isMissing,
  fn: async () => {
    const name = await server!.freshDatabase();
    const url = server!.url(name);
    const first = await connect(url);
    await migrateTables(first, { functions: new Map(), migrations: MIGRATIONS.slice(0, 1) });
    await assert.rejects(server!.open(name), /needs programs of version 2 or later, and 1 earlier/);
    await first.close();
    // At once, as by a supervisor: none takes another for an earlier one.
    const stores = await Promise.all([1, 2, 3].map(() => server!.open(name)));
    await Promise.all(stores.map((store) => store.close()));
    assert.equal(
      await server!.sql(
        name,
        "SELECT string_agg(version || coalesce('>=' || oldest, ''), ' ' ORDER BY version) FROM schema_migrations",
      ),
      // The first two have no version of their own.
      MIGRATIONS.map(({ oldest }, n) => n < 2 ? `${n + 1}` : `${n + 1}>=${oldest}`).join(" "),
    );
  },
});
