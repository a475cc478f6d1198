import { deflateRawSync } from "node:zlib";
import type { IdempotencyRecord } from "../../../domain/idempotency.ts";
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
    // A session's text takes a quarter at the fastest level; more effort takes off little more.
    body: deflateRawSync(record.body, { level: 1 }),
  };
}
