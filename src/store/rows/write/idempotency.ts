import type { IdempotencyRecord } from "../../../domain/idempotency.ts";

/** The columns of `idempotency_records`. */
export function recordToRow(record: IdempotencyRecord) {
  return {
    key_id: record.keyId,
    key: record.key,
    fingerprint: record.fingerprint,
    status: record.status,
    at: record.at,
    location: record.location,
    body: record.body,
  };
}
