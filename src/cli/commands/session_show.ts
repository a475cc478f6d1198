import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { durationIn } from "../../command/values.ts";
import { AppError, got } from "../../domain/errors.ts";
import type { Context } from "../context.ts";
import { merchantNames } from "../shops.ts";
import { UsageError } from "../errors.ts";
import { printReceipt } from "../output/session/receipt.ts";
import { sessionJson } from "../output/session/session_json.ts";
import { coinsProcessing } from "../output/session/session_timeline.ts";
import { SESSION } from "./session_order.ts";

/** The server's default of `--session-ttl`, in seconds. */
const DEFAULT_TTL_S = 3600;
/** The most that the server takes. */
const MAX_TTL_S = 1000 * 366 * 86_400;

/** Adds `session show`. */
export function addShowCommand(session: CommandUnknownOpts, context: Context): void {
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
    .action(async (id) => await showSession(context, id));
}

/**
 * Prints a session as a receipt.
 *
 * @param text its id, or the number of its order
 * @throws {AppError} `error.session-not-found`, also for one without an order if that is required
 */
export async function showSession(
  context: Context,
  text: string,
  { withOrder = false }: { readonly withOrder?: boolean } = {},
): Promise<void> {
  const { view, shop } = await context.useThing("session", text, async (wholeId, database) => {
    const { sessionAdmin, customers } = database.services;
    const details = await sessionAdmin.show(wholeId);
    const { id, merchantId, customer, order } = details.session;
    if (withOrder && order === null) {
      throw new AppError("error.session-not-found", `The session has no order: ${id}`);
    }
    const movements = customer === null ? [] : await customers.ledger(customer.id);
    const shop = (await merchantNames(database)).get(merchantId) ?? merchantId;
    return { view: { ...details, coinsProcessing: coinsProcessing(movements, id) }, shop };
  });
  const { out, io } = context;
  const receipt = { shop, now: io.now(), sessionTtlMs: sessionTtlMs(context) };
  out.result(sessionJson(view, receipt.sessionTtlMs), () => printReceipt(out, view, receipt));
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
