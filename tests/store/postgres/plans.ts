/** Query plans of PostgreSQL, of statements that were prepared: they do not know their values. */
import { z } from "zod";
import { readDatabaseUrl } from "../../../src/store/database_url.ts";
import { PgConnection, type SqlValue } from "../../../src/store/postgres/connection/client.ts";
import { postgresReader } from "../../../src/store/postgres/read/reader.ts";
import { type StoreReads, storeReads } from "../../../src/store/read/reads.ts";
import type { TestDatabase } from "./support.ts";

/** Rows of a table that grows. */
export const ROWS = 5000;

/** An id of its own for each copy. */
export const ID = "'00000000-0000-7000-8000-' || lpad((1000000 + n)::text, 12, '0')";

/** Copies the only row of a table, with other values in some columns, by the number `n`. */
export async function copyRow(
  { sql }: Pick<TestDatabase, "sql">,
  { table, over, rows = ROWS }: {
    readonly table: string;
    readonly over: string;
    readonly rows?: number;
  },
): Promise<void> {
  const columns = await sql(
    `SELECT string_agg(attname, ', ' ORDER BY attnum) FROM pg_attribute
     WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped
       AND attgenerated = '' AND attidentity = ''`,
  );
  const values = columns.trim().split(", ").map((name) => `r.${name}`).join(", ");
  await sql(
    `INSERT INTO ${table} (${columns}) SELECT ${values}
     FROM (SELECT * FROM ${table} LIMIT 1) AS t CROSS JOIN generate_series(2, ${rows}) AS n
     CROSS JOIN jsonb_populate_record(NULL::${table}, to_jsonb(t) || jsonb_build_object(${over}))
       AS r`,
  );
}

/** A step of a plan. */
export interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string | undefined;
  readonly "Index Name"?: string | undefined;
  readonly "Index Cond"?: string | undefined;
  readonly Plans?: readonly PlanNode[] | undefined;
}

const nodeSchema: z.ZodType<PlanNode> = z.object({
  "Node Type": z.string(),
  "Relation Name": z.string().optional(),
  "Index Name": z.string().optional(),
  "Index Cond": z.string().optional(),
  get Plans() {
    return z.array(nodeSchema).optional();
  },
});
const planSchema = z.tuple([z.object({ Plan: nodeSchema })]);

/** Steps that read a whole table or a whole index, but for these tables and indexes, which are small. */
export function wholeReads(node: PlanNode, few: readonly string[]): string[] {
  const { "Node Type": type, "Index Cond": condition, "Index Name": index = "" } = node;
  const { "Relation Name": table = index } = node;
  const isWhole = type === "Seq Scan" || (/Index/.test(type) && condition === undefined);
  return [
    ...(isWhole && !few.includes(table) && !few.includes(index) ? [`${type} of ${table}`] : []),
    ...(node.Plans ?? []).flatMap((child) => wholeReads(child, few)),
  ];
}

/** Indexes by which a table is read. */
export function indexesOf(node: PlanNode, table: string): string[] {
  const own = node["Relation Name"] === table ? [node["Index Name"] ?? node["Node Type"]] : [];
  return [...own, ...(node.Plans ?? []).flatMap((one) => indexesOf(one, table))];
}

/** Runs reads, and gives the plan of each of their queries. */
export async function plansOf(
  url: string,
  run: (reads: StoreReads) => Promise<void>,
): Promise<ReadonlyMap<string, PlanNode>> {
  const limits = { connectMs: 5000, queryMs: 60_000 };
  const connection = await PgConnection.open(readDatabaseUrl(url, () => undefined), limits);
  try {
    const texts = new Set<string>();
    const query = (text: string, values: readonly SqlValue[]) => {
      texts.add(text);
      return connection.query(text, values);
    };
    await run(storeReads(postgresReader({ query }), () => 0));
    await connection.query("SET plan_cache_mode = force_generic_plan");
    const plans = new Map<string, PlanNode>();
    for (const text of texts) {
      const name = `plan_${plans.size}`;
      const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, nth]) => Number(nth)));
      await connection.script(`PREPARE ${name} AS ${text}`, 5000);
      const values = count === 0 ? "" : `(${Array(count).fill("NULL").join(", ")})`;
      const [row] = await connection.query(`EXPLAIN (FORMAT JSON) EXECUTE ${name}${values}`);
      const plan = JSON.parse(String(Object.values(row as Record<string, unknown>)[0]));
      plans.set(text, planSchema.parse(plan)[0].Plan);
    }
    return plans;
  } finally {
    await connection.close();
  }
}
