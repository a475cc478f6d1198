/** Writes the schema of new SQLite databases, made from the migrations: `deno task schema`. */
import { MIGRATIONS, schemaText } from "./schema_text.ts";

await Deno.writeTextFile(`${MIGRATIONS}schema.sql`, schemaText());
