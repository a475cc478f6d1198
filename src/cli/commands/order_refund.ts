import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { got } from "../../domain/errors.ts";
import type { Refund, ReturnedLine } from "../../domain/session/refund.ts";
import { amountLeft, amountRefunded, isPaidByHand } from "../../domain/session/refundable.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import type { MoneyBack } from "../../domain/decision/refund_terms.ts";
import { proposedRefund } from "../../domain/steps/refund.ts";
import type { RefundReport } from "../../domain/steps/refund_report.ts";
import { MAX_REFERENCE } from "../../domain/values/limits.ts";
import { currencyOf, parseMajor } from "../../domain/values/money.ts";
import { MAX_REASON } from "../../schema/api/order.ts";
import { amountField, momentText } from "../../schema/seed/fields.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { optionText, YES } from "../options/values.ts";
import { clean, money } from "../output/text.ts";

/** Argument of commands for one order. */
export const ORDER = ["<order>", "order number or session id"] as const;
/** Option for money that was paid back by hand. */
export const REFERENCE_OF_REFUND = [
  "--reference <text>",
  "reference of money that you have paid back already; at a provider only after it failed",
] as const;
/** Option for money that the bank may take back too. */
export const DISPUTED = [
  "--disputed",
  "although the customer's bank disputes the payment",
] as const;

/** Adds `order refund | refunded`. */
export function addRefundCommands(order: CommandUnknownOpts, context: Context): void {
  addRefund(order, context);
  addRefunded(order, context);
}

/** Reads `--refund` of a cancellation, with its other options. */
export function moneyBack(
  { refund, reference, disputed }: {
    readonly refund?: true | undefined;
    readonly reference?: string | undefined;
    readonly disputed?: true | undefined;
  },
): MoneyBack | null {
  if (refund === true) {
    return { reference: referenceOf(reference), disputed: disputed === true, allowance: null };
  }
  if (reference !== undefined) throw new UsageError("--reference needs --refund");
  if (disputed !== undefined) throw new UsageError("--disputed needs --refund");
  return null;
}

function addRefund(order: CommandUnknownOpts, context: Context): void {
  order.command("refund").description("give money of an order back, and take goods back")
    .argument(...ORDER)
    .option("--amount <amount>", "amount in the major unit of the order's currency")
    .option("--line <line:quantity>", "goods that came back; can be given again", lines)
    .option("--all", "all goods and all money that are left")
    .option("--reason <text>", "reason, kept with the order")
    .option(...REFERENCE_OF_REFUND)
    .option(...DISPUTED)
    .option(...YES)
    .addHelpText(
      "after",
      `
--amount alone moves money only. --line takes goods back into the stock, with their part of coins;
the price that was paid for them goes back, or --amount. Lines are numbered as order show lists them.
Money that a provider of the server took goes back there. Other money is paid back by you: give
its --reference, or later with order refunded. It asks first; without a terminal add --yes.

Example:
  checkoutctl order refund K7Q2-9MXD --amount 100
  checkoutctl order refund K7Q2-9MXD --line 1:2 --reason "does not fit" --yes
  checkoutctl order refund K7Q2-9MXD --all`,
    )
    .action(async (id, options) => {
      const { amount: text, all = false, disputed = false, yes } = options;
      const named = options.line ?? [];
      if (text === undefined && !all && named.length === 0) {
        throw new UsageError("Give one of --amount, --line and --all");
      }
      if (all && (text !== undefined || named.length > 0)) {
        throw new UsageError("--all is everything: leave out --amount and --line");
      }
      const read = (session: CheckoutSession) => ({
        amount: text === undefined
          ? null
          : parseMajor(text, currencyOf(session.currencyCode), "--amount"),
        lines: named,
        all,
        reason: reasonOf(options.reason),
        reference: referenceOf(options.reference),
        disputed,
        allowance: null,
      });
      const { before, after } = await context.useThing("session", id, async (id, { services }) => {
        const before = (await services.sessionAdmin.show(id)).session;
        const request = read(before);
        const sum = request.amount ?? proposedRefund(before, all ? null : named).amount;
        const what = money(sum, currencyOf(before.currencyCode));
        const label = before.order?.number ?? id;
        await context.confirm(`Refund ${what} of order ${clean(label)}?`, yes);
        return { before, after: await services.orderAdmin.refund(id, read, context.by) };
      });
      const made = refundsSince(before, after);
      context.out.result(refundsJson(after, made), refundsText(after, made));
    });
}

/** Refunds that an order did not have before. */
export function refundsSince(before: CheckoutSession, { order }: CheckoutSession): Refund[] {
  const known = new Set(before.order?.refunds.map(({ id }) => id));
  return order?.refunds.filter(({ id }) => !known.has(id)) ?? [];
}

