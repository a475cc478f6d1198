import { Argument, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { MAX_REFERENCE } from "../../domain/values/limits.ts";
import { currencyOf } from "../../domain/values/money.ts";
import { amountField } from "../../schema/seed/fields.ts";
import { DISPUTE_ENDS } from "../../service/checkout/dispute_reports.ts";
import type { Context } from "../context.ts";
import { MERCHANT, optionText } from "../options/values.ts";
import { clean, money } from "../output/text.ts";

const ENDS = DISPUTE_ENDS.map((end) => end.toLowerCase());

/** Adds `payment dispute`. */
export function addDispute(payment: CommandUnknownOpts, context: Context): void {
  payment.command("dispute").description("record how a dispute ended, where no key can ask")
    .argument("<reference>", "the provider's reference of the dispute, from order show")
    .addArgument(new Argument("<end>", "how it ended for the shop").choices(ENDS))
    .option(...MERCHANT)
    .addHelpText(
      "after",
      `
For an account whose key was deleted: look at the provider first. A dispute that is won leaves its
money to be refunded again, one that is lost has taken it. Any other account is asked by the server.

Example:
  checkoutctl payment dispute du_1PQ lost`,
    )
    .action(async (text, end, { merchant }) => {
      const reference = optionText(text, "<reference>", MAX_REFERENCE);
      const status = DISPUTE_ENDS[ENDS.indexOf(end)]!;
      const dispute = await context.use(async (database) => {
        const { id } = await context.findShop(database, merchant);
        const { disputeReports } = database.services;
        return await disputeReports.report(id, { reference, status }, context.by);
      });
      const { sessionId, unexpectedId, amount, currencyCode } = dispute;
      const currency = currencyOf(currencyCode);
      context.out.result({
        reference,
        session_id: sessionId,
        payment_id: unexpectedId,
        amount: amountField(amount, currency),
        currency_code: currencyCode,
        status: dispute.status,
      }, `The dispute ${clean(reference)} of ${money(amount, currency)} is ${end}`);
    });
}
