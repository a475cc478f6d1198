import { z } from "zod";
import type { IdempotencyRecord } from "../../domain/idempotency.ts";
import type { Form } from "../form.ts";
import {
  count,
  flag,
  inflated,
  keyOf,
  merchantId,
  parseRow,
  type RowPlace,
  sessionId,
} from "./parse.ts";

const PLACE: RowPlace = {
  table: "idempotency_records",
  keyColumns: ["merchant_id", "method", "path", "key"],
};

const rowSchema = z.object({
  merchant_id: merchantId,
  livemode: flag,
  method: z.string(),
  path: z.string(),
  key: z.string(),
  fingerprint: z.string(),
  at: count,
  status: count,
  location: z.string().nullable(),
  session_id: sessionId.nullable(),
  begun_id: z.string().nullable(),
  body: z.instanceof(Uint8Array),
});

/**
 * Reads a recorded answer from a row of `idempotency_records`.
 *
 * @throws {RowError} when the row does not parse
 */
export function recordFromRow(row: unknown): IdempotencyRecord {
  const { merchant_id, livemode, session_id, begun_id, body, ...read } = parseRow(
    rowSchema,
    row,
    PLACE,
  );
  return {
    ...read,
    merchantId: merchant_id,
    livemode: livemode === 1,
    sessionId: session_id,
    begunId: begun_id,
    body: inflated(body, { table: PLACE.table, key: keyOf(row, PLACE.keyColumns), name: "body" }),
  };
}

/** The columns of `idempotency_records`, with the uncompressed body. */
export function recordToRow(
  record: IdempotencyRecord,
): Omit<Form<typeof rowSchema>, "body"> & { readonly body: string } {
  return {
    merchant_id: record.merchantId,
    livemode: Number(record.livemode),
    method: record.method,
    path: record.path,
    key: record.key,
    fingerprint: record.fingerprint,
    at: record.at,
    status: record.status,
    location: record.location,
    session_id: record.sessionId,
    begun_id: record.begunId,
    body: record.body,
  };
}