/** Argument and options of commands that say what became of a refund. */
export const REPORTED = {
  refund: ["<refund>", "id of the refund"],
  reference: ["--reference <text>", "reference of the money that went back"],
  failed: ["--failed <reason>", "it was not paid back, and can be refunded again"],
} as const;

/** Reads the options of {@link REPORTED}. */
export function refundReport(
  refundId: string,
  { reference, failed }: { readonly reference?: string; readonly failed?: string },
): RefundReport {
  if ((reference === undefined) === (failed === undefined)) {
    throw new UsageError("Give one of --reference and --failed");
  }
  return {
    refundId: refundId.toLowerCase(),
    state: failed === undefined ? "DONE" : "FAILED",
    reference: referenceOf(reference),
    failure: reasonOf(failed, "--failed"),
  };
}

function addRefunded(order: CommandUnknownOpts, context: Context): void {
  order.command("refunded").description("record that you have paid a refund back, or will not")
    .argument(...ORDER)
    .argument(...REPORTED.refund)
    .option(...REPORTED.reference)
    .option(...REPORTED.failed)
    .addHelpText(
      "after",
      `
For money that no provider of the server gives back: cash, transfers, payments at a provider of the
shop's own, and at one whose key was deleted. order show lists the refunds of an order.

Example:
  checkoutctl order refunded K7Q2-9MXD 01998f5e-0000-7000-8000-000000000001 --reference "UTR 4238"`,
    )
    .action(async (id, refundId, options) => {
      const result = refundReport(refundId, options);
      const after = await context.useThing(
        "session",
        id,
        (id, { services }) => services.orderAdmin.reportRefund(id, result, context.by),
      );
      const refunds = after.order?.refunds.filter((one) => one.id === result.refundId) ?? [];
      context.out.result(refundsJson(after, refunds), refundsText(after, refunds));
    });
}

/** Reads `1:2`, two units of line 1, after earlier ones. */
function lines(text: string, before: readonly ReturnedLine[] = []): readonly ReturnedLine[] {
  const [, line, quantity] = /^([1-9][0-9]{0,5}):([1-9][0-9]{0,5})$/.exec(text) ?? [];
  if (line === undefined || quantity === undefined) {
    throw new UsageError(`--line must be a line and its units, as 1:2, ${got(text)}`);
  }
  return [...before, { line: Number(line), quantity: Number(quantity) }];
}

function reasonOf(text: string | undefined, option = "--reason"): string | null {
  return text === undefined ? null : optionText(text, option, MAX_REASON);
}

function referenceOf(text: string | undefined): string | null {
  return text === undefined ? null : optionText(text, "--reference", MAX_REFERENCE);
}

/** Refunds of an order, with its sums. */
export function refundsJson(session: CheckoutSession, refunds: readonly Refund[]) {
  const currency = currencyOf(session.currencyCode);
  return {
    id: session.id,
    order_number: session.order?.number ?? null,
    currency_code: session.currencyCode,
    amount_refunded: amountField(amountRefunded(session), currency),
    amount_left: amountField(amountLeft(session), currency),
    refunds: refunds.map((refund) => ({
      id: refund.id,
      payment_id: refund.paymentId,
      amount: amountField(refund.amount, currency),
      lines: refund.lines,
      reason: refund.reason,
      reference: refund.reference,
      state: refund.state,
      failure: refund.failure,
      requested_at: momentText(refund.at),
      settled_at: refund.settledAt === null ? null : momentText(refund.settledAt),
    })),
  };
}

/** A line for each refund: what became of it, and what is to do. */
export function refundsText(session: CheckoutSession, refunds: readonly Refund[]): string {
  return refunds.map((refund) => refundText(session, refund)).join("\n");
}

function refundText(session: CheckoutSession, refund: Refund): string {
  const currency = currencyOf(session.currencyCode);
  const what = `${money(refund.amount, currency)} of order ${session.order?.number ?? session.id}`;
  return `${stateText(session, refund, what)}; ${money(amountLeft(session), currency)} is left`;
}

function stateText(session: CheckoutSession, refund: Refund, what: string): string {
  const reference = refund.reference === null ? "" : `, reference ${clean(refund.reference)}`;
  switch (refund.state) {
    case "DONE":
      return `Refunded ${what}${reference}`;
    case "PENDING":
      return `The refund of ${what} is on its way${reference}`;
    case "FAILED":
      return `The refund of ${what} failed: ${clean(refund.failure ?? "")}`;
    case "REQUESTED": {
      const next = isPaidByHand(session, refund)
        ? `pay it back, then: checkoutctl order refunded ... ${refund.id} --reference TEXT`
        : "the server sends it to the provider";
      return `The refund of ${what} is requested: ${next}`;
    }
  }
}
