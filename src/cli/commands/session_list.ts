import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { ORDER_LIST } from "../../things/order.ts";
import { SESSION_FILTER, SESSION_LIST, WITH_PLACED } from "../../things/session.ts";
import type { Context } from "../context.ts";
import { addFilter } from "../options/filter.ts";
import { AFTER, CSV, LIMIT_BUT_CSV, ONLY_MERCHANT } from "../options/values.ts";
import { printListing, type SessionListing } from "./session_listing.ts";

/** Adds `session list`. */
export function addListCommand(session: CommandUnknownOpts, context: Context): void {
  const list = session.command("list").description("list sessions, newest first")
    .option(...ONLY_MERCHANT);
  addFilter(list, SESSION_FILTER);
  list
    .addOption(
      new Option("--orders", "only orders, last placed first").conflicts(["state", "phone"]),
    )
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
      await printListing(context, orders ? WITH_ORDER : LISTING, options)
    );
}

const LISTING: SessionListing = {
  read: (admin, filter) => (page) => admin.list(filter, page),
  list: SESSION_LIST,
  csv: SESSION_LIST,
  file: "sessions.csv",
  ifEmpty: "No sessions match",
};

const WITH_ORDER: SessionListing = {
  ...LISTING,
  read: (admin, filter) => (page) => admin.orders(filter, page),
  list: WITH_PLACED,
  csv: ORDER_LIST,
  file: "orders.csv",
};
