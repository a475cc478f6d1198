import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import schema from "../../../src/store/sqlite/migrations/schema.sql" with { type: "text" };
import { SCHEMA_VERSIONS } from "../../../src/store/open.ts";
import { POSTGRES_SCHEMA_VERSION } from "../../../src/store/postgres/schema/migrations.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { startServer } from "./support.ts";

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer();

/** Tables and columns of PostgreSQL alone. */
const OWN = [
  "coin_movements.place",
  "coupon_use_deltas",
  "leases",
  "money_sum_deltas",
  "rate_grants",
  "schema_migrations",
  "session_activity",
  "session_count_deltas",
  "session_sum_deltas",
  "sessions.coupon_discount",
  "sessions.currency_code",
  "sessions.has_coupon",
  "sessions.is_order",
  "sessions.total_payable",
  "webhook_endpoints.place",
  "write_batches",
];

const TYPES: Readonly<Record<string, string>> = {
  bigint: "INTEGER",
  // Sums of amounts.
  numeric: "INTEGER",
  smallint: "INTEGER",
  text: "TEXT",
  bytea: "BLOB",
};

const COLUMNS = `SELECT table_name || '.' || column_name || ' ' || data_type ||
    CASE is_nullable WHEN 'NO' THEN ' NOT NULL' ELSE '' END ||
    CASE WHEN data_type = 'text' AND collation_name IS DISTINCT FROM 'C' THEN ' no C' ELSE '' END
  FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1`;

const FOREIGN_KEYS = `SELECT conrelid::regclass || ' ' || confrelid::regclass || ' ' ||
    CASE confdeltype WHEN 'c' THEN 'CASCADE' ELSE 'NO ACTION' END
  FROM pg_constraint WHERE contype = 'f' ORDER BY 1`;

const INDEXES = `SELECT indexname || CASE WHEN indexdef ~ 'UNIQUE' THEN ' UNIQUE' ELSE '' END
  FROM pg_indexes WHERE schemaname = 'public' AND indexname !~ '_(pkey|key)$' ORDER BY 1`;

const isOwn = (name: string) => OWN.some((own) => name === own || name.startsWith(`${own}.`));

/** SQLite's schema, in the words of the queries above. */
function sqliteSchema() {
  const db = new DatabaseSync(":memory:");
  db.exec(schema);
  const lines = (sql: string) => db.prepare(sql).all().map((row) => String(Object.values(row)[0]));
  const tables = "(SELECT name AS t FROM sqlite_schema WHERE type = 'table')";
  const found = {
    columns: lines(`SELECT t || '.' || c.name || ' ' || c.type || iif(c."notnull", ' NOT NULL', '')
      FROM ${tables}, pragma_table_info(t) AS c ORDER BY 1`),
    keys: lines(`SELECT t || ' ' || f."table" || ' ' || f.on_delete
      FROM ${tables}, pragma_foreign_key_list(t) AS f GROUP BY t, f.id ORDER BY 1`),
    indexes: lines(`SELECT i.name || iif(i."unique", ' UNIQUE', '')
      FROM ${tables}, pragma_index_list(t) AS i WHERE i.origin = 'c' ORDER BY 1`),
  };
  db.close();
  return found;
}

Deno.test("the version of PostgreSQL's schema that the programs print is that of its migrations", () => {
  assert.equal(SCHEMA_VERSIONS.postgres, POSTGRES_SCHEMA_VERSION);
});

Deno.test({
  name: "postgres: the tables of SQLite: columns, references, indexes",
  ignore: isMissing,
  fn: async () => {
    await using database = await server!.database();
    const lines = async (sql: string) => (await database.sql(sql)).split("\n");
    const wanted = sqliteSchema();
    const columns = (await lines(COLUMNS)).filter((line) => !isOwn(line.split(" ", 1)[0]!));
    assert.deepEqual(
      columns.map((line) => line.replace(/ (\w+)/, (_, type) => ` ${TYPES[type] ?? type}`)),
      wanted.columns,
    );
    assert.deepEqual(
      (await lines(FOREIGN_KEYS)).filter((line) => !isOwn(line.split(" ", 1)[0]!)),
      wanted.keys,
    );
    assert.deepEqual(
      (await lines(INDEXES)).filter((line) => !/^(write_batches|coupon_use_deltas)/.test(line)),
      wanted.indexes,
    );
  },
});
