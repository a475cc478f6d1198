/** Databases as SQL text, and back. */
import { DatabaseSync } from "node:sqlite";

/** Writes a database down as the statements that make it. */
export function dumpDatabase(path: string): string {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const objects = db.prepare(
      `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL
       ORDER BY type <> 'table', rowid`,
    ).all();
    const tables = objects.filter(({ type }) => type === "table");
    // Data goes in before triggers are there to write more of it.
    return [
      ...tables.map(({ sql }) => `${sql};`),
      ...tables.flatMap(({ name }) => rowsOf(db, String(name))),
      ...objects.filter(({ type }) => type !== "table").map(({ sql }) => `${sql};`),
      ...["user_version", "application_id"].map((name) => {
        const value = Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
        return `PRAGMA ${name} = ${value};`;
      }),
    ].map((line) => `${line}\n`).join("");
  } finally {
    db.close();
  }
}

/** Makes a database of what {@link dumpDatabase} wrote. */
export function loadDump(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  try {
    db.exec("PRAGMA foreign_keys = OFF; BEGIN");
    db.exec(sql);
    db.exec("COMMIT");
  } finally {
    db.close();
  }
}

function rowsOf(db: DatabaseSync, table: string): string[] {
  const columns = db.prepare(`SELECT name FROM pragma_table_info(?)`).all(table)
    .map(({ name }) => `"${name}"`);
  const literals = columns.map((column) => `quote(${column})`).join(" || ', ' || ");
  return db.prepare(`SELECT ${literals} AS line FROM "${table}"`).all()
    .map(({ line }) => `INSERT INTO "${table}" (${columns.join(", ")}) VALUES (${line});`);
}
