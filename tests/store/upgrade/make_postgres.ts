/**
 * Writes down a PostgreSQL database of the current schema, for the versions after it:
 * `deno run -A tests/store/upgrade/make_postgres.ts`, before a migration is added.
 */
import { fileURLToPath } from "node:url";
import { readDatabaseUrl } from "../../../src/store/database_url.ts";
import { SCHEMA_VERSIONS } from "../../../src/store/open.ts";
import { openPostgresStore } from "../../../src/store/postgres/open_store.ts";
import { postgresServer } from "../../support/postgres.ts";
import { runTool } from "../../support/tools.ts";
import { populate } from "./populate.ts";

const server = await postgresServer();
const database = server.url(await server.freshDatabase());
await populate({ open: () => openPostgresStore(readDatabaseUrl(database, () => undefined)) });
const args = ["--inserts", "--no-owner", "--no-privileges", "--dbname", database];
const { code, stdout, stderr } = await runTool(`${server.bin}/pg_dump`, args);
if (code !== 0) throw new Error(stderr);
const name = `postgres_v${SCHEMA_VERSIONS.postgres}.sql`;
const file = fileURLToPath(new URL(name, import.meta.url));
// Without lines for psql and comments, which change with its version.
await Deno.writeTextFile(file, stdout.replaceAll(/^(?:\\.*|--.*|)\n/gm, ""));
console.log(file);
await server.close();
Deno.exit();
