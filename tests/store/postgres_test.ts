import { readDatabaseUrl } from "../../src/store/database_url.ts";
import { openPostgresStore } from "../../src/store/postgres/store.ts";
import { lacksPostgres, postgresServer } from "../support/postgres.ts";
import { storeContract } from "./contract.ts";

if (await lacksPostgres()) {
  Deno.test.ignore("postgres: the contract of the store (PostgreSQL is missing)", () => {});
} else {
  const server = await postgresServer();
  const database = await server.freshDatabase();
  const url = readDatabaseUrl(server.url(database), () => undefined);
  await (await openPostgresStore(url)).close();
  storeContract("postgres", async () => {
    await server.empty(database);
    return await openPostgresStore(url);
  });
}
