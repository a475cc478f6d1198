import { DatabaseSync } from "node:sqlite";
import { makeSchema, SCHEMA_VERSION } from "../../../src/store/sqlite/file/migrate.ts";
import { ROOT } from "../../support/root.ts";

/** Folder of the migrations and of the schema that is made from them. */
export const MIGRATIONS = `${ROOT}src/store/sqlite/migrations/`;

const QUOTED = /('(?:[^']|'')*'|"(?:[^"]|"")*")/.source;
const COMMENT = new RegExp(`${QUOTED}|[ \\t]*--[^\\n]*(?:\\n(?=\\s*--|\\s*\\n))?`, "g");
const SPACE = new RegExp(`${QUOTED}|\\s+`, "g");

/** The texts of the migrations, one after the other. */
export function migrationTexts(): string {
  return [...Deno.readDirSync(MIGRATIONS)].map(({ name }) => name)
    .filter((name) => /^\d/.test(name)).toSorted()
    .map((name) => Deno.readTextFileSync(MIGRATIONS + name)).join("\n");
}

/** The lines of comment before the last line that begins so; none without one. */
function commentBefore(text: string, start: RegExp): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  const at = lines.findLastIndex((line) => start.test(line));
  const first = lines.slice(0, Math.max(at, 0)).findLastIndex((line) => !line.startsWith("--")) + 1;
  return lines.slice(first, Math.max(at, 0));
}

/** The comment of a column in the statements that make its table. */
export function columnComment(migrations: string, table: string, column: string): string[] {
  const statement = new RegExp(`^(?:CREATE TABLE|ALTER TABLE) ${table} [^]*?;$`, "gm");
  return commentBefore(
    (migrations.match(statement) ?? []).join("\n"),
    new RegExp(`^(?:ADD COLUMN )?${column} `),
  );
}

/** Splits at the commas outside of parentheses and quotes. */
function items(list: string): string[] {
  const found = [""];
  let depth = 0;
  for (const [part] of list.matchAll(new RegExp(`${QUOTED}|[^]`, "g"))) {
    if (part === "(") depth++;
    else if (part === ")") depth--;
    if (part === "," && depth === 0) found.push("");
    else found.push(found.pop() + part);
  }
  return found.map((item) => item.trim());
}

function tableText(name: string, sql: string, migrations: string): string {
  const text = sql.replaceAll(COMMENT, (_, quoted?: string) => quoted ?? "")
    .replaceAll(SPACE, (_, quoted?: string) => quoted ?? " ");
  const [open, close] = [text.indexOf("("), text.lastIndexOf(")")];
  const columns = items(text.slice(open + 1, close)).map((item) =>
    [...columnComment(migrations, name, item.split(" ", 1)[0] ?? ""), item]
      .map((line) => `  ${line}`).join("\n")
  );
  return `${text.slice(0, open + 1)}\n${columns.join(",\n")}\n${text.slice(close)};`;
}

function insertText(db: DatabaseSync, table: string): string[] {
  const columns = db.prepare(`SELECT name FROM pragma_table_info('${table}')`).all()
    .map(({ name }) => String(name));
  const values = columns.map((name) => `quote(${name})`).join(" || ', ' || ");
  return db.prepare(`SELECT ${values} AS row FROM ${table}`).all()
    .map(({ row }) => `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${row});`);
}

/** The schema that the migrations leave, with their first rows and their comments. */
export function schemaText(): string {
  const migrations = migrationTexts();
  const db = new DatabaseSync(":memory:");
  makeSchema(db, SCHEMA_VERSION);
  const objects = db.prepare(
    `SELECT o.type, o.name, o.sql
     FROM sqlite_schema AS o JOIN sqlite_schema AS t
       ON t.type IN ('table', 'view') AND t.name = o.tbl_name
     WHERE o.sql IS NOT NULL AND o.name NOT LIKE 'sqlite_%' ORDER BY t.rowid, o.rowid`,
  ).all().map(({ type, name, sql }) => ({
    type: String(type),
    name: String(name),
    sql: String(sql),
  }));
  const texts = objects.map(({ type, name, sql }) => {
    const start = new RegExp(`^CREATE (?:UNIQUE )?${type.toUpperCase()} "?${name}"?\\b`);
    const text = type === "table"
      ? tableText(name, sql, migrations)
      : `${sql.replaceAll(COMMENT, (_, quoted?: string) => quoted ?? "")};`;
    return [...commentBefore(migrations, start), text].join("\n");
  });
  const rows = objects.filter(({ type }) => type === "table")
    .flatMap(({ name }) => insertText(db, name));
  db.close();
  return [
    "-- The whole schema, for new databases. `deno task schema` makes it from the migrations.",
    ...texts,
    ...rows,
  ].join("\n\n") + "\n";
}
