import { type ApiKey } from "../../domain/shop/api_key.ts";
import { localTime } from "../../domain/values/calendar.ts";
import { type CsvCell, csvForm } from "./csv.ts";

/** A key with the time zone of the shop. */
export interface CsvKey {
  readonly key: ApiKey;
  readonly timeZone: string;
}

/** API keys as CSV, without hashes: times in the shop's time zone. */
export const KEYS_CSV = csvForm<CsvKey>([
  ["id", ({ key }) => key.id],
  ["name", ({ key }) => key.name],
  ["prefix", ({ key }) => key.prefix],
  ["livemode", ({ key }) => String(key.livemode)],
  ["scopes", ({ key }) => [...key.scopes].join(" ")],
  ["rate_limit", ({ key }) => key.rateLimit],
  ["created_at", (row) => time(row.key.createdAt, row)],
  ["last_used_at", (row) => time(row.key.lastUsedAt, row)],
  ["expires_at", (row) => time(row.key.expiresAt, row)],
  ["revoked_at", (row) => time(row.key.revokedAt, row)],
  ["successor_id", ({ key }) => key.successorId],
  ["time_zone", ({ timeZone }) => timeZone],
]);

function time(at: number | null, { timeZone }: CsvKey): CsvCell {
  return at === null ? null : localTime(at, timeZone);
}
