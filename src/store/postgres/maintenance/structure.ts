import { z } from "zod";
import type { Findings } from "../../check/findings.ts";
import type { PgConnection } from "../connection/client.ts";
import { POSTGRES_SCHEMA_VERSION } from "../schema/migrations.ts";
import { schemaObjects } from "../schema/objects.ts";

/** Tables, indexes and functions of the schema, and triggers on its tables, without internal ones. */
const ACTUAL = `
  SELECT 'table' AS kind, relname::text AS name, true AS works FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
  UNION ALL
  SELECT 'index', c.relname::text, i.indisvalid AND i.indisready
  FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
  WHERE c.relnamespace = current_schema()::regnamespace
  UNION ALL
  SELECT DISTINCT 'function', proname::text, true FROM pg_proc
  WHERE pronamespace = current_schema()::regnamespace
  UNION ALL
  SELECT 'trigger', t.tgname::text, t.tgenabled IN ('O', 'A')
  FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal`;

const actualSchema = z.object({ kind: z.string(), name: z.string(), works: z.boolean() });

/** Foreign keys, each with a condition under which a row of the child is a row of the parent. */
const REFERENCES = `
  SELECT k.conrelid::regclass::text AS child, k.confrelid::regclass::text AS parent,
    (SELECT string_agg(format('p.%I = c.%I', pa.attname, ca.attname), ' AND ')
     FROM unnest(k.conkey, k.confkey) AS pair (child, parent)
     JOIN pg_attribute AS ca ON ca.attrelid = k.conrelid AND ca.attnum = pair.child
     JOIN pg_attribute AS pa ON pa.attrelid = k.confrelid AND pa.attnum = pair.parent) AS same,
    (SELECT string_agg(format('c.%I IS NOT NULL', ca.attname), ' AND ')
     FROM unnest(k.conkey) AS of (child)
     JOIN pg_attribute AS ca ON ca.attrelid = k.conrelid AND ca.attnum = of.child) AS given
  FROM pg_constraint AS k
  WHERE k.contype = 'f' AND k.connamespace = current_schema()::regnamespace
  ORDER BY 1, 2`;

const referenceSchema = z.object({
  child: z.string(),
  parent: z.string(),
  same: z.string(),
  given: z.string(),
});

/** Checks that references lead to rows, and that tables, indexes, functions and triggers are in place. */
export async function checkPgStructure(
  connection: PgConnection,
  { schemaVersion, findings, onProgress }: {
    readonly schemaVersion: number;
    readonly findings: Findings;
    readonly onProgress: (text: string) => void;
  },
): Promise<void> {
  onProgress("Checking references");
  for (const row of await connection.query(REFERENCES)) {
    const { child, parent, same, given } = referenceSchema.parse(row);
    const [found] = await connection.query(
      `SELECT count(*) AS rows FROM ${child} AS c
       WHERE ${given} AND NOT EXISTS (SELECT 1 FROM ${parent} AS p WHERE ${same})`,
    );
    const { rows } = z.object({ rows: z.number() }).parse(found);
    if (rows === 0) continue;
    findings.add("foreign-keys", child, `Rows that refer to a missing row of ${parent}: ${rows}`);
  }
  onProgress("Checking the schema");
  const actual = new Map(
    (await connection.query(ACTUAL)).map((row) => {
      const { kind, name, works } = actualSchema.parse(row);
      return [`${kind} ${name}`, works];
    }),
  );
  const wanted = schemaObjects();
  for (const name of wanted) {
    const works = actual.get(name);
    if (works === undefined) findings.add("schema", name, "It is missing");
    else if (!works) findings.add("schema", name, "It is disabled or invalid");
  }
  // Triggers run on writes. A later schema may have some that are not known here.
  if (schemaVersion > POSTGRES_SCHEMA_VERSION) return;
  for (const name of actual.keys()) {
    if (!name.startsWith("trigger ") || wanted.has(name)) continue;
    findings.add("schema", name, "It does not belong to this program's schema");
  }
}
