import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { orderJson } from "../../domain/session/order.ts";
import type { Refund } from "../../domain/session/refund.ts";
import { amountLeft } from "../../domain/session/refundable.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import { MAX_REFERENCE } from "../../domain/values/limits.ts";
import { type Currency, currencyOf, parseMajor } from "../../domain/values/money.ts";
import { MAX_REASON } from "../../schema/api/order.ts";
import { amountField, momentText } from "../../schema/seed/fields.ts";
import type { Context } from "../context.ts";
import { optionText, YES } from "../options/values.ts";
import { coinsMovedText, shortfallText } from "../output/session/receipt.ts";
import { clean, money } from "../output/text.ts";
import {
  DISPUTED,
  moneyBack,
  REFERENCE_OF_REFUND,
  refundsJson,
  refundsSince,
  refundsText,
} from "./order_refund.ts";

/** Argument of commands for one session. */
export const SESSION = ["<session>", "session id or order number"] as const;

/** Adds `session paid | collected | cancel`. */
export function addSessionOrderCommands(session: CommandUnknownOpts, context: Context): void {
  addPaid(session, context);
  addCollected(session, context);
  addCancel(session, context);
}

function addPaid(session: CommandUnknownOpts, context: Context): void {
  session.command("paid").description("record that the money of a manual payment has arrived")
    .argument(...SESSION)
    .option("--reference <text>", "reference of the transfer (default: manual-<payment id>)")
    .addHelpText(
      "after",
      `
Check first that the whole amount has arrived: see session show. Customers name the session's
reference, or the last eight characters of its id. A payment that was due before is accepted
too: its order is late, and the answer names what others have bought meanwhile. Results of a
payment provider are reported by the shop's backend; a provider of the server is asked instead.

Example:
  checkoutctl session paid 01998f5e-0000-7000-8000-000000000001 --reference UTR4711`,
    )
    .action(async (id, { reference: text }) => {
      const reference = text === undefined ? null : optionText(text, "--reference", MAX_REFERENCE);
      const paid = await context.useThing(
        "session",
        id,
        (id, { services }) => services.sessionAdmin.paid(id, reference, context.by),
      );
      context.out.result(paidJson(paid), paidText(paid));
    });
}

/** The order and its payment. */
function paidOrder({ id, order, payment }: CheckoutSession) {
  if (order === null || payment === null) throw new Error(`Session is not paid: ${id}`);
  return { order, payment };
}

function paidJson(session: CheckoutSession) {
  const { order, payment } = paidOrder(session);
  const currency = currencyOf(session.currencyCode);
  return {
    id: session.id,
    order_number: order.number,
    payment_id: payment.id,
    reference: payment.reference,
    amount_paid: amountField(session.amountPaid, currency),
    total_payable: amountField(session.priced.totals.totalPayable, currency),
    currency_code: session.currencyCode,
    late: order.late,
    shortfall: orderJson(session)?.shortfall ?? null,
  };
}

function paidText(session: CheckoutSession): string {
  const { order, payment } = paidOrder(session);
  const currency = currencyOf(session.currencyCode);
  const left = session.priced.totals.totalPayable - session.amountPaid;
  const due = left === 0 ? "" : `, ${money(left, currency)} is due on delivery`;
  const late = order.late ? "; paid late" : "";
  const missing = order.shortfall === null ? "" : `, missing ${shortfallText(order.shortfall)}`;
  const recorded = `Recorded ${money(payment.amount, currency)}, reference ${
    clean(payment.reference ?? "")
  }`;
  return `${recorded}: order ${order.number} is placed${due}${late}${missing}`;
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
        .useThing(
          "session",
          id,
          (id, { services }) => services.orderAdmin.collect(id, read, context.by),
        );
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
    .option("--refund", "give all money back that is left, in the same step")
    .option(...REFERENCE_OF_REFUND)
    .option(...DISPUTED)
    .option(...YES)
    .addHelpText(
      "after",
      `
Stock, coupon uses and redeemed coins go back, and coins that the order earned are taken
back; those that the customer no longer has are a debt. It moves no money without --refund; see
order refund. This cannot be undone, so it asks first; without a terminal add --yes.

Example:
  checkoutctl session cancel K7Q2-9MXD --reason "refused at the door" --refund --yes`,
    )
    .action(async (id, { reason: text, yes, ...options }) => {
      const refund = moneyBack(options);
      const reason = optionText(text, "--reason", MAX_REASON);
      const { before, after } = await context.useThing("session", id, async (id, { services }) => {
        await context.confirm(`Cancel order ${clean(id)}? This cannot be undone.`, yes);
        const before = (await services.sessionAdmin.show(id)).session;
        const after = await services.orderAdmin.cancel(id, { reason, refund }, context.by);
        return { before, after };
      });
      const made = refundsSince(before, after);
      context.out.result(cancelledJson(after, made), cancelledText(after, made));
    });
}

/** The order and its cancellation. */
function cancelledOrder({ id, order }: CheckoutSession) {
  const cancellation = order?.cancellation ?? null;
  if (order === null || cancellation === null) throw new Error(`Order is not cancelled: ${id}`);
  return { number: order.number, ...cancellation };
}

function cancelledJson(session: CheckoutSession, made: readonly Refund[]) {
  const { number, at, reason, coinsReturned, coinsTakenBack, coinsOwed } = cancelledOrder(session);
  const { amount_refunded, amount_left, refunds } = refundsJson(session, made);
  return {
    id: session.id,
    order_number: number,
    cancelled_at: momentText(at),
    cancel_reason: reason,
    amount_paid: amountField(session.amountPaid, currencyOf(session.currencyCode)),
    currency_code: session.currencyCode,
    coins_returned: coinsReturned,
    coins_taken_back: coinsTakenBack,
    coin_debt: coinsOwed,
    amount_refunded,
    amount_left,
    refunds,
  };
}

function cancelledText(session: CheckoutSession, made: readonly Refund[]): string {
  const { number, ...cancellation } = cancelledOrder(session);
  const cancelled = `Cancelled order ${number}`;
  const coins = coinsMovedText(cancellation);
  if (made.length > 0) return `${cancelled}${coins}\n${refundsText(session, made)}`;
  return `${cancelled}: ${leftText(session, number)}${coins}`;
}

function leftText(session: CheckoutSession, number: string): string {
  const left = amountLeft(session);
  if (left === 0) {
    return session.amountPaid === 0 ? "nothing was paid" : "nothing is left to refund";
  }
  const amount = money(left, currencyOf(session.currencyCode));
  return `${amount} is left to refund: checkoutctl order refund ${number} --all`;
}
