import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { got } from "../../domain/errors.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import { type Currency, currencyOf, parseMajor } from "../../domain/values/money.ts";
import { MAX_REASON } from "../../schema/api/order.ts";
import { amountField, momentText } from "../../schema/seed/fields.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { YES } from "../options/values.ts";
import { coinsMovedText } from "../output/session/receipt.ts";
import { clean, money } from "../output/text.ts";

/** Argument of commands for one session. */
export const SESSION = ["<session>", "session id or order number"] as const;

/** Adds `session collected | cancel`. */
export function addOrderCommands(session: CommandUnknownOpts, context: Context): void {
  addCollected(session, context);
  addCancel(session, context);
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

function addCancel(session: CommandUnknownOpts, context: Context): void {
  session.command("cancel").description("cancel an order")
    .argument(...SESSION)
    .requiredOption("--reason <text>", "reason, kept with the order")
    .option(...YES)
    .addHelpText(
      "after",
      `
Stock, coupon uses and redeemed coins go back, and coins that the order earned are taken
back as far as the customer still has them. It moves no money: refund what was paid at
your payment provider. This cannot be undone, so it asks first; without a terminal add --yes.

Example:
  checkoutctl session cancel K7Q2-9MXD --reason "refused at the door" --yes`,
    )
    .action(async (id, { reason: text, yes }) => {
      const reason = text.trim();
      if (reason === "" || reason.length > MAX_REASON) {
        throw new UsageError(`--reason must have 1 to ${MAX_REASON} characters, ${got(text)}`);
      }
      await context.confirm(`Cancel order ${clean(id)}? This cannot be undone.`, yes);
      const cancelled = await context.use(({ services }) =>
        services.sessionAdmin.cancel(id, reason)
      );
      context.out.result(cancelledJson(cancelled), cancelledText(cancelled));
    });
}

/** The order and its cancellation. */
function cancelledOrder({ id, order }: CheckoutSession) {
  const cancellation = order?.cancellation ?? null;
  if (order === null || cancellation === null) throw new Error(`Order is not cancelled: ${id}`);
  return { number: order.number, ...cancellation };
}

function cancelledJson(session: CheckoutSession) {
  const { number, at, reason, coinsReturned, coinsTakenBack } = cancelledOrder(session);
  return {
    id: session.id,
    order_number: number,
    cancelled_at: momentText(at),
    cancel_reason: reason,
    amount_paid: amountField(session.amountPaid, currencyOf(session.currencyCode)),
    currency_code: session.currencyCode,
    coins_returned: coinsReturned,
    coins_taken_back: coinsTakenBack,
  };
}

function cancelledText(session: CheckoutSession): string {
  const { number, ...cancellation } = cancelledOrder(session);
  const { amountPaid, currencyCode } = session;
  const paid = amountPaid === 0
    ? "nothing was paid"
    : `refund ${money(amountPaid, currencyOf(currencyCode))} at your payment provider`;
  return `Cancelled order ${number}: ${paid}${coinsMovedText(cancellation)}`;
}
