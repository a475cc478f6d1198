import { DatabaseSync } from "node:sqlite";
import { MAX_FINDINGS } from "../../../maintenance.ts";
import { migrate } from "../../migrate.ts";
import { damage } from "../connect.ts";
import type { Findings } from "./findings.ts";

/**
 * Whether the file is whole, its references lead somewhere, and its schema is the one that
 * this program makes.
 */
export function checkStructure(
  db: DatabaseSync,
  findings: Findings,
  onProgress: (text: string) => void,
): void {
  onProgress("Checking the file");
  for (const line of damage(db, "integrity_check", MAX_FINDINGS)) {
    findings.add("integrity", "database", line);
  }
  onProgress("Checking references");
  const broken = db.prepare(
    `SELECT "table", rowid, parent, count(*) AS count FROM pragma_foreign_key_check
     GROUP BY "table", parent, fkid`,
  ).all();
  for (const { table, rowid, parent, count } of broken) {
    const place = rowid === null ? "" : `, the first in row ${rowid}`;
    findings.add(
      "foreign-keys",
      String(table),
      `Rows that refer to none of ${parent}: ${count}${place}`,
    );
  }
  checkSchemaText(db, findings);
}

/** Others may add tables of their own, as Litestream does; ours must be as we make them. */
function checkSchemaText(db: DatabaseSync, findings: Findings): void {
  const model = new DatabaseSync(":memory:");
  try {
    migrate(model, ":memory:");
    const wanted = schemaOf(model);
    const actual = schemaOf(db);
    for (const [name, text] of wanted) {
      const is = actual.get(name);
      if (is === undefined) findings.add("schema", name, "It is missing");
      else if (is !== text) findings.add("schema", name, "It is not as this program makes it");
    }
    for (const name of actual.keys()) {
      // Both run by themselves when somebody reads or writes.
      if (!wanted.has(name) && /^(trigger|view) /.test(name)) {
        findings.add("schema", name, "It is none of this program's");
      }
    }
  } finally {
    model.close();
  }
}

/** What a schema consists of, each with its text; comments and spaces change nothing. */
function schemaOf(db: DatabaseSync): Map<string, string> {
  const rows = db.prepare(
    "SELECT type, name, ifnull(sql, '') AS sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite@_%' ESCAPE '@'",
  ).all();
  return new Map(rows.map(({ type, name, sql }) => [
    `${type} ${name}`,
    String(sql).replaceAll(/--[^\n]*/g, "").replaceAll(/\s+/g, ""),
  ]));
}
