import { insertRow, purge } from "./insert.ts";

/** What the limits of shops refused. */
export const LIMIT_WRITES = {
  "limit.refused": `${insertRow("limit_refusals", ["merchant_id", "hour", "refusal", "count"])}
       ON CONFLICT (merchant_id, hour, refusal)
       DO UPDATE SET count = limit_refusals.count + excluded.count`,
  "limit.purge": purge("limit_refusals", "hour < :before::bigint"),
} as const;
