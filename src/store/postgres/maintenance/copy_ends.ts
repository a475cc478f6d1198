import { z } from "zod";
import { AppError } from "../../../domain/errors.ts";
import { type CopiedRow, type CopySource, type CopyTarget, rowsPerPage } from "../../copy/copy.ts";
import { couponUses } from "../../sql/dialect.ts";
import { MONEY_COLUMNS, MONEY_KEY, MONEY_SHARES, MONEY_SUMMED } from "../../sql/money_sums.ts";
import { SHARES, SUM_COLUMNS, SUM_KEY, SUMMED } from "../../sql/session_sums.ts";
import { type Table, TABLES } from "../../tables.ts";
import type { PgConnection, SqlValue } from "../connection/client.ts";
import { storable } from "../connection/storable.ts";
import {
  isUnfinishedCopy,
  requireFit,
  requirePrimary,
  requireWhole,
  UNFINISHED_COPY,
} from "../fit.ts";
import { migrateTables } from "../schema/migrate.ts";
import { POSTGRES_SCHEMA_VERSION } from "../schema/migrations.ts";
import { namesOf } from "../schema/objects.ts";
import { readSchema, requireMode } from "../schema/version.ts";
import { otherClients } from "./other_clients.ts";

/** Order of addition in tables that have it; a column of this engine. */
const PLACE = "place";

const COLUMNS = `
  SELECT attname::text AS name, atttypid = 'bytea'::regtype AS "isBytes"
  FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
    AND attgenerated = '' ORDER BY attnum`;
const columnSchema = z.object({ name: z.string(), isBytes: z.boolean() });

const KEY = `
  SELECT a.attname::text AS name FROM pg_index AS i
  CROSS JOIN unnest(i.indkey) WITH ORDINALITY AS k (number, nth)
  JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.number
  WHERE i.indrelid = $1::regclass AND i.indisprimary ORDER BY k.nth`;
const nameSchema = z.object({ name: z.string() });

/**
 * Requires that no other connection uses the database.
 *
 * @throws {AppError} `error.conflict`
 */
async function requireAlone(connection: PgConnection, name: string): Promise<void> {
  const names = await otherClients(connection);
  if (names === null) return;
  throw new AppError(
    "error.conflict",
    `The database is in use (${names}); stop the server and end all other connections first: ${name}`,
  );
}

/**
 * Requires exactly the schema of this program: a later one has columns that would be lost.
 *
 * @throws {AppError} `error.conflict`
 */
async function requireOwnVersion(connection: PgConnection, name: string): Promise<number> {
  const { version } = await readSchema(connection);
  if (version === POSTGRES_SCHEMA_VERSION) return version;
  throw new AppError(
    "error.conflict",
    `The database must be at schema version ${POSTGRES_SCHEMA_VERSION}, got ${version}: ${name}`,
  );
}

async function columnsOf(connection: PgConnection, table: Table) {
  return (await connection.query(COLUMNS, [table])).map((row) => columnSchema.parse(row));
}

async function ownColumns(connection: PgConnection, table: Table): Promise<string[]> {
  return (await columnsOf(connection, table)).map(({ name }) => name)
    .filter((name) => name !== PLACE);
}

/** Begins to read a database that no other connection uses, in one snapshot. */
export async function postgresCopySource(
  connection: PgConnection,
  name: string,
): Promise<CopySource> {
  await requireAlone(connection, name);
  await requireFit(connection);
  await requireWhole(connection);
  const version = await requireOwnVersion(connection, name);
  await connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  return {
    schemaVersion: version,
    columns: (table) => ownColumns(connection, table),
    pages: (table, columns) => pagesOf(connection, table, columns),
    lastEvent: async () => {
      const [row] = await connection.query(
        "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('events', 'seq')), 0)::text AS name",
      );
      return nameSchema.parse(row).name;
    },
    // A server that has started meanwhile may have written what is not in the snapshot.
    finish: () => requireAlone(connection, name),
  };
}

/** Columns of which a part is in tables that are not copied. */
const NOTED_APART: Readonly<Record<string, string>> = {
  "sessions.last_active_at": `greatest(t.last_active_at, (
    SELECT a.last_active_at FROM session_activity AS a WHERE a.session_id = t.id))`,
  "coupons.used": couponUses("t").postgres,
};

async function* pagesOf(
  connection: PgConnection,
  table: Table,
  columns: readonly string[],
): AsyncGenerator<readonly CopiedRow[]> {
  const all = await columnsOf(connection, table);
  const primary = (await connection.query(KEY, [table])).map((row) => nameSchema.parse(row).name);
  const hasPlace = all.some(({ name }) => name === PLACE);
  // Without a key by where the rows lie, which stays within a snapshot.
  const key = hasPlace ? [PLACE] : primary.length > 0 ? primary : ["ctid"];
  const bytes = new Set(all.filter(({ isBytes }) => isBytes).map(({ name }) => name));
  // As text: numbers would lose digits.
  const list = columns.map((name) =>
    `${NOTED_APART[`${table}.${name}`] ?? `t."${name}"`}${
      bytes.has(name) ? "" : "::text"
    } AS "${name}"`
  );
  const order = key.map((name) => `t."${name}"`).join(", ");
  const keys = key.map((name, i) => `t."${name}"::text AS key_${i}`).join(", ");
  const after = key.map((_, i) => `$${i + 1}`).join(", ");
  const select = (where: string) =>
    `SELECT ${list.join(", ")}, ${keys} FROM ${table} AS t ${where} ORDER BY ${order} LIMIT ${
      rowsPerPage(table)
    }`;
  for (let values: readonly SqlValue[] | undefined = [];;) {
    const where = values.length === 0 ? "" : `WHERE (${order}) > (${after})`;
    const rows = await connection.query(select(where), values) as Record<string, SqlValue>[];
    const last: Record<string, SqlValue> | undefined = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => columns.map((name) => row[name] as CopiedRow[number]));
    values = key.map((_, i) => last[`key_${i}`] ?? null);
  }
}

