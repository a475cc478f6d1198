import { z } from "zod";
import { DatabaseOpenError, EmptyDatabaseError, OlderSchemaError } from "../../open_error.ts";
import type { SchemaMode } from "../../schema_mode.ts";
import type { PgConnection } from "../connection/client.ts";
import { sqlState } from "../connection/errors.ts";
import type { Reads } from "../read/query.ts";
import { POSTGRES_SCHEMA_VERSION } from "./migrations.ts";

/** Schema of a database. */
export interface Schema {
  /** 0 for an empty database. */
  readonly version: number;
  /** The oldest schema version whose programs work on it. */
  readonly oldest: number;
}

const OWN_TABLE = `SELECT to_regclass('schema_migrations') IS NOT NULL AS "isOurs",
  (SELECT coalesce(string_agg(relname, ', '), '') FROM (
    SELECT c.relname FROM pg_class AS c WHERE c.relnamespace = to_regnamespace(current_schema())
      AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
      AND NOT EXISTS (SELECT 1 FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass
        AND d.objid = c.oid AND d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e')
    ORDER BY c.relname LIMIT 3) AS found) AS objects`;
/** `objects` names the first tables and views that no extension made. */
const ownTableSchema = z.object({ isOurs: z.boolean(), objects: z.string() });

/** Schema of a database that has one; version 1 has no column `oldest`. */
const SCHEMA = `SELECT max(version) AS version,
    max(coalesce((to_jsonb(m) ->> 'oldest')::bigint, version)) AS oldest
  FROM schema_migrations AS m WHERE program = 'checkoutd'`;
const schemaSchema = z.object({ version: z.number(), oldest: z.number() });

/**
 * Reads the schema of a database.
 *
 * @throws {DatabaseOpenError} for a database of another program
 */
export async function readSchema(connection: PgConnection): Promise<Schema> {
  const [found] = await connection.query(OWN_TABLE);
  const { isOurs, objects } = ownTableSchema.parse(found);
  if (!isOurs && objects === "") return { version: 0, oldest: 0 };
  const rows = isOurs
    ? await connection.query(SCHEMA).catch((error) => refuseForeign(objects, error))
    : [];
  // Another program's table may be empty, or have texts.
  const schema = schemaSchema.safeParse(rows[0]);
  return schema.success ? schema.data : refuseForeign(objects);
}

/** Reads the schema of a database that is open. */
export async function readOpenSchema(reads: Reads): Promise<Schema> {
  const [row] = await reads.query(SCHEMA, []);
  return schemaSchema.parse(row);
}

/** Errors of a statement about a table with other columns. */
const OTHER_COLUMNS: readonly (string | undefined)[] = ["42703", "42804", "42883"];

/** @throws {DatabaseOpenError} without an error, or for one about other columns; else the error */
function refuseForeign(objects: string, error?: unknown): never {
  if (error !== undefined && !OTHER_COLUMNS.includes(sqlState(error))) throw error;
  throw new DatabaseOpenError(`The database belongs to another program (found: ${objects})`);
}

/**
 * True if this program works on a schema: its own version, or a later one that is compatible.
 */
export function worksOn({ version, oldest }: Schema): boolean {
  return version >= POSTGRES_SCHEMA_VERSION && oldest <= POSTGRES_SCHEMA_VERSION;
}

/**
 * Requires a schema that the mode leaves as it is, or lets the program make.
 *
 * @param shown name of the database, without a password
 * @throws {OlderSchemaError}
 * @throws {DatabaseOpenError} for an empty database, unless its tables may be made
 */
export function requireMode({ version }: Schema, mode: SchemaMode, shown: string): void {
  if (mode === "migrate" || version >= POSTGRES_SCHEMA_VERSION) return;
  if (version > 0) throw new OlderSchemaError(version, POSTGRES_SCHEMA_VERSION, shown);
  if (mode === "create") return;
  throw new EmptyDatabaseError(
    "The database has no tables: start the server, or make them with `db migrate`",
  );
}

/**
 * Requires a schema that this program works on, or that it can migrate.
 *
 * @throws {DatabaseOpenError} for one of a newer program
 */
export function requireNotTooNew({ version, oldest }: Schema): void {
  if (oldest <= POSTGRES_SCHEMA_VERSION) return;
  throw new DatabaseOpenError(
    `The database has schema version ${version}, which needs a program of version ${oldest} or ` +
      `later, and this one has ${POSTGRES_SCHEMA_VERSION}; install a newer program`,
  );
}
