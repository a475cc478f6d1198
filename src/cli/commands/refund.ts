import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { NO_REFUND_FILTER, type RefundFilter } from "../../domain/filters.ts";
import type { RefundRow } from "../../domain/session/refund.ts";
import { REFUND_FILTER, refundList } from "../../things/refund.ts";
import type { Context } from "../context.ts";
import { addFilter } from "../options/filter.ts";
import { AFTER, CSV, example, LIMIT_BUT_CSV, ONLY_MERCHANT } from "../options/values.ts";
import { type ListingOptions, printShopList } from "./shop_list.ts";

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

async function printRefunds(context: Context, options: ListingOptions): Promise<void> {
  await printShopList<RefundFilter, RefundRow>(context, options, {
    all: { ...NO_REFUND_FILTER, livemode: true },
    fields: REFUND_FILTER,
    open: ({ services: { orderAdmin } }, filter, shopOf) => ({
      read: (page) => orderAdmin.refunds(filter, page),
      list: refundList((id) => shopOf(id).name),
      zoneOf: ({ merchantId }) => shopOf(merchantId).timeZone,
      ifEmpty: "No refunds match",
    }),
  });
}
