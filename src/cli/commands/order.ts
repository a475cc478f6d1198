import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { StoredSession } from "../../domain/session/stored.ts";
import { currencyOf } from "../../domain/values/money.ts";
import { ORDERS_CSV } from "../../schema/csv/sessions.ts";
import { amountField, momentText } from "../../schema/seed/fields.ts";
import type { Context } from "../context.ts";
import {
  AFTER,
  CSV,
  example,
  LIMIT_BUT_CSV,
  LIVEMODE,
  ONLY_MERCHANT,
  SINCE,
  UNTIL,
} from "../options/values.ts";
import { money, shortMoment } from "../output/text.ts";
import { PAYMENT } from "./session_list.ts";
import { printListing, type SessionListing } from "./session_listing.ts";
import { showSession } from "./session_show.ts";

/** Adds `order list | show`. */
export function addOrderCommands(program: CommandUnknownOpts, context: Context): void {
  const order = program.command("order").description("list and show orders")
    .addHelpText("after", example("order list --since 30d"));
  addList(order, context);
  addShow(order, context);
}

function addList(order: CommandUnknownOpts, context: Context): void {
  order.command("list").description("list orders, last placed first")
    .option(...ONLY_MERCHANT)
    .option(...PAYMENT)
    .option(...SINCE)
    .option(...UNTIL)
    .option(...LIVEMODE)
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
    .action(async (options) => await printListing(context, ORDERS, options));
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

const ORDERS: SessionListing<ReturnType<typeof rowOf>> = {
  read: (admin, filter) => (page) => admin.orders(filter, page),
  row: rowOf,
  columns: () => [
    ["NUMBER", ({ json }) => json.number],
    ["PAYABLE", ({ payable }) => payable, { align: "right" }],
    ["PAYMENT", ({ payment }) => payment],
    ["PLACED", ({ placedAt }) => shortMoment(placedAt), { isOptional: true }],
    ["CUSTOMER", ({ json }) => json.customer_phone ?? "-", { isOptional: true }],
    ["SHOP", ({ shop }) => shop, { canShrink: true, isOptional: true }],
    ["LINES", ({ json }) => String(json.items), { align: "right", isOptional: true }],
    ["SESSION", ({ json }) => json.session_id, { isOptional: true }],
  ],
  csv: ORDERS_CSV,
  ifEmpty: "No orders match",
};

function rowOf(stored: StoredSession, shop: string) {
  const session = stored.load();
  const { order, state, priced: { totals, lines }, amountPaid, currencyCode } = session;
  const currency = currencyOf(currencyCode);
  const isCancelled = order?.cancellation != null;
  const method = totals.codOrder ? "COD" : "PREPAID";
  return {
    json: {
      number: order?.number ?? "-",
      session_id: session.id,
      merchant_id: session.merchantId,
      livemode: session.livemode,
      placed_at: momentText(stored.placedAt),
      cancelled_at: momentText(order?.cancellation?.at ?? null),
      late: order?.late ?? false,
      payment_state: state.payment,
      payment_method: method,
      reference: session.reference,
      customer_phone: session.customer?.phone || null,
      items: lines.length,
      currency_code: currencyCode,
      total_payable: amountField(totals.totalPayable, currency),
      amount_paid: amountField(amountPaid, currency),
    },
    payable: money(totals.totalPayable, currency),
    payment: isCancelled ? "cancelled" : `${method} ${state.payment}`,
    placedAt: stored.placedAt,
    shop,
  };
}
