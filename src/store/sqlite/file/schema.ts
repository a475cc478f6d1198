import { DatabaseSync } from "node:sqlite";
import { makeSchema } from "./migrate.ts";

/** Objects of a schema by type and name, each with its text. */
export type SchemaText = ReadonlyMap<string, string>;

/** A difference between a schema and the one that the migrations make. */
export interface SchemaDifference {
  /** Type and name: `trigger session_counts_insert`. */
  readonly name: string;
  readonly kind: "missing" | "other" | "foreign";
}

/** Tables that SQLite makes for itself. */
const INTERNAL = "type = 'table' AND (name = 'sqlite_sequence' OR name GLOB 'sqlite_stat[1-4]')";

/** Text in quotes, which stays as it is; comments and spaces, which change nothing. */
const TOKENS = /('(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\])|(?:\s|--[^\n]*|\/\*[^]*?\*\/)+/g;

/** The schema that the migrations up to a version make. */
export function wantedSchema(version: number): SchemaText {
  const model = new DatabaseSync(":memory:");
  try {
    makeSchema(model, version);
    return schemaOf(model);
  } finally {
    model.close();
  }
}

/** The schema of a database. */
export function schemaOf(db: DatabaseSync): SchemaText {
  const rows = db.prepare(
    `SELECT type, name, ifnull(sql, '') AS sql FROM sqlite_schema WHERE NOT (${INTERNAL})`,
  ).all();
  return new Map(rows.map(({ type, name, sql }) => [
    `${type} ${name}`,
    String(sql).replaceAll(TOKENS, (_, quoted?: string) => quoted ?? " ").trim(),
  ]));
}

/** The differences between a schema and the wanted one. */
export function compareSchemas(wanted: SchemaText, actual: SchemaText): SchemaDifference[] {
  const found: SchemaDifference[] = [];
  for (const [name, text] of wanted) {
    const is = actual.get(name);
    if (is === undefined) found.push({ name, kind: "missing" });
    else if (is !== text) found.push({ name, kind: "other" });
  }
  for (const name of actual.keys()) {
    if (!wanted.has(name)) found.push({ name, kind: "foreign" });
  }
  return found;
}
