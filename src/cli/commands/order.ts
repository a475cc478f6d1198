import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { ORDER_FILTER, ORDER_LIST } from "../../things/order.ts";
import type { Context } from "../context.ts";
import { addFilter } from "../options/filter.ts";
import { AFTER, CSV, example, LIMIT_BUT_CSV, ONLY_MERCHANT } from "../options/values.ts";
import { addRefundCommands } from "./order_refund.ts";
import { printListing, type SessionListing } from "./session_listing.ts";
import { showSession } from "./session_show.ts";

/** Adds `order list | show | refund | refunded`. */
export function addOrderCommands(program: CommandUnknownOpts, context: Context): void {
  const order = program.command("order").description("list, show and refund orders")
    .addHelpText("after", example("order list --since 30d"));
  addList(order, context);
  addShow(order, context);
  addRefundCommands(order, context);
}

function addList(order: CommandUnknownOpts, context: Context): void {
  const list = order.command("list").description("list orders, last placed first")
    .option(...ONLY_MERCHANT);
  addFilter(list, ORDER_FILTER);
  list
    .option(...CSV)
    .option(...LIMIT_BUT_CSV)
    .option("--after <order>", AFTER)
    .addHelpText(
      "after",
      `
The payment of an order with cash on delivery is draft, or paid once its prepaid part is.
--since and --until are times of the order.

Example:
  checkoutctl order list --since 2d
  checkoutctl order list --since 2026-10-01 --until 2026-10-31 --csv > october.csv`,
    )
    .action(async (options) => await printListing(context, LISTING, options));
}

function addShow(order: CommandUnknownOpts, context: Context): void {
  order.command("show").description("show an order: lines, totals, payment and history")
    .argument("<number>", "order number, or session id")
    .addHelpText(
      "after",
      `
The same as session show, also with --json.

Example:
  checkoutctl order show K7Q2-9MXD`,
    )
    .action(async (number) => await showSession(context, number, { withOrder: true }));
}

const LISTING: SessionListing = {
  read: (admin, filter) => (page) => admin.orders(filter, page),
  list: ORDER_LIST,
  csv: ORDER_LIST,
  file: "orders.csv",
  ifEmpty: "No orders match",
};
