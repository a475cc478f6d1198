import { type CommandUnknownOpts, InvalidArgumentError } from "@commander-js/extra-typings";
import type { Context } from "../context.ts";
import { wholeNumber } from "../options/values.ts";
import type { OpenDatabase } from "../io.ts";
import { findMerchant, merchantNames } from "../shops.ts";
import { watch } from "../output/watch.ts";
import { UsageError } from "../usage_error.ts";
import { type Calendar, isTimeZone, lastDays } from "../output/calendar.ts";
import { type ShopFunnel, shopFunnels } from "../output/funnel.ts";
import { statsJson } from "../output/stats_json.ts";
import { statsLines } from "../output/stats_text.ts";

const DEFAULT_DAYS = 14;
const MAX_DAYS = 366;
const DEFAULT_INTERVAL_S = 2;
const MAX_INTERVAL_S = 3600;
/** On a wide terminal what belongs together stays together. */
const MAX_WIDTH = 100;

interface StatsOptions {
  readonly merchant?: string | undefined;
  readonly days: number;
  readonly timezone: string;
  readonly ascii?: true | undefined;
  readonly watch?: true | undefined;
  readonly interval?: number | undefined;
}

/** Adds `session stats`. */
export function addStatsCommand(session: CommandUnknownOpts, context: Context): void {
  session.command("stats").description("count how far each shop's sessions have come")
    .option("--merchant <merchant>", "of this shop: id, or any of its domains")
    .option(
      "--days <n>",
      "opened on so many days, today the last",
      wholeNumber(1, MAX_DAYS),
      DEFAULT_DAYS,
    )
    .option("--timezone <name>", "whose days, such as Asia/Kolkata", timeZone, "UTC")
    .option("--ascii", "draw charts with characters that every font has")
    .option("--watch", "show it again and again, until Ctrl-C")
    .option(
      "--interval <seconds>",
      `with --watch: pause between two looks; ${DEFAULT_INTERVAL_S} unless given`,
      wholeNumber(1, MAX_INTERVAL_S),
    )
    .addHelpText(
      "after",
      `
  created     sessions opened on these days that are still kept
  begun       those that a step was taken in before they ended
  to payment  those whose payment was begun, or that were ordered for cash on
              delivery
  completed   those that are ordered: paid, or placed for cash on delivery
  abandoned   given up or expired; completed after all once money comes in

Orders add up what is payable for them, with tax, shipping and fees, by
currency. With --json each shop has the counts by states and by day as well;
--watch prints more than one value and does not go with it.

Example:
  checkoutctl session stats --merchant demo-store.example --days 30
  checkoutctl session stats --timezone Asia/Kolkata
  checkoutctl session stats --watch --interval 5`,
    )
    .action(async (options) => await showStats(context, options));
}

/** Reads the name of a time zone. */
function timeZone(text: string): string {
  if (isTimeZone(text)) return text;
  throw new InvalidArgumentError("It must be UTC or the name of a time zone, such as Asia/Kolkata");
}

async function showStats(context: Context, options: StatsOptions): Promise<void> {
  const { out, io } = context;
  if (options.interval !== undefined && !options.watch) {
    throw new UsageError(`--interval is of use with --watch alone: ${options.interval}`);
  }
  if (options.watch && out.isJson) {
    throw new UsageError("--watch prints more than one value, so --json cannot be given with it");
  }
  await context.use(async (database) => {
    if (options.watch) {
      const intervalMs = (options.interval ?? DEFAULT_INTERVAL_S) * 1000;
      const frame = async () => linesOf(context, options, await look(context, database, options));
      return await watch(io, { intervalMs, frame });
    }
    const seen = await look(context, database, options);
    const json = seen.shops.map(({ shop }) => statsJson(shop, seen.calendar));
    out.result(json, () => {
      for (const line of linesOf(context, options, seen)) out.line(line);
    });
  });
}

/** What stands in the database at a moment. */
interface Seen {
  readonly calendar: Calendar;
  readonly shops: readonly { readonly name: string; readonly shop: ShopFunnel }[];
}

async function look(
  { io }: Context,
  { services }: OpenDatabase,
  { merchant: reference, days, timezone }: StatsOptions,
): Promise<Seen> {
  const calendar = lastDays(days, timezone, io.now());
  const merchant = await findMerchant(services, reference);
  const statistics = await services.sessionAdmin.stats({
    bounds: calendar.bounds,
    ...(merchant === undefined ? {} : { merchantId: merchant.id }),
  });
  const names = await merchantNames(services);
  const shops = shopFunnels(statistics, days)
    .map((shop) => ({ name: names.get(shop.merchantId) ?? shop.merchantId, shop }));
  return { calendar, shops };
}

function linesOf({ out }: Context, { ascii }: StatsOptions, { calendar, shops }: Seen): string[] {
  const style = {
    width: Math.min(out.width, MAX_WIDTH),
    chart: ascii ? "ascii" : "blocks",
    bold: (text: string) => out.style("bold", text),
  } as const;
  const lines = shops.flatMap(({ name, shop }, i) => [
    ...(i === 0 ? [] : ["", ""]),
    ...statsLines(name, shop, { calendar, style }),
  ]);
  return lines.length > 0 ? lines : [`There are no sessions opened since ${calendar.dates[0]}`];
}
