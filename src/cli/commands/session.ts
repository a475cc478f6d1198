import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { AppError, got } from "../../domain/errors.ts";
import {
  PAYMENT_STATES,
  type PaymentState,
  SESSION_STATES,
  type SessionState,
} from "../../domain/session/lifecycle.ts";
import { currencyOf } from "../../domain/values/money.ts";
import { amountField, momentText } from "../../schema/seed/fields.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { phoneOf } from "../options/phone.ts";
import { DEFAULT_LIMIT, flagName, MAX_LIMIT, oneOf, wholeNumber } from "../options/values.ts";
import { printReceipt } from "../output/session/receipt.ts";
import { sessionJson } from "../output/session/session_json.ts";
import { coinsProcessing } from "../output/session/session_timeline.ts";
import { ago, clean, counted, money } from "../output/text.ts";
import { findMerchant, merchantNames } from "../shops.ts";
import { addCollectedCommand } from "./session_collected.ts";
import { addStatsCommand } from "./session_stats.ts";

/** What a server has unless told otherwise, in seconds. */
const DEFAULT_TTL_S = 3600;

/** Adds `session list | show | expire | collected | stats`. */
export function addSessionCommands(program: CommandUnknownOpts, context: Context): void {
  const session = program.command("session").description("manage checkout sessions")
    .addHelpText("after", "\nExample:\n  checkoutctl session list --limit 50");

  session.command("list").description("list sessions, newest first")
    .option("--merchant <merchant>", "only this shop: id, or any of its domains")
    .option("--state <state>", SESSION_STATES.map(flagName).join(", "), oneOf(SESSION_STATES))
    .option(
      "--payment <state>",
      `payment: ${PAYMENT_STATES.map(flagName).join(", ")}`,
      oneOf(PAYMENT_STATES),
    )
    .option("--phone <phone>", "only the customer with this verified number")
    .option("--limit <n>", "maximum number of rows", wholeNumber(1, MAX_LIMIT), DEFAULT_LIMIT)
    .addHelpText(
      "after",
      `
A phone number without a country code is read as a national number of the shop's country.

Example:
  checkoutctl session list --merchant demo-store.example --state initiated
  checkoutctl session list --payment pending --limit 100
  checkoutctl session list --phone +919876543210`,
    )
    .action(async (options) => await listSessions(context, options));

  session.command("show").description("show a session: lines, totals, states and history")
    .argument("<session-id>", "session id")
    .addHelpText(
      "after",
      `
Expires is reckoned with CHECKOUT_SESSION_TTL, or an hour unless that is set:
what a server was started with is not known here. Reserved is what it keeps from
others while it is being paid, or until its prepaid order is placed: uses of
coupons, stock and coins. With --json it prints the session as the API
answers it, and under "operator" what the API does not show: history, holds,
choices and tracking data.

Example:
  checkoutctl session show 01998f5e-0000-7000-8000-000000000001`,
    )
    .action(async (id) => await showSession(context, id));

  session.command("expire").description("expire sessions now")
    .argument("<session-id...>", "session ids")
    .option("--yes", "do not ask for confirmation")
    .addHelpText(
      "after",
      `
This cannot be undone, so it asks first; without a terminal add --yes.
Every session is tried; the exit code is 1 if one cannot be ended.

Example:
  checkoutctl session expire 01998f5e-0000-7000-8000-000000000001 --yes`,
    )
    .action(async (ids, { yes }) => await expireSessions(context, { ids, yes }));

  addCollectedCommand(session, context);
  addStatsCommand(session, context);
}

interface ListOptions {
  readonly merchant?: string | undefined;
  readonly state?: SessionState | undefined;
  readonly payment?: PaymentState | undefined;
  readonly phone?: string | undefined;
  readonly limit: number;
}

