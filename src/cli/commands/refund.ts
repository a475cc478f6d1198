import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { NO_REFUND_FILTER, type RefundFilter } from "../../domain/filters.ts";
import { eachPage, readPages } from "../../domain/values/page.ts";
import { listCsv } from "../../schema/list.ts";
import { REFUND_FILTER, refundList } from "../../things/refund.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { addFilter, filterOf } from "../options/filter.ts";
import {
  AFTER,
  CSV,
  DEFAULT_ROWS,
  example,
  LIMIT_BUT_CSV,
  ONLY_MERCHANT,
} from "../options/values.ts";
import { printList } from "../output/listed.ts";
import { findMerchant } from "../shops.ts";

/** Adds `refund list`. */
export function addRefundListCommands(program: CommandUnknownOpts, context: Context): void {
  const refund = program.command("refund").description("list refunds")
    .addHelpText("after", example("refund list --state requested"));
  const list = refund.command("list").description("list refunds, newest first")
    .option(...ONLY_MERCHANT);
  addFilter(list, REFUND_FILTER);
  list
    .option(...CSV)
    .option(...LIMIT_BUT_CSV)
    .option("--after <refund-id>", AFTER)
    .addHelpText(
      "after",
      `
"To refund" waits for you: pay it back and say so with order refunded. The server goes to the
payment provider for the other ones. order refund makes a refund.

Example:
  checkoutctl refund list --state requested
  checkoutctl refund list --merchant demo-store.example --csv > refunds.csv`,
    )
    .action(async (options) => await printRefunds(context, options));
}

interface RefundListOptions extends Readonly<Record<string, unknown>> {
  readonly merchant?: string | undefined;
  readonly csv?: true | undefined;
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
}

async function printRefunds(
  context: Context,
  { merchant: reference, csv, limit, after, ...given }: RefundListOptions,
): Promise<void> {
  const { out, io } = context;
  if (csv && out.isJson) throw new UsageError("Choose --csv or --json");
  await context.use(async (database) => {
    const { merchants, orderAdmin } = database.services;
    const shop = await findMerchant(database, reference);
    const { timeZone, countryCode } = await context.place(database, reference);
    const all: RefundFilter = {
      ...NO_REFUND_FILTER,
      merchantId: shop?.id ?? null,
      livemode: true,
    };
    const place = { now: io.now(), timeZone, countryCode };
    const filter = await filterOf(all, REFUND_FILTER, given, place);
    if (csv && filter.livemode !== true) {
      throw new UsageError("--csv is for live data: leave out --livemode false");
    }
    const shops = new Map((await merchants.list()).map((one) => [one.id, one]));
    const read = (page: Parameters<typeof orderAdmin.refunds>[1]) =>
      orderAdmin.refunds(filter, page);
    if (csv) {
      const pages = eachPage(read, { after, ...(limit === undefined ? {} : { limit }) });
      const zoneOf = ({ merchantId }: { readonly merchantId: NonNullable<typeof shop>["id"] }) =>
        shops.get(merchantId)?.timeZone ?? timeZone;
      return out.continued(await out.csv(listCsv(refundList(), zoneOf), pages));
    }
    const page = await readPages(read, { after, limit: limit ?? DEFAULT_ROWS });
    const names = new Map([...shops].map(([id, { name }]) => [id, name]));
    printList(context, page, refundList(names), "No refunds match");
  });
}
