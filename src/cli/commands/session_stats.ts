import { type CommandUnknownOpts, InvalidArgumentError } from "@commander-js/extra-typings";
import { durationIn } from "../../command/values.ts";
import { hasFigures, shopFunnel } from "../../domain/session/funnel.ts";
import { DEFAULT_TIME_ZONE, lastDays, parseTimeZone } from "../../domain/values/calendar.ts";
import type { Context } from "../context.ts";
import { findMerchant } from "../shops.ts";
import { ONLY_MERCHANT } from "../options/values.ts";
import type { OpenDatabase } from "../io.ts";
import { watch } from "../output/watch.ts";
import { UsageError } from "../errors.ts";
import { statsJson } from "../output/session/stats_json.ts";
import { statsLines } from "../output/session/stats_text.ts";

const DEFAULT_DAYS = 14;
const MAX_DAYS = 366;
const DEFAULT_INTERVAL_S = 2;
const MAX_INTERVAL_S = 3600;
/** Charts are no wider than this, so that names and bars stay close. */
const MAX_WIDTH = 100;

interface StatsOptions {
  readonly merchant?: string | undefined;
  readonly days: number;
  readonly timezone?: string | undefined;
  readonly ascii?: true | undefined;
  readonly watch?: true | undefined;
  readonly interval?: number | undefined;
}

/** Adds `session stats`. */
export function addStatsCommand(session: CommandUnknownOpts, context: Context): void {
  session.command("stats").description("count sessions by shop and by how far they got")
    .option(...ONLY_MERCHANT)
    .option(
      "--days <duration>",
      "days to count, up to today: 30 or 30d",
      durationIn("d", MAX_DAYS),
      DEFAULT_DAYS,
    )
    .option("--timezone <name>", "time zone of the days (default: each shop's own)", timeZone)
    .option("--ascii", "draw charts in ASCII")
    .option("--watch", "refresh until Ctrl-C")
    .option(
      "--interval <duration>",
      `with --watch: time between refreshes, 5 or 5s (default: ${DEFAULT_INTERVAL_S}s)`,
      durationIn("s", MAX_INTERVAL_S),
    )
    .addHelpText(
      "after",
      `
  created     sessions created on these days and still stored
  begun       sessions with at least one step
  to payment  sessions with a started payment, or ordered with cash on delivery
  completed   orders: paid, or placed with cash on delivery
  abandoned   abandoned or expired; counted as completed if money arrives later

Orders are sums of the payable amount with tax, shipping and fees, by currency. Gross is the same
of orders placed on these days, whenever their sessions were created. Net and revenue are gross
less the refunds and the lost disputes that were made on these days. After fees is net less what
payment providers kept, as far as it is known. Cancelled orders are in none of them.
Recovery counts sessions of these days with session.idle, those resumed by its link and those that
a link made from a left cart, and sums the orders of the last two.
--json adds counts by state and by day; it cannot be combined with --watch.

Example:
  checkoutctl session stats --merchant demo-store.example --days 30
  checkoutctl session stats --timezone Asia/Kolkata
  checkoutctl session stats --watch --interval 5`,
    )
    .action(async (options) => await showStats(context, options));
}

/** Reads the name of a time zone. */
function timeZone(text: string): string {
  const name = parseTimeZone(text);
  if (name !== undefined) return name;
  throw new InvalidArgumentError("It must be UTC or the name of a time zone, such as Asia/Kolkata");
}

async function showStats(context: Context, options: StatsOptions): Promise<void> {
  const { out, io } = context;
  if (options.interval !== undefined && !options.watch) {
    throw new UsageError(`--interval needs --watch: ${options.interval}`);
  }
  if (options.watch && out.isJson) {
    throw new UsageError("--watch and --json exclude each other: --json prints exactly one value");
  }
  await context.use(async (database) => {
    if (options.watch) {
      const intervalMs = (options.interval ?? DEFAULT_INTERVAL_S) * 1000;
      const frame = async () =>
        linesOf(context, options, await countNow(context, database, options));
      return await watch(io, { intervalMs, frame });
    }
    const counts = await countNow(context, database, options);
    out.result(counts.shops.map(statsJson), () => {
      for (const line of linesOf(context, options, counts)) out.line(line);
    });
  });
}

async function countNow(
  { io }: Context,
  database: OpenDatabase,
  { merchant: reference, days, timezone }: StatsOptions,
) {
  const { merchants, sessionAdmin } = database.services;
  const only = await findMerchant(database, reference);
  const all = only === undefined ? await merchants.list() : [only];
  const now = io.now();
  const counted = [];
  for (const shop of all.toSorted((a, b) => a.id < b.id ? -1 : 1)) {
    const calendar = lastDays(days, timezone ?? shop.timeZone, now);
    const period = { merchantId: shop.id, bounds: calendar.bounds };
    counted.push(shopFunnel(shop, calendar, await sessionAdmin.stats(period)));
  }
  const zone = timezone ?? all[0]?.timeZone ?? DEFAULT_TIME_ZONE;
  const [since = ""] = lastDays(days, zone, now).dates;
  return { since, shops: counted.filter(hasFigures) };
}

function linesOf(
  { out }: Context,
  { ascii }: StatsOptions,
  { since, shops }: Awaited<ReturnType<typeof countNow>>,
): string[] {
  const style = {
    width: Math.min(out.width, MAX_WIDTH),
    chart: ascii ? "ascii" : "blocks",
    bold: (text: string) => out.style("bold", text),
  } as const;
  const lines = shops.flatMap((shop, i) => [
    ...(i === 0 ? [] : ["", ""]),
    ...statsLines(shop, style),
  ]);
  return lines.length > 0 ? lines : [`No sessions created since ${since}`];
}
