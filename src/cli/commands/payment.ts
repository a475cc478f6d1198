import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { currencyOf, formatMajor } from "../../domain/values/money.ts";
import { listJson } from "../../schema/list.ts";
import { reportedAmount, UNEXPECTED_FILTER, unexpectedList } from "../../things/payment.ts";
import { refundList } from "../../things/refund.ts";
import { type LookResult, lookResult, STANDING_WORDS } from "../../things/provider_payment.ts";
import type { Context } from "../context.ts";
import { findMerchant, merchantNames } from "../shops.ts";
import { AFTER, example, LIMIT, LIVEMODE, ONLY_MERCHANT, YES } from "../options/values.ts";
import { printList } from "../output/listed.ts";
import { clean, money } from "../output/text.ts";
import { addDispute } from "./payment_dispute.ts";
import { addReconcile } from "./payment_reconcile.ts";
import { addRefunded, addResolve, RECORD, refundLine } from "./payment_refund.ts";
import { counted, moment } from "../../domain/values/wording.ts";

/** Adds `payment list | show | resolve | refunded | cancel | look | reconcile | dispute`. */
export function addPaymentCommands(program: CommandUnknownOpts, context: Context): void {
  const payment = program.command("payment")
    .description("manage payment results without an order, cancel payments, ask providers")
    .addHelpText("after", example("payment list --open"));
  addList(payment, context);
  addShow(payment, context);
  addResolve(payment, context);
  addRefunded(payment, context);
  addCancel(payment, context);
  addLook(payment, context);
  addReconcile(payment, context);
  addDispute(payment, context);
}

function addList(payment: CommandUnknownOpts, context: Context): void {
  payment.command("list").description("list payment results without an order, newest first")
    .option(...UNEXPECTED_FILTER.open.option)
    .option(...ONLY_MERCHANT)
    .option(...LIVEMODE)
    .option("--all", "each record of unknown payments, not one row for each key and day")
    .option(...LIMIT)
    .option("--after <id>", AFTER)
    .addHelpText(
      "after",
      `
A PAID result that cannot become an order is recorded here: the payment failed, was
replaced or is unknown, the amount or currency differs, the reference is already used,
or it is a second charge for one payment. Records of payments that the shop never had are
one row for each key and day (UTC), whose COUNT says how many. See session list for payments with an order.

Example:
  checkoutctl payment list --open --merchant demo-store.example`,
    )
    .action(async ({ open = false, all = false, merchant: reference, ...options }) => {
      const { livemode = true, limit, after } = options;
      const { page, count, names } = await context.use(async (database) => {
        const merchant = await findMerchant(database, reference);
        const merchantId = merchant?.id ?? null;
        const { unexpectedPayments } = database.services;
        const page = await unexpectedPayments.page(
          { merchantId, open, grouped: !all, livemode },
          { limit, ...(after !== undefined && { after }) },
        );
        const count = await unexpectedPayments.openCount(merchantId, livemode);
        return { page, count, names: await merchantNames(database) };
      });
      if (count > 0 && !context.out.isJson) context.out.line(counted(count, "open record"));
      const hasCounts = page.rows.some(({ count }) => count > 1);
      const ifEmpty = open ? "No open records" : "No records";
      printList(context, page, unexpectedList({ names, hasCounts }), ifEmpty);
    });
}

function addShow(payment: CommandUnknownOpts, context: Context): void {
  payment.command("show").description("show a payment result and why it has no order")
    .argument(...RECORD)
    .addHelpText("after", example("payment show 01998f5e-0000-7000-8000-000000000001"))
    .action(async (id) => {
      const { record, refunds, names } = await context.useThing(
        "payment",
        id,
        async (id, database) => {
          const { unexpectedPayments, unexpectedResolutions } = database.services;
          const record = await unexpectedPayments.show(id);
          const refunds = await unexpectedResolutions.refunds(record);
          return { record, refunds, names: await merchantNames(database) };
        },
      );
      const { resolution } = record;
      const json = {
        ...listJson(unexpectedList(), record),
        refunds: refunds.map((one) => listJson(refundList(), one)),
      };
      context.out.result(json, () =>
        context.out.fields([
          ["ID", record.id],
          ["Shop", names.get(record.merchantId) ?? record.merchantId],
          ["Session", record.sessionId],
          ["Payment", record.paymentId],
          ["Reference", record.reference],
          ["Amount", reportedAmount(record) ?? "-"],
          ["Reason", `${record.reason}: ${record.message}`],
          ["Received", moment(record.at)],
          ...(record.count === 1
            ? []
            : [["Records", `${record.count} of the key that day`] as const]),
          ["Resolved", moment(resolution?.at ?? null)],
          ...(resolution === null ? [] : [["Note", resolution.note] as const]),
          ...refunds.map((one) => ["Refund", `${one.id}: ${refundLine(one)}`] as const),
        ]));
    });
}

function addCancel(payment: CommandUnknownOpts, context: Context): void {
  payment.command("cancel").description("cancel an unpaid payment and release what it holds")
    .argument("<session>", "session id, from session list --payment pending")
    .option(...YES)
    .addHelpText(
      "after",
      `
Stock, coupon uses and coins go back, and the customer can change the cart and pay again. Money that
arrives for it later is a payment without an order. This cannot be undone, so it asks first; without
a terminal add --yes.

Example:
  checkoutctl payment cancel 01998f5e-0000-7000-8000-000000000001 --yes`,
    )
    .action(async (text, { yes }) => {
      const question = `Cancel the payment of session ${clean(text)}? What it holds is released.`;
      await context.confirm(question, yes);
      const { sessionId, payment } = await context.useThing(
        "session",
        text,
        async (sessionId, { services }) => ({
          sessionId,
          payment: await services.sessionAdmin.release(sessionId, context.by),
        }),
      );
      const currency = currencyOf(payment.currencyCode);
      context.out.result({
        session_id: sessionId,
        payment_id: payment.id,
        amount: formatMajor(payment.amount, currency),
        currency_code: payment.currencyCode,
      }, `Cancelled the payment of session ${sessionId}: ${money(payment.amount, currency)}`);
    });
}

function addLook(payment: CommandUnknownOpts, context: Context): void {
  payment.command("look").description("ask a payment's provider how it stands, and take the answer")
    .argument("<id>", "payment id, from session show")
    .addHelpText(
      "after",
      `
A server asks by itself, at longer and longer intervals. A payment that is paid there becomes an
order, or a payment without one; a failed one releases what it holds; any other stays as it is.

Example:
  checkoutctl payment look 01998f5e-0000-7000-8000-000000000001`,
    )
    .action(async (id) => {
      const look = await context.use(({ services }) => services.paymentLooks.look(id, context.by));
      const { paymentId, standing, after } = look;
      const result = lookResult(look);
      const order_number = after.order?.number ?? null;
      context.out.result(
        { payment_id: paymentId, session_id: after.id, standing, result, order_number },
        `${STANDING_WORDS[standing]}: ${LOOK_TEXTS[result](order_number)}`,
      );
    });
}

/** The effect of a look, after how the payment stands. */
const LOOK_TEXTS: Readonly<Record<LookResult, (order: string | null) => string>> = {
  ordered: (order) => order === null ? "its part of the order is paid" : `order ${order} is placed`,
  failed: () => "what it held is released",
  recorded: () => "it has no order, see payment list --open",
  unchanged: (order) =>
    order === null ? "nothing has changed" : `nothing has changed, order ${order} stands`,
};
