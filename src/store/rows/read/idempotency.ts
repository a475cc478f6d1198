import { z } from "zod";
import type { IdempotencyRecord } from "../../../domain/idempotency.ts";
import { count, keyId, parseRow } from "./parse.ts";

const rowSchema = z.object({
  key_id: keyId,
  key: z.string(),
  fingerprint: z.string(),
  status: count,
  at: count,
  location: z.string().nullable(),
  body: z.string(),
});

/**
 * Reads a recorded answer from a row of `idempotency_records`.
 *
 * @throws {RowError} when the row does not parse
 */
export function recordFromRow(row: unknown): IdempotencyRecord {
  const { key_id, ...read } = parseRow(rowSchema, row, {
    table: "idempotency_records",
    keyColumns: ["key_id", "key"],
  });
  return { keyId: key_id, ...read };
}
