import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { shown } from "../../domain/errors.ts";
import type { UnexpectedPayment } from "../../domain/session/payment.ts";
import { momentText } from "../../schema/seed/fields.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { DEFAULT_LIMIT, MAX_LIMIT, wholeNumber } from "../options/values.ts";
import { clean, moment, shortMoment } from "../output/text.ts";
import { findMerchant, merchantNames } from "../shops.ts";

const ID = ["<id>", "record id, from payment list"] as const;
const MAX_NOTE = 500;

/** Adds `payment list | show | resolve`. */
export function addPaymentCommands(program: CommandUnknownOpts, context: Context): void {
  const payment = program.command("payment")
    .description("manage payment results without an order")
    .addHelpText("after", "\nExample:\n  checkoutctl payment list --open");

  payment.command("list").description("list payment results without an order, newest first")
    .option("--open", "only unresolved ones")
    .option("--merchant <merchant>", "only this shop: id, or any of its domains")
    .option("--limit <n>", "maximum number of rows", wholeNumber(1, MAX_LIMIT), DEFAULT_LIMIT)
    .addHelpText(
      "after",
      `
A PAID result that cannot become an order is recorded here: the payment failed, was
replaced or is unknown, the amount or currency differs, the reference is already used,
or it is a second charge for one payment. See session list for payments with an order.

Example:
  checkoutctl payment list --open --merchant demo-store.example`,
    )
    .action(async (options) => await listPayments(context, options));

  payment.command("show").description("show a payment result and why it has no order")
    .argument(...ID)
    .addHelpText(
      "after",
      "\nExample:\n  checkoutctl payment show 01998f5e-0000-7000-8000-000000000001",
    )
    .action(async (id) => await showPayment(context, id));

  payment.command("resolve").description("close a record after handling the money")
    .argument(...ID)
    .requiredOption("--note <text>", "what was done, kept in the record")
    .addHelpText(
      "after",
      `
It moves no money: first refund it at your payment provider, or create the order.

Example:
  checkoutctl payment resolve 01998f5e-0000-7000-8000-000000000001 --note "refunded"`,
    )
    .action(async (id, { note }) => await resolvePayment(context, id, note));
}

interface ListOptions {
  readonly open?: true | undefined;
  readonly merchant?: string | undefined;
  readonly limit: number;
}

async function listPayments(context: Context, options: ListOptions): Promise<void> {
  const { open = false, limit } = options;
  const { records, names } = await context.use(async ({ services }) => {
    const merchant = await findMerchant(services, options.merchant);
    const records = await services.unexpectedPayments.list({
      open,
      limit,
      ...(merchant === undefined ? {} : { merchantId: merchant.id }),
    });
    return { records, names: await merchantNames(services) };
  });
  context.out.result(records.map(paymentJson), () =>
    context.out.table(
      [
        { title: "ID" },
        { title: "AMOUNT", align: "right" },
        { title: "REFERENCE", canShrink: true },
        { title: "REASON" },
        { title: "RECEIVED", isOptional: true },
        { title: "RESOLVED", isOptional: true },
        { title: "SHOP", canShrink: true, isOptional: true },
      ],
      records.map((one) => [
        one.id,
        amountText(one),
        one.reference,
        one.reason.replace(/^error\./, ""),
        shortMoment(one.at),
        one.resolution === null ? "-" : shortMoment(one.resolution.at),
        names.get(one.merchantId) ?? one.merchantId,
      ]),
      open ? "No open records" : "No records",
    ));
}

async function showPayment(context: Context, id: string): Promise<void> {
  const { record, names } = await context.use(async ({ services }) => ({
    record: await services.unexpectedPayments.show(id),
    names: await merchantNames(services),
  }));
  context.out.result(paymentJson(record), () =>
    context.out.fields([
      ["ID", record.id],
      ["Shop", names.get(record.merchantId) ?? record.merchantId],
      ["Session", record.sessionId],
      ["Payment", record.paymentId],
      ["Reference", record.reference],
      ["Amount", amountText(record)],
      ["Reason", `${record.reason}: ${record.message}`],
      ["Received", moment(record.at)],
      ["Resolved", moment(record.resolution?.at ?? null)],
      ...(record.resolution === null ? [] : [["Note", record.resolution.note] as const]),
    ]));
}

async function resolvePayment(context: Context, id: string, text: string): Promise<void> {
  const note = text.trim();
  if (note === "" || note.length > MAX_NOTE) {
    throw new UsageError(`--note must have 1 to ${MAX_NOTE} characters: ${shown(text)}`);
  }
  const record = await context.use(async ({ services }) =>
    await services.unexpectedPayments.resolve(id, note)
  );
  context.out.result(paymentJson(record), () =>
    context.out.line(
      `Resolved ${record.id}: ${amountText(record)}, reference ${clean(record.reference)}`,
    ));
}

function amountText({ amount, currencyCode }: UnexpectedPayment): string {
  return amount === null ? "-" : `${amount} ${currencyCode}`;
}

/** A record for programs; the amount is decimal text, as the event has it. */
function paymentJson(one: UnexpectedPayment) {
  return {
    id: one.id,
    merchant_id: one.merchantId,
    session_id: one.sessionId,
    payment_id: one.paymentId,
    reference: one.reference,
    amount: one.amount,
    currency_code: one.currencyCode,
    reason: one.reason,
    message: one.message,
    at: momentText(one.at),
    resolved_at: momentText(one.resolution?.at ?? null),
    note: one.resolution?.note ?? null,
  };
}
