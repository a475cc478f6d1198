/** A migration after the last one, for tests of programs on a later schema. */
import { readDatabaseUrl } from "../../../src/store/database_url.ts";
import { PgConnection } from "../../../src/store/postgres/connection/client.ts";
import { migrateTables } from "../../../src/store/postgres/schema/migrate.ts";
import {
  type Migration,
  MIGRATIONS,
  POSTGRES_SCHEMA_VERSION,
} from "../../../src/store/postgres/schema/migrations.ts";
import {
  CREATE_WRITE_FUNCTION,
  WRITE_FUNCTION,
} from "../../../src/store/postgres/write/function.ts";

/** Columns of tables that most requests use, a new table with its trigger, and an index. */
export const COMPATIBLE: readonly Migration[] = [
  {
    oldest: POSTGRES_SCHEMA_VERSION,
    sql: ["merchants", "api_keys", "coupons", "customers", "sessions", "events", "variants"]
      .map((table) => `ALTER TABLE ${table} ADD COLUMN later bigint NOT NULL DEFAULT 7;`)
      .concat(`CREATE TABLE later_notes (session_id text COLLATE "C" PRIMARY KEY);
        CREATE FUNCTION later_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          INSERT INTO later_notes VALUES (NEW.id); RETURN NULL; END $$;
        CREATE TRIGGER later_notes AFTER INSERT ON sessions
          FOR EACH ROW EXECUTE FUNCTION later_note()`).join("\n"),
  },
  {
    oldest: POSTGRES_SCHEMA_VERSION,
    index: "sessions_later",
    sql: "CREATE INDEX CONCURRENTLY sessions_later ON sessions (later, id)",
  },
];

/** One that earlier programs do not work with. */
export const CUTTING: readonly Migration[] = [
  { oldest: POSTGRES_SCHEMA_VERSION + 1, sql: "ALTER TABLE otp_sends ADD COLUMN later bigint" },
];

/** Migrates a database as a later program does. */
export async function migrateLater(
  url: string,
  later: readonly Migration[],
  force = false,
): Promise<void> {
  const connection = await connect(url);
  const writes = `checkoutd_write_${"f".repeat(16)}`;
  const functions = new Map([[writes, CREATE_WRITE_FUNCTION.replace(WRITE_FUNCTION, writes)]]);
  await migrateTables(connection, { functions, force, migrations: [...MIGRATIONS, ...later] })
    .finally(() => connection.close());
}

/** A connection of its own. */
export function connect(url: string): Promise<PgConnection> {
  return PgConnection.open(readDatabaseUrl(url, () => undefined), {
    connectMs: 5000,
    queryMs: 60_000,
  });
}
