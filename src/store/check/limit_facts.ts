import { z } from "zod";
import { type HourlyNumbers, lastHours, unusualIn } from "../../domain/shop/hourly.ts";
import { REFUSALS } from "../../domain/shop/limits.ts";
import { count, merchantId } from "../../schema/stored/parse.ts";
import type { DatabaseFacts } from "../maintenance.ts";
import { hourlyReads } from "../read/attention.ts";
import type { Reader } from "../read/query.ts";
import { HAS_HOURLY_LIMIT } from "../read/shop.ts";
import { sql } from "../sql/sql.ts";

/** Period in which refusals by limits of a day are reported. */
const STOPPED_LATELY_MS = 86_400_000;

/** Selects shops with a limit of an hour. */
const WATCHED_SHOPS = sql`
  SELECT id, rules, coalesce((
    SELECT domain FROM merchant_domains WHERE merchant_id = merchants.id ORDER BY position LIMIT 1
  ), id) AS shop FROM merchants WHERE ${HAS_HOURLY_LIMIT} ORDER BY name, id`;

/** A row of {@link WATCHED_SHOPS}. */
const watchedSchema = z.object({ id: merchantId, shop: z.string(), rules: z.string() });
const limitsSchema: z.ZodType<HourlyNumbers> = z.object({
  ordersHourly: count.catch(0),
  signInsHourly: count.catch(0),
  messagesHourly: count.catch(0),
});

/** Counts what limits of a day refused. */
const STOPPED = `
  SELECT coalesce((
    SELECT domain FROM merchant_domains WHERE merchant_id = r.merchant_id ORDER BY position LIMIT 1
  ), r.merchant_id) AS shop, r.refusal, CAST(sum(r.count) AS bigint) AS count
  FROM limit_refusals AS r
  WHERE r.hour >= :since AND r.refusal IN ('refundsDaily', 'coinsDaily')
  GROUP BY r.merchant_id, r.refusal ORDER BY r.merchant_id, r.refusal`;

/** A row of {@link STOPPED}. */
const stoppedSchema: z.ZodType<DatabaseFacts["stopped"][number]> = z.object({
  shop: z.string(),
  refusal: z.enum(REFUSALS),
  count: z.number(),
});

/** Reads which limits of shops tell, and which have stopped something lately. */
export async function limitFacts(
  reader: Reader,
  now: number,
): Promise<Pick<DatabaseFacts, "unusual" | "stopped">> {
  const shops = reader.query([], WATCHED_SHOPS, (row) => watchedSchema.parse(row));
  const stopped = reader.query(["since"], STOPPED, (row) => stoppedSchema.parse(row));
  const hourly = hourlyReads(reader);
  const unusual: DatabaseFacts["unusual"][number][] = [];
  for (const { id, shop, rules } of await shops.all({})) {
    const limits = limitsSchema.parse(JSON.parse(rules));
    for (const hour of lastHours(now)) {
      const found = unusualIn(hour, limits, await hourly(id, hour));
      unusual.push(...found.map((one) => ({ shop, ...one })));
    }
  }
  return { unusual, stopped: await stopped.all({ since: now - STOPPED_LATELY_MS }) };
}
