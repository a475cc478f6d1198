import type { IdempotencyRecord } from "../../../domain/idempotency.ts";
import { deflated } from "./deflated.ts";
import { toFlag } from "./flag.ts";

/** The columns of `idempotency_records`. */
export function recordToRow(record: IdempotencyRecord) {
  return {
    merchant_id: record.merchantId,
    livemode: toFlag(record.livemode),
    method: record.method,
    path: record.path,
    key: record.key,
    fingerprint: record.fingerprint,
    at: record.at,
    status: record.status,
    location: record.location,
    session_id: record.sessionId,
    begun_id: record.begunId,
    body: deflated(record.body),
  };
}
