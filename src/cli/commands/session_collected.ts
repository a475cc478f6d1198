import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { type Currency, currencyOf, parseMajor } from "../../domain/values/money.ts";
import { amountField, momentText } from "../../schema/seed/fields.ts";
import type { Context } from "../context.ts";
import { money } from "../output/text.ts";

/** Adds `session collected`. */
export function addCollectedCommand(session: CommandUnknownOpts, context: Context): void {
  session.command("collected").description("record cash received for an order")
    .argument("<session-id>", "session id of the order")
    .requiredOption("--amount <amount>", "amount in the major unit of the order's currency")
    .addHelpText(
      "after",
      `
It adds to the amount paid, the customer earns coins on it, and order.collected is sent.
Cash is recorded once per order, and never more than is due.

Example:
  checkoutctl session collected 01998f5e-0000-7000-8000-000000000001 --amount 638.20`,
    )
    .action(async (id, { amount }) => await recordCash(context, id, amount));
}

async function recordCash(context: Context, id: string, text: string): Promise<void> {
  const read = (currency: Currency) => parseMajor(text, currency, "--amount");
  const session = await context.use(async ({ services }) =>
    await services.sessionAdmin.collect(id, read)
  );
  const { collected, amountPaid, currencyCode, priced: { totals } } = session;
  if (collected === null) throw new Error(`Session ${id} has no cash recorded`);
  const currency = currencyOf(currencyCode);
  const json = {
    id: session.id,
    amount_collected: amountField(collected.amount, currency),
    collected_at: momentText(collected.at),
    amount_paid: amountField(amountPaid, currency),
    total_payable: amountField(totals.totalPayable, currency),
    currency_code: currencyCode,
  };
  context.out.result(json, () =>
    context.out.line(
      `Recorded ${money(collected.amount, currency)} for session ${session.id}: ` +
        `${money(amountPaid, currency)} of ${money(totals.totalPayable, currency)} is paid`,
    ));
}
