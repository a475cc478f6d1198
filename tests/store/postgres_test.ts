import assert from "node:assert/strict";
import { readDatabaseUrl } from "../../src/store/database_url.ts";
import { openPostgresStore } from "../../src/store/postgres/open_store.ts";
import { lacksPostgres, postgresServer } from "../support/postgres.ts";
import { storeContract } from "./contract.ts";
import { M1 } from "./support.ts";
import { alterAll, alteredWhileRead, readsOf } from "./postgres/altered.ts";

if (await lacksPostgres()) {
  Deno.test.ignore("postgres: the contract of the store (PostgreSQL is missing)", () => {});
} else {
  const server = await postgresServer();
  const database = await server.freshDatabase();
  const url = readDatabaseUrl(server.url(database), () => undefined);
  await (await openPostgresStore(url)).close();
  const seen = new Set<string>();
  const open = async () =>
    alteredWhileRead(
      await openPostgresStore(url),
      seen,
      (nth) => alterAll(server, database, `later_${nth}`),
    );
  storeContract("postgres", async () => {
    await server.empty(database);
    return await open();
  });

  Deno.test("postgres: every read gave the same before and after a migration of every table", async () => {
    const store = await open();
    await store.coupons.automatic(M1);
    await store.people.idleCustomers("", 1, 1);
    await store.health.hasExpired({
      "idempotency.purge": 1,
      "otp.purge": 1,
      "return.purge": 1,
      "message.purge": 1,
      "limit.purge": 1,
      "picture.purge": 1,
      "event.purge": 1,
    });
    await store.statistics.recovery({ merchantId: M1, bounds: [0, 1] });
    assert.deepEqual([...readsOf(store).difference(seen)], []);
    await store.close();
  });
}
