import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { AppError, got } from "../../domain/errors.ts";
import { type Currency, currencyOf, parseMajor } from "../../domain/values/money.ts";
import { amountField, momentText } from "../../schema/seed/fields.ts";
import { type Context, merchantNames } from "../context.ts";
import { UsageError } from "../errors.ts";
import { example, YES } from "../options/values.ts";
import { printReceipt } from "../output/session/receipt.ts";
import { sessionJson } from "../output/session/session_json.ts";
import { coinsProcessing } from "../output/session/session_timeline.ts";
import { clean, counted, money } from "../output/text.ts";
import { addListCommand } from "./session_list.ts";
import { addStatsCommand } from "./session_stats.ts";

/** The server's default of `--session-ttl`, in seconds. */
const DEFAULT_TTL_S = 3600;
const SESSION = ["<session>", "session id or order number"] as const;

/** Adds `session list | show | expire | collected | stats`. */
export function addSessionCommands(program: CommandUnknownOpts, context: Context): void {
  const session = program.command("session").description("manage checkout sessions")
    .addHelpText("after", example("session list --limit 50"));
  addListCommand(session, context);
  addShow(session, context);
  addExpire(session, context);
  addCollected(session, context);
  addStatsCommand(session, context);
}

function addShow(session: CommandUnknownOpts, context: Context): void {
  session.command("show").description("show a session: lines, totals, states and history")
    .argument(...SESSION)
    .addHelpText(
      "after",
      `
"Expires" is computed with CHECKOUT_SESSION_TTL (default: one hour), as the setting of
the server is not known here. "Reserved" lists the coupon uses, stock and coins that the
session holds while it is paid, or until its prepaid order is placed. With --json it prints
the session as in the API, and under "operator" the history, holds, choices and tracking data.

Example:
  checkoutctl session show 01998f5e-0000-7000-8000-000000000001
  checkoutctl session show K7Q2-9MXD`,
    )
    .action(async (id) => {
      const { view, shop } = await context.use(async (database) => {
        const { sessionAdmin, customers } = database.services;
        const details = await sessionAdmin.show(id);
        const { id: sessionId, merchantId, customer } = details.session;
        const movements = customer === null ? [] : await customers.ledger(customer.id);
        const shop = (await merchantNames(database)).get(merchantId) ?? merchantId;
        return {
          view: { ...details, coinsProcessing: coinsProcessing(movements, sessionId) },
          shop,
        };
      });
      const { out, io } = context;
      const receipt = { shop, now: io.now(), sessionTtlMs: sessionTtlMs(context) };
      out.result(sessionJson(view, receipt.sessionTtlMs), () => printReceipt(out, view, receipt));
    });
}

/** Lifetime of sessions in milliseconds, from the variable that the server reads too. */
function sessionTtlMs({ io }: Context): number {
  const text = io.env("CHECKOUT_SESSION_TTL");
  if (text === undefined) return DEFAULT_TTL_S * 1000;
  if (/^[1-9][0-9]{0,9}$/.test(text)) return Number(text) * 1000;
  throw new UsageError(`CHECKOUT_SESSION_TTL must be a number of seconds, ${got(text)}`);
}

function addExpire(session: CommandUnknownOpts, context: Context): void {
  session.command("expire").description("expire sessions now")
    .argument("<session-id...>", "session ids")
    .option(...YES)
    .addHelpText(
      "after",
      `
This cannot be undone, so it asks first; without a terminal add --yes.
Every session is tried; the exit code is 1 if one cannot be ended.

Example:
  checkoutctl session expire 01998f5e-0000-7000-8000-000000000001 --yes`,
    )
    .action(async (ids, { yes }) => {
      await context.confirm(
        `End ${counted(ids.length, "session")}? Customers lose their carts.`,
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
    });
}

function addCollected(session: CommandUnknownOpts, context: Context): void {
  session.command("collected").description("record cash received for an order")
    .argument(...SESSION)
    .requiredOption("--amount <amount>", "amount in the major unit of the order's currency")
    .addHelpText(
      "after",
      `
It adds to the amount paid, the customer earns coins on it, and order.collected is sent.
Cash is recorded once per order, and never more than is due.

Example:
  checkoutctl session collected 01998f5e-0000-7000-8000-000000000001 --amount 638.20`,
    )
    .action(async (id, { amount: text }) => {
      const read = (currency: Currency) => parseMajor(text, currency, "--amount");
      const { collected, amountPaid, currencyCode, priced: { totals }, ...order } = await context
        .use(({ services }) => services.sessionAdmin.collect(id, read));
      if (collected === null) throw new Error(`Session ${id} has no cash recorded`);
      const currency = currencyOf(currencyCode);
      const json = {
        id: order.id,
        order_number: order.order?.number ?? null,
        amount_collected: amountField(collected.amount, currency),
        collected_at: momentText(collected.at),
        amount_paid: amountField(amountPaid, currency),
        total_payable: amountField(totals.totalPayable, currency),
        currency_code: currencyCode,
      };
      const paid = `${money(amountPaid, currency)} of ${money(totals.totalPayable, currency)}`;
      const recorded = `Recorded ${money(collected.amount, currency)} for session ${order.id}`;
      context.out.result(json, `${recorded}: ${paid} is paid`);
    });
}
