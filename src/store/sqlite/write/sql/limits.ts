import { insertInto } from "./insert.ts";

/** What the limits of shops refused. */
export const LIMIT_SQL = {
  "limit.refused": `${insertInto("limit_refusals", ["merchant_id", "hour", "refusal", "count"])}
       ON CONFLICT (merchant_id, hour, refusal)
       DO UPDATE SET count = count + excluded.count`,
  "limit.purge": "DELETE FROM limit_refusals WHERE hour < :before",
} as const;
