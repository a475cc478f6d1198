import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Context } from "../context.ts";
import { phoneOf } from "../options/phone.ts";
import { findMerchant } from "../shops.ts";
import { clean, counted } from "../output/text.ts";

interface EraseOptions {
  readonly phone: string;
  readonly merchant?: string | undefined;
  readonly yes?: true | undefined;
}

/** Adds `customer erase`. */
export function addEraseCommand(customer: CommandUnknownOpts, context: Context): void {
  customer.command("erase").description("erase a person from all stored data")
    .requiredOption("--phone <phone>", "phone number of the person")
    .option("--merchant <merchant>", "only in this shop: id, or any of its domains")
    .option("--yes", "do not ask for confirmation")
    .addHelpText(
      "after",
      `
Removes the number, address, notes and other free text from sessions, events, recorded answers
and the ledger. Amounts, orders, statistics and sums of coins stay. Servers may keep running.
Backups and data already sent to others are not changed.

This cannot be undone, so it asks first; without a terminal add --yes.

Example:
  checkoutctl customer erase --phone +919876543210 --yes`,
    )
    .action(async (options) => await eraseCustomer(context, options));
}

async function eraseCustomer(context: Context, options: EraseOptions): Promise<void> {
  const report = await context.use(async ({ services }) => {
    const merchant = await findMerchant(services, options.merchant);
    const phone = await phoneOf(options.phone, merchant?.countryCode, "--phone");
    const where = merchant === undefined ? "all shops" : clean(merchant.name);
    await context.confirm(
      `Erase ${phone} from ${where}? Their sessions and coins cannot be linked to them again.`,
      options.yes,
    );
    return { phone, ...await services.erasure.erase(phone, merchant?.id ?? null) };
  });
  context.out.result(report, () =>
    context.out.line(
      `Erased ${report.phone}: ${counted(report.customers, "customer")}, ` +
        `${counted(report.sessions, "session")}`,
    ));
}
