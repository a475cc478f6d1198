import { DatabaseSync } from "node:sqlite";
import { makeSchema } from "./migrate.ts";

/** Schema objects by type and name, with their text. */
export type SchemaText = ReadonlyMap<string, string>;

/** A difference to the schema of the migrations. */
export interface SchemaDifference {
  /** Type and name: `trigger session_counts_insert`. */
  readonly name: string;
  readonly kind: "missing" | "other" | "foreign";
}

/** SQLite's own tables. */
const INTERNAL = "type = 'table' AND (name = 'sqlite_sequence' OR name GLOB 'sqlite_stat[1-4]')";

const QUOTED = /('(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\])/.source;
const SPACE = new RegExp(QUOTED + /|(?:\s|--[^\n]*|\/\*[^]*?\*\/)+/.source, "g");
const MARK = new RegExp(QUOTED + /| ?([(),]) ?/.source, "g");

/** Schema of the migrations up to a version. */
export function wantedSchema(version: number): SchemaText {
  const model = new DatabaseSync(":memory:");
  try {
    makeSchema(model, version);
    return schemaOf(model);
  } finally {
    model.close();
  }
}

/** Schema of a database, without comments and without whitespace that does not matter. */
export function schemaOf(db: DatabaseSync): SchemaText {
  const rows = db.prepare(
    `SELECT type, name, ifnull(sql, '') AS sql FROM sqlite_schema WHERE NOT (${INTERNAL})`,
  ).all();
  return new Map(rows.map(({ type, name, sql }) => [
    `${type} ${name}`,
    String(sql)
      .replaceAll(SPACE, (_, quoted?: string) => quoted ?? " ")
      .replaceAll(MARK, (_, quoted?: string, mark?: string) => quoted ?? mark ?? "")
      .trim(),
  ]));
}

/** Compares a schema with the wanted one. */
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
