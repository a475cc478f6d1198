import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { MAX_RESOLUTION_NOTE } from "../../domain/session/payment.ts";
import type { RefundRow } from "../../domain/session/refund.ts";
import { currencyOf } from "../../domain/values/money.ts";
import { listJson } from "../../schema/list.ts";
import { reportedAmount, unexpectedList } from "../../things/payment.ts";
import { refundList } from "../../things/refund.ts";
import type { Context } from "../context.ts";
import { optionText, YES } from "../options/values.ts";
import { clean, money } from "../output/text.ts";
import {
  DISPUTED,
  moneyBack,
  REFERENCE_OF_REFUND,
  refundReport,
  REPORTED,
} from "./order_refund.ts";

/** Argument that names a payment without an order. */
export const RECORD = ["<id>", "record id, from payment list"] as const;

/** Adds `payment resolve`. */
export function addResolve(payment: CommandUnknownOpts, context: Context): void {
  payment.command("resolve").description("close a record after handling the money")
    .argument(...RECORD)
    .requiredOption("--note <text>", "what was done, kept in the record")
    .option("--refund", "give back all of its money that is left")
    .option(...REFERENCE_OF_REFUND)
    .option(...DISPUTED)
    .option(...YES)
    .addHelpText(
      "after",
      `
A row that stands for several records resolves them all. Without --refund it moves no money: first
refund it where it arrived, or create the order. With it, money that a provider of the server took
goes back there; of other money give the --reference of the refund. It asks first; without a
terminal add --yes. A refund that failed can be repeated.

Example:
  checkoutctl payment resolve 01998f5e-0000-7000-8000-000000000001 --note "order placed by phone"
  checkoutctl payment resolve 01998f5e-0000-7000-8000-000000000001 --note "paid twice" --refund --yes`,
    )
    .action(async (id, options) => {
      const note = optionText(options.note, "--note", MAX_RESOLUTION_NOTE);
      const refund = moneyBack(options);
      if (refund !== null) {
        await context.confirm(`Refund all money of record ${clean(id)}?`, options.yes);
      }
      const resolved = await context.useThing(
        "payment",
        id,
        (id, { services: { unexpectedResolutions } }) =>
          unexpectedResolutions.resolve(id, { note, refund }, context.by),
      );
      const record = resolved.payment;
      const money = `${reportedAmount(record) ?? "-"}, reference ${clean(record.reference)}`;
      context.out.result(
        {
          ...listJson(unexpectedList(), record),
          refund: resolved.refund && listJson(refundList(), resolved.refund),
        },
        [
          `Resolved ${record.id}: ${money}`,
          ...(resolved.refund === null ? [] : [refundLine(resolved.refund)]),
        ].join("\n"),
      );
    });
}

/** A refund of a payment without an order in a line: what became of it. */
export function refundLine({ amount, currencyCode, state, reference }: RefundRow): string {
  const sum = money(amount, currencyOf(currencyCode));
  const known = reference === null ? "" : `, reference ${clean(reference)}`;
  const texts = {
    REQUESTED: "the provider has not answered, a server tries again",
    PENDING: `on its way${known}`,
    DONE: `done${known}`,
    FAILED: "it failed, repeat it with --refund",
  };
  return `Refund of ${sum}: ${texts[state]}`;
}

/** Adds `payment refunded`. */
export function addRefunded(payment: CommandUnknownOpts, context: Context): void {
  payment.command("refunded")
    .description("record what became of a record's refund whose provider cannot be called")
    .argument(...RECORD)
    .argument(...REPORTED.refund)
    .option(...REPORTED.reference)
    .option(...REPORTED.failed)
    .addHelpText(
      "after",
      `
For a refund that was on its way when the key of the provider's account was deleted: look there
first. payment show lists the refunds of a record.

Example:
  checkoutctl payment refunded 01998f5e-0000-7000-8000-000000000001 01998f5e-0000-7000-8000-000000000002 --reference re_3Q`,
    )
    .action(async (id, refundId, options) => {
      const result = refundReport(refundId, options);
      const refund = await context.useThing(
        "payment",
        id,
        (id, { services: { unexpectedResolutions } }) =>
          unexpectedResolutions.reportRefund(id, result, context.by),
      );
      context.out.result(listJson(refundList(), refund), refundLine(refund));
    });
}
