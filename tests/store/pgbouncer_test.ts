/** The store through pgbouncer in transaction mode. */
import assert from "node:assert/strict";
import { readDatabaseUrl } from "../../src/store/database_url.ts";
import { openPostgresStore } from "../../src/store/postgres/open_store.ts";
import { CommitRefused } from "../../src/store/store.ts";
import { startPgbouncer } from "../support/pgbouncer.ts";
import { lacksPostgres, postgresServer } from "../support/postgres.ts";
import { lacks } from "../support/tools.ts";
import { storeContract } from "./contract.ts";
import { type Race, RACERS } from "./postgres/race.ts";
import { ALL_RACES } from "./postgres/races.ts";
import { COMPATIBLE, CUTTING, migrateLater } from "./postgres/later.ts";
import { addSession, aSession, putMerchant, sid } from "./support.ts";

const STORES = 4;

if (await lacksPostgres() || await lacks("pgbouncer")) {
  Deno.test.ignore("pgbouncer: the contract of the store (a tool is missing)", () => {});
} else {
  const server = await postgresServer();
  const pgbouncer = await startPgbouncer(server);
  // As some have it for other clients.
  const lenient = await startPgbouncer(server, "ignore_startup_parameters = statement_timeout");
  const database = await server.freshDatabase();
  const open = (url = `${pgbouncer.url(database)}?prepare=false`) =>
    openPostgresStore(readDatabaseUrl(url, () => undefined));
  await (await open()).close();
  storeContract("pgbouncer", async () => {
    await server.empty(database);
    return await open();
  });

  Deno.test(`pgbouncer: ${RACERS} racers in ${STORES} stores have exactly what there is`, async () => {
    const stores = await Promise.all(Array.from({ length: STORES }, () => open()));
    const [first] = stores;
    for (const [name, { setup, racer, expected, stored }] of Object.entries<Race>(ALL_RACES)) {
      await server.empty(database);
      await first?.commit([putMerchant]);
      await first?.commit(setup(0));
      const settled = await Promise.allSettled(
        Array.from({ length: RACERS }, (_, n) => stores[n % STORES]!.commit(racer(0, n))),
      );
      const failed = settled.filter((one) =>
        one.status === "rejected" && !(one.reason instanceof CommitRefused)
      );
      assert.deepEqual(failed, [], name);
      assert.equal(settled.filter(({ status }) => status === "fulfilled").length, expected, name);
      assert.equal(Number(await server.sql(database, stored)), expected, name);
    }
    await Promise.all(stores.map((store) => store.close()));
  });

  Deno.test("pgbouncer: a store goes on while the database is migrated", async () => {
    const name = await server.freshDatabase();
    const url = `${pgbouncer.url(name)}?prepare=false`;
    const store = await open(url);
    await store.shared?.presence.note();
    await store.commit([putMerchant]);
    await migrateLater(url, COMPATIBLE);
    await assert.rejects(
      migrateLater(url, [...COMPATIBLE, ...CUTTING]),
      /1 earlier one is running/,
    );
    await store.shared?.presence.note();
    await store.commit([addSession(aSession(1))]);
    assert.notEqual(await store.sessions.find(sid(1)), null);
    await store.close();
  });

  Deno.test("pgbouncer: without ?prepare=false a store does not open, and says why in one line", async () => {
    for (const { url } of [pgbouncer, lenient]) {
      await assert.rejects(open(url(database)), /^DatabaseOpenError: .*add \?prepare=false[^\n]*$/);
    }
  });
}
