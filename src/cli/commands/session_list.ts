import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { PAYMENT_STATES, SESSION_STATES } from "../../domain/session/lifecycle.ts";
import type { PlacedOrder } from "../../domain/session/order.ts";
import type { StoredSession } from "../../domain/session/stored.ts";
import { currencyOf } from "../../domain/values/money.ts";
import { ORDERS_CSV, SESSIONS_CSV } from "../../schema/csv/sessions.ts";
import { amountField, momentText } from "../../schema/seed/fields.ts";
import type { Context } from "../context.ts";
import {
  AFTER,
  CSV,
  flagName,
  LIMIT_BUT_CSV,
  LIVEMODE,
  oneOf,
  ONLY_MERCHANT,
  SINCE,
  UNTIL,
} from "../options/values.ts";
import type { TableColumn } from "../output/output.ts";
import { ago, money, shortMoment } from "../output/text.ts";
import { printListing, type SessionListing } from "./session_listing.ts";

/** The option that selects a state of the payment. */
export const PAYMENT = [
  "--payment <state>",
  `payment: ${listed(PAYMENT_STATES)}`,
  oneOf(PAYMENT_STATES),
] as const;

/** Adds `session list`. */
export function addListCommand(session: CommandUnknownOpts, context: Context): void {
  session.command("list").description("list sessions, newest first")
    .option(...ONLY_MERCHANT)
    .option("--state <state>", `state: ${listed(SESSION_STATES)}`, oneOf(SESSION_STATES))
    .option(...PAYMENT)
    .option("--phone <phone>", "only the customer with this verified number")
    .option(...SINCE)
    .option(...UNTIL)
    .addOption(
      new Option("--orders", "only orders, last placed first").conflicts(["state", "phone"]),
    )
    .option(...LIVEMODE)
    .option(...CSV)
    .option(...LIMIT_BUT_CSV)
    .option("--after <session-id>", AFTER)
    .addHelpText(
      "after",
      `
A phone number without a country code is read as a national number of the shop's country.
--since and --until are times of creation, with --orders of the order.

Example:
  checkoutctl session list --merchant demo-store.example --state initiated
  checkoutctl session list --payment pending --since 2d --limit 100
  checkoutctl session list --since 2026-10-01 --until 2026-10-31 --csv > october.csv
  checkoutctl session list --phone +919876543210`,
    )
    .action(async ({ orders, ...options }) =>
      await printListing(context, orders ? WITH_ORDER : SESSIONS, options)
    );
}

type Row = ReturnType<typeof rowOf>;

const SESSIONS: SessionListing<Row> = {
  read: (admin, filter) => (page) => admin.list(filter, page),
  row: rowOf,
  columns: (now) =>
    columns(["LAST ACTIVE", ({ lastActiveAt }) => ago(lastActiveAt, now), { isOptional: true }]),
  csv: SESSIONS_CSV,
  ifEmpty: "No sessions match",
};

const WITH_ORDER: SessionListing<Row> = {
  ...SESSIONS,
  read: (admin, filter) => (page) => admin.orders(filter, page),
  columns: () => columns(["PLACED", ({ placedAt }) => shortMoment(placedAt), { isOptional: true }]),
  csv: ORDERS_CSV,
};

function columns(time: TableColumn<Row>): readonly TableColumn<Row>[] {
  return [
    ["ID", ({ json }) => json.id, { isId: true }],
    ["STATE", ({ json }) => json.session_state],
    ["PAYMENT", ({ json }) => json.payment_state],
    ["PAYABLE", ({ payable }) => payable, { align: "right" }],
    time,
    ["ORDER", ({ order }) => order, { isOptional: true }],
    ["SHOP", ({ shop }) => shop, { canShrink: true, isOptional: true }],
    ["CUSTOMER", ({ json }) => json.customer_phone ?? "-", { isOptional: true }],
    ["LINES", ({ json }) => String(json.items), { align: "right", isOptional: true }],
  ];
}

function listed(names: readonly string[]): string {
  return names.map(flagName).join(", ");
}

function orderText(order: PlacedOrder | null): string {
  if (order === null) return "-";
  return order.cancellation === null ? order.number : `${order.number} cancelled`;
}

function rowOf(stored: StoredSession, shop: string) {
  const { lastActiveAt, placedAt } = stored;
  const { id, merchantId, livemode, state, order, customer, priced, currencyCode, createdAt } =
    stored.load();
  const currency = currencyOf(currencyCode);
  const { totals: { totalPayable }, lines } = priced;
  return {
    json: {
      id,
      merchant_id: merchantId,
      livemode,
      session_state: state.session,
      payment_state: state.payment,
      order_number: order?.number ?? null,
      customer_phone: customer?.phone || null,
      items: lines.length,
      currency_code: currencyCode,
      total_payable: amountField(totalPayable, currency),
      created_at: momentText(createdAt),
      last_active_at: momentText(lastActiveAt),
      placed_at: momentText(placedAt),
      cancelled_at: momentText(order?.cancellation?.at ?? null),
    },
    order: orderText(order),
    payable: money(totalPayable, currency),
    shop,
    lastActiveAt,
    placedAt,
  };
}
