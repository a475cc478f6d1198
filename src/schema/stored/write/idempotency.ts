import type { IdempotencyRecord } from "../../../domain/idempotency.ts";

/** The columns of `idempotency_records`, with the body before it is compressed. */
export function recordToRow(record: IdempotencyRecord) {
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