async function listSessions(context: Context, options: ListOptions): Promise<void> {
  const { limit, state, payment, phone } = options;
  const { sessions, names } = await context.use(async ({ services }) => {
    const merchant = await findMerchant(services, options.merchant);
    const found = await services.sessionAdmin.list({
      limit,
      ...(merchant === undefined ? {} : { merchantId: merchant.id }),
      ...(state === undefined ? {} : { state }),
      ...(payment === undefined ? {} : { payment }),
      ...(phone === undefined
        ? {}
        : { phone: await phoneOf(phone, merchant?.countryCode, "--phone") }),
    });
    const sessions = found.map((stored) => ({
      ...stored.load(),
      lastActiveAt: stored.lastActiveAt,
    }));
    return { sessions, names: await merchantNames(services) };
  });
  const json = sessions.map((one) => ({
    id: one.id,
    merchant_id: one.merchantId,
    session_state: one.state.session,
    payment_state: one.state.payment,
    customer_phone: one.customer?.phone || null,
    items: one.priced.lines.length,
    currency_code: one.currencyCode,
    total_payable: amountField(one.priced.totals.totalPayable, currencyOf(one.currencyCode)),
    created_at: momentText(one.createdAt),
    last_active_at: momentText(one.lastActiveAt),
  }));
  context.out.result(json, () =>
    context.out.table(
      [
        { title: "ID" },
        { title: "STATE" },
        { title: "PAYABLE", align: "right" },
        { title: "LAST ACTIVE", isOptional: true },
        { title: "SHOP", canShrink: true, isOptional: true },
        { title: "PAYMENT", isOptional: true },
        { title: "CUSTOMER", isOptional: true },
        { title: "LINES", align: "right", isOptional: true },
      ],
      sessions.map((one) => [
        one.id,
        one.state.session,
        money(one.priced.totals.totalPayable, currencyOf(one.currencyCode)),
        ago(one.lastActiveAt, context.io.now()),
        names.get(one.merchantId) ?? one.merchantId,
        one.state.payment,
        one.customer?.phone || "-",
        String(one.priced.lines.length),
      ]),
      "No sessions match",
    ));
}

async function showSession(context: Context, id: string): Promise<void> {
  const { view, shop } = await context.use(async ({ services }) => {
    const details = await services.sessionAdmin.show(id);
    const { id: sessionId, merchantId, customer } = details.session;
    const movements = customer === null ? [] : await services.customers.ledger(customer.id);
    const names = await merchantNames(services);
    return {
      view: { ...details, coinsProcessing: coinsProcessing(movements, sessionId) },
      shop: names.get(merchantId) ?? merchantId,
    };
  });
  const { out, io } = context;
  const receipt = { shop, now: io.now(), sessionTtlMs: sessionTtlMs(context) };
  out.result(sessionJson(view, receipt.sessionTtlMs), () => printReceipt(out, view, receipt));
}

/** The lifetime of sessions, in milliseconds, by the variable that the server has it from as well. */
function sessionTtlMs({ io }: Context): number {
  const text = io.env("CHECKOUT_SESSION_TTL");
  if (text === undefined) return DEFAULT_TTL_S * 1000;
  if (/^[1-9][0-9]{0,9}$/.test(text)) return Number(text) * 1000;
  throw new UsageError(`CHECKOUT_SESSION_TTL must be a number of seconds, ${got(text)}`);
}

async function expireSessions(
  context: Context,
  { ids, yes }: { readonly ids: readonly string[]; readonly yes: true | undefined },
): Promise<void> {
  await context.confirm(
    `End ${counted(ids.length, "session")}? Its customers lose their carts.`,
    yes,
  );
  const expired: string[] = [];
  const failed: { id: string; code: string; message: string }[] = [];
  await context.use(async ({ services }) => {
    for (const id of ids) {
      try {
        await services.sessionAdmin.expire(id);
        expired.push(id);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        failed.push({ id, code: error.code, message: error.message });
      }
    }
  });
  context.out.result({ expired, failed }, () => {
    for (const id of expired) context.out.line(`Ended session ${clean(id)}`);
  });
  for (const { code, message } of failed) context.out.complaint(code, message);
  if (failed.length > 0) context.fail();
}
