/**
 * Writes down a database of the current schema, for the versions after it:
 * `deno run -A tests/store/upgrade/make.ts`, before a migration is added.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SCHEMA_VERSION } from "../../../src/store/sqlite/file/migrate.ts";
import { withPath } from "../support.ts";
import { dumpDatabase } from "./dump.ts";
import { populate } from "./populate.ts";

await withPath(async (path) => {
  await populate({ db: path });
  const file = join(fileURLToPath(new URL(".", import.meta.url)), `v${SCHEMA_VERSION}.sql`);
  await Deno.writeTextFile(file, dumpDatabase(path));
  console.log(file);
});
