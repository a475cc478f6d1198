import type { DatabaseSync } from "node:sqlite";
import type { Findings } from "../../check/findings.ts";
import { MAX_FINDINGS } from "../../maintenance.ts";
import { SCHEMA_VERSION } from "../file/migrate.ts";
import { damage } from "../file/connect.ts";
import { compareSchemas, schemaOf, wantedSchema } from "../file/schema.ts";

/** Checks the file, its references, and that its schema is this program's. */
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
      `Rows that refer to a missing row of ${parent}: ${count}${place}`,
    );
  }
  checkSchemaText(db, findings);
}

/** Other programs like Litestream may add tables; ours must be unchanged. */
function checkSchemaText(db: DatabaseSync, findings: Findings): void {
  for (const { name, kind } of compareSchemas(wantedSchema(SCHEMA_VERSION), schemaOf(db))) {
    if (kind === "missing") findings.add("schema", name, "It is missing");
    else if (kind === "other") {
      findings.add("schema", name, "It differs from this program's schema");
    } // Triggers and views run on reads and writes.
    else if (/^(trigger|view) /.test(name)) {
      findings.add("schema", name, "It does not belong to this program's schema");
    }
  }
}