/**
 * Makes the tables of a database to copy to, and lets servers refuse it.
 *
 * @throws {AppError} `error.conflict` if it is in use, or has data that is not of an unfinished copy
 */
export async function postgresCopyTarget(
  connection: PgConnection,
  name: string,
): Promise<CopyTarget> {
  await requirePrimary(connection);
  await requireAlone(connection, name);
  await requireFit(connection);
  if (await isUnfinishedCopy(connection)) await dropTables(connection);
  requireMode(await readSchema(connection), "create", name);
  await migrateTables(connection, { functions: new Map() });
  await requireOwnVersion(connection, name);
  for (const table of TABLES) {
    if (table === "epoch") continue;
    const rows = await connection.query(`SELECT 1 FROM ${table} LIMIT 1`);
    if (rows.length === 0) continue;
    throw new AppError("error.conflict", `The target of a copy must be empty: ${name}`);
  }
  // Sessions are counted once at the end, and not row by row for a server to fold.
  await connection.script(
    `CREATE TABLE ${UNFINISHED_COPY} (); DELETE FROM epoch; ${counting("DISABLE")}`,
    MINUTE_MS,
  );
  return {
    columns: (table) => ownColumns(connection, table),
    add: (table, columns, rows) => addRows(connection, { table, columns, rows }),
    finish: async (lastEvent) => {
      await connection.query("SELECT setval(pg_get_serial_sequence('events', 'seq'), $1, $2)", [
        lastEvent === "0" ? "1" : lastEvent,
        lastEvent !== "0",
      ]);
      await requireAlone(connection, name);
      await connection.script(COUNT_SESSIONS, 10 * MINUTE_MS);
      await connection.script(`DROP TABLE ${UNFINISHED_COPY}; ANALYZE`, MINUTE_MS);
    },
  };
}

const MINUTE_MS = 60_000;

/** Triggers that count and sum what is inserted, by their tables. */
const COUNTING = [
  ["sessions", "session_counts_insert"],
  ["sessions", "session_sums_insert"],
  ["sessions", "money_sums_insert"],
  ["refunds", "money_sums_refund"],
  ["disputes", "money_sums_dispute"],
] as const;

function counting(act: "ENABLE" | "DISABLE"): string {
  return COUNTING.map(([table, trigger]) => `ALTER TABLE ${table} ${act} TRIGGER ${trigger};`)
    .join(" ");
}

const COUNT_SESSIONS = `
  BEGIN;
  SET LOCAL statement_timeout = 0;
  ${counting("ENABLE")}
  INSERT INTO session_counts (merchant_id, session_state, payment_state, count)
    SELECT merchant_id, session_state, payment_state, count(*) FROM sessions
    WHERE livemode = 1 GROUP BY 1, 2, 3;
  INSERT INTO session_sum_deltas (${SUM_COLUMNS})
    SELECT ${SUM_KEY}, ${SUMMED} FROM (${SHARES.postgres}) AS shares GROUP BY ${SUM_KEY};
  INSERT INTO money_sums (${MONEY_COLUMNS})
    SELECT ${MONEY_KEY}, ${MONEY_SUMMED} FROM (${MONEY_SHARES.postgres}) AS shares
    GROUP BY ${MONEY_KEY};
  COMMIT`;

async function addRows(
  connection: PgConnection,
  { table, columns, rows }: {
    readonly table: Table;
    readonly columns: readonly string[];
    readonly rows: readonly CopiedRow[];
  },
): Promise<void> {
  const objects = rows.map((row) =>
    Object.fromEntries(columns.map((name, i) => [name, asJson(row[i] ?? null)]))
  );
  const list = columns.map((name) => `"${name}"`).join(", ");
  await connection.query(
    `INSERT INTO ${table} (${list}) OVERRIDING SYSTEM VALUE
     SELECT ${list} FROM json_populate_recordset(NULL::${table}, $1::json)`,
    [JSON.stringify(objects)],
  );
}

function asJson(value: CopiedRow[number]): string | number | null {
  if (value instanceof Uint8Array) return `\\x${value.toHex()}`;
  if (typeof value === "bigint") return String(value);
  return typeof value === "string" ? storable(value) : value;
}

/** Drops what an unfinished copy has made. */
async function dropTables(connection: PgConnection): Promise<void> {
  await connection.script(
    `DROP TABLE IF EXISTS ${namesOf("table").join(", ")} CASCADE;
     DROP FUNCTION IF EXISTS ${namesOf("function").join(", ")} CASCADE;
     DROP TABLE ${UNFINISHED_COPY}`,
    MINUTE_MS,
  );
}
