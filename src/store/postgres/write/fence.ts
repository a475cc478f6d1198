import { z } from "zod";
import type { PgConnection } from "../connection/client.ts";

/** A refused commit of a batch, as the function returns it. */
export interface RefusedCommit {
  readonly commit: number;
  readonly index: number;
  readonly state: string;
  readonly constraint: string;
  readonly detail: string;
}

const refusedSchema: z.ZodType<readonly RefusedCommit[]> = z.array(z.object({
  commit: z.int(),
  index: z.int(),
  state: z.string(),
  constraint: z.string(),
  detail: z.string(),
}));

/** Reads the result of the function: the refused commits. */
export function refusedFrom(text: string | null): readonly RefusedCommit[] {
  return text === null ? [] : refusedSchema.parse(JSON.parse(text));
}

/**
 * Adds the batch as one that was not written, unless it was: then it cannot be written any more.
 * Waits for a transaction that is writing it.
 */
const SETTLE = `INSERT INTO write_batches AS b (id, stands) VALUES ($1::uuid, false)
  ON CONFLICT (id) DO UPDATE SET stands = b.stands RETURNING stands, refused`;

const rowsSchema = z.tuple([z.object({ stands: z.boolean(), refused: z.string().nullable() })]);

/**
 * Finds out if a batch was written whose answer was lost, and keeps it from being written later.
 *
 * @returns the refused commits of a written batch; null if it was not written
 */
export async function settle(
  connection: PgConnection,
  batchId: string,
  timeoutMs: number,
): Promise<readonly RefusedCommit[] | null> {
  const [row] = rowsSchema.parse(await connection.query(SETTLE, [batchId], timeoutMs));
  return row.stands ? refusedFrom(row.refused) : null;
}
