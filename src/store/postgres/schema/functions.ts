import { z } from "zod";
import type { PgConnection } from "../connection/client.ts";
import { sqlState } from "../connection/errors.ts";

/** Statements that create functions, by their names. */
export type Functions = ReadonlyMap<string, string>;

const FOUND = `SELECT DISTINCT proname::text AS name FROM pg_proc
  WHERE pronamespace = to_regnamespace(current_schema())
    AND proname = ANY (string_to_array($1, ','))`;
const foundSchema = z.object({ name: z.string() });

/** Errors of a program that creates a function which another one has just created. */
const EXISTS: readonly (string | undefined)[] = ["42723", "23505"];

/** Creates functions that are missing. Waits for no migration. */
export async function createFunctions(
  connection: PgConnection,
  functions: Functions,
): Promise<void> {
  const rows = await connection.query(FOUND, [[...functions.keys()].join(",")]);
  const found = new Set(rows.map((row) => foundSchema.parse(row).name));
  for (const [name, statement] of functions) {
    if (found.has(name)) continue;
    await connection.query(statement).catch((error) => {
      if (!EXISTS.includes(sqlState(error))) throw error;
    });
  }
}

/** Write functions, but for those that are named. */
const OTHERS = `
  SELECT oid::regprocedure::text AS name FROM pg_proc
  WHERE pronamespace = to_regnamespace(current_schema())
    AND proname ~ '^checkoutd_write_[0-9a-f]{16}$' AND proname <> ALL (string_to_array($1, ','))`;

/**
 * Drops write functions of other versions of the program, but for those that are named. A program
 * that misses its own creates it again, unless a migration has cut it off.
 *
 * @returns their number
 */
export async function dropWriteFunctions(
  connection: PgConnection,
  but: readonly string[],
): Promise<number> {
  const rows = await connection.query(OTHERS, [but.join(",")]);
  const signatures = rows.map((row) => foundSchema.parse(row).name);
  if (signatures.length > 0) {
    await connection.query(`DROP FUNCTION IF EXISTS ${signatures.join(", ")}`);
  }
  return signatures.length;
}
