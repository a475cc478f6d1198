import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { durationIn } from "../../command/values.ts";
import { AppError, got } from "../../domain/errors.ts";
import { type Context, merchantNames } from "../context.ts";
import { UsageError } from "../errors.ts";
import { example, YES } from "../options/values.ts";
import { printReceipt } from "../output/session/receipt.ts";
import { sessionJson } from "../output/session/session_json.ts";
import { coinsProcessing } from "../output/session/session_timeline.ts";
import { clean, counted } from "../output/text.ts";
import { addListCommand } from "./session_list.ts";
import { addOrderCommands, SESSION } from "./session_order.ts";
import { addStatsCommand } from "./session_stats.ts";

/** The server's default of `--session-ttl`, in seconds. */
const DEFAULT_TTL_S = 3600;
/** The most that the server takes. */
const MAX_TTL_S = 1000 * 366 * 86_400;

/** Adds `session list | show | expire | paid | collected | cancel | stats`. */
export function addSessionCommands(program: CommandUnknownOpts, context: Context): void {
  const session = program.command("session").description("manage checkout sessions")
    .addHelpText("after", example("session list --limit 50"));
  addListCommand(session, context);
  addShow(session, context);
  addExpire(session, context);
  addOrderCommands(session, context);
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
  try {
    return durationIn("s", MAX_TTL_S)(text) * 1000;
  } catch {
    throw new UsageError(
      `CHECKOUT_SESSION_TTL must be a duration, such as 3600 or 1h, ${got(text)}`,
    );
  }
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
            await services.sessionAdmin.expire(id, context.by);
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
      for (const failure of failed) context.out.complaint(failure);
      if (failed.length > 0) context.fail();
    });
}
