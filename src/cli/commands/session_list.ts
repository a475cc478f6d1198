import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { PAYMENT_STATES, SESSION_STATES } from "../../domain/session/lifecycle.ts";
import type { PlacedOrder } from "../../domain/session/order.ts";
import type { StoredSession } from "../../domain/session/stored.ts";
import { currencyOf } from "../../domain/values/money.ts";
import { mapPage, readPages } from "../../domain/values/page.ts";
import { amountField, momentText } from "../../schema/seed/fields.ts";
import { type Context, findMerchant, merchantNames } from "../context.ts";
import { phoneOf } from "../options/phone.ts";
import { AFTER, flagName, LIMIT, oneOf, ONLY_MERCHANT } from "../options/values.ts";
import { ago, money, shortMoment } from "../output/text.ts";

/** Adds `session list`. */
export function addListCommand(session: CommandUnknownOpts, context: Context): void {
  session.command("list").description("list sessions, newest first")
    .option(...ONLY_MERCHANT)
    .option("--state <state>", `state: ${listed(SESSION_STATES)}`, oneOf(SESSION_STATES))
    .option("--payment <state>", `payment: ${listed(PAYMENT_STATES)}`, oneOf(PAYMENT_STATES))
    .option("--phone <phone>", "only the customer with this verified number")
    .addOption(
      new Option("--orders", "only orders, last placed first").conflicts(["state", "phone"]),
    )
    .option(...LIMIT)
    .option("--after <session-id>", AFTER)
    .addHelpText(
      "after",
      `
A phone number without a country code is read as a national number of the shop's country.

Example:
  checkoutctl session list --merchant demo-store.example --state initiated
  checkoutctl session list --payment pending --limit 100
  checkoutctl session list --orders --after 01998f5e-0000-7000-8000-000000000001
  checkoutctl session list --phone +919876543210`,
    )
    .action(async ({ merchant: reference, state, payment, phone, orders, ...wanted }) => {
      const { page, names } = await context.use(async (database) => {
        const { sessionAdmin } = database.services;
        const merchant = await findMerchant(database, reference);
        const { countryCode } = await context.place(database, reference);
        const filter = {
          ...(merchant === undefined ? {} : { merchantId: merchant.id }),
          ...(payment === undefined ? {} : { payment }),
        };
        const others = {
          ...(state === undefined ? {} : { state }),
          ...(phone === undefined ? {} : { phone: await phoneOf(phone, countryCode, "--phone") }),
        };
        const page = await readPages(async (request) => {
          const found = orders
            ? await sessionAdmin.orders(filter, request)
            : await sessionAdmin.list({ ...filter, ...others }, request);
          return mapPage(found, rowOf);
        }, wanted);
        return { page, names: await merchantNames(database) };
      });
      const now = context.io.now();
      context.out.result(page.rows.map(({ json }) => json), () =>
        context.out.table(page.rows, [
          ["ID", ({ json }) => json.id],
          ["STATE", ({ json }) => json.session_state],
          ["PAYABLE", ({ payable }) => payable, { align: "right" }],
          orders
            ? ["PLACED", ({ placedAt }) => shortMoment(placedAt), { isOptional: true }]
            : ["LAST ACTIVE", ({ lastActiveAt }) => ago(lastActiveAt, now), { isOptional: true }],
          ["ORDER", ({ order }) => order, { isOptional: true }],
          ["SHOP", ({ json }) => names.get(json.merchant_id) ?? json.merchant_id, {
            canShrink: true,
            isOptional: true,
          }],
          ["PAYMENT", ({ json }) => json.payment_state, { isOptional: true }],
          ["CUSTOMER", ({ json }) => json.customer_phone ?? "-", { isOptional: true }],
          ["LINES", ({ json }) => String(json.items), { align: "right", isOptional: true }],
        ], "No sessions match"));
      context.out.continued(page.next);
    });
}

function listed(names: readonly string[]): string {
  return names.map(flagName).join(", ");
}

function orderText(order: PlacedOrder | null): string {
  if (order === null) return "-";
  return order.cancellation === null ? order.number : `${order.number} cancelled`;
}

/** The parts of a session that are printed; a whole one has all its lines and texts. */
function rowOf(stored: StoredSession) {
  const { lastActiveAt, placedAt } = stored;
  const { id, merchantId, state, order, customer, priced, currencyCode, createdAt } = stored.load();
  const currency = currencyOf(currencyCode);
  const { totals: { totalPayable }, lines } = priced;
  return {
    json: {
      id,
      merchant_id: merchantId,
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
    lastActiveAt,
    placedAt,
  };
}
