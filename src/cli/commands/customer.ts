import { type CommandUnknownOpts, InvalidArgumentError } from "@commander-js/extra-typings";
import { NO_PREFIX_FILTER } from "../../domain/filters.ts";
import { type CoinMovement, isErased } from "../../domain/shop/customer.ts";
import { got } from "../../domain/errors.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import { MAX_CORRECTION_REASON } from "../../domain/values/limits.ts";
import { readPages } from "../../domain/values/page.ts";
import { momentText } from "../../schema/seed/fields.ts";
import type { CustomerAccount } from "../../service/shop/customers.ts";
import { customerList } from "../../things/customer.ts";
import type { Context } from "../context.ts";
import { findMerchant } from "../shops.ts";
import { UsageError } from "../errors.ts";
import type { OpenDatabase } from "../io.ts";
import { phoneOf } from "../options/phone.ts";
import { AFTER, example, LIMIT_OF_ALL, MERCHANT, ONLY_MERCHANT, YES } from "../options/values.ts";
import { printList } from "../output/listed.ts";
import { clean } from "../output/text.ts";
import { counted, moment } from "../../domain/values/wording.ts";

const PHONE = [
  "<phone>",
  "phone number, international or national to the shop's country; or customer id",
] as const;

/** Adds `customer list | show | coins | erase`. */
export function addCustomerCommands(program: CommandUnknownOpts, context: Context): void {
  const customer = program.command("customer").description("manage a shop's customers and coins")
    .addHelpText("after", example("customer list --merchant demo-store.example"));
  addList(customer, context);
  addShow(customer, context);
  addCoins(customer, context);
  addErase(customer, context);
}

function addList(customer: CommandUnknownOpts, context: Context): void {
  customer.command("list").description("list a shop's customers with their coins, by phone")
    .option(...MERCHANT)
    .option(...LIMIT_OF_ALL)
    .option("--after <phone>", AFTER)
    .addHelpText("after", example("customer list --merchant demo-store.example --json"))
    .action(async ({ merchant, ...wanted }) => {
      const page = await context.useShop(
        merchant,
        ({ id }, { services }) =>
          readPages(
            (page) => services.customers.list(id, NO_PREFIX_FILTER, page),
            wanted,
          ),
      );
      printList(context, page, customerList(), "No customers yet", customerJson);
    });
}

function addShow(customer: CommandUnknownOpts, context: Context): void {
  customer.command("show").description("show a customer's coins and ledger")
    .argument(...PHONE)
    .option(...MERCHANT)
    .addHelpText(
      "after",
      `
Coins move between ISSUED (the shop), AVAILABLE, PROCESSING (held by a pending payment)
and USED; each entry moves coins from one account to another. A cancelled order may have
earned coins that the customer has spent: these are a debt, which coins that come later pay.

Example:
  checkoutctl customer show +919876543210 --merchant demo-store.example`,
    )
    .action(async (text, { merchant }) => {
      const account = await context.useShop(merchant, async (shop, { services }) => {
        const phone = await phoneOrId(text, shop, services);
        return await services.customers.show(shop.id, phone);
      });
      context.out.result(accountJson(account), () => printAccount(context, account));
    });
}

function addCoins(customer: CommandUnknownOpts, context: Context): void {
  customer.command("coins").description("give coins to a customer, or take coins back")
    .argument(...PHONE)
    .argument("<coins>", "whole coins: +100 gives, -50 takes", signedCoins)
    .option(...MERCHANT)
    .requiredOption("--reason <text>", "reason, kept in the ledger")
    .addHelpText(
      "after",
      `
Coins that are given pay a debt first. At most the available coins can be taken back. There is no confirmation: the ledger keeps
the entry with its reason, and an opposite entry reverses it.

Example:
  checkoutctl customer coins +919876543210 +100 --merchant demo-store.example \\
    --reason "late delivery"`,
    )
    .action(async (text, coins, options) => {
      const reason = options.reason.trim();
      if (reason === "" || reason.length > MAX_CORRECTION_REASON) {
        const range = `1 to ${MAX_CORRECTION_REASON} characters`;
        throw new UsageError(`--reason must have ${range}, ${got(options.reason)}`);
      }
      const account = await context.useShop(options.merchant, async (shop, { services }) => {
        const phone = await phoneOrId(text, shop, services);
        return await services.customers.correct(shop.id, phone, { coins, reason, by: context.by });
      });
      const { customer: { phone }, balances, debt } = account;
      const done = coins > 0
        ? `Gave ${counted(coins, "coin")} to ${phone}`
        : `Took ${counted(-coins, "coin")} from ${phone}`;
      const left = debt > 0
        ? `${counted(debt, "coin")} of debt left`
        : `${counted(balances.AVAILABLE, "coin")} available now`;
      context.out.result(accountJson(account), `${done}, ${left}`);
    });
}

/**
 * The phone number of a customer who is named by it, or by an id or a part of one.
 *
 * @throws {UsageError} for other text
 */
async function phoneOrId(
  text: string,
  { id, countryCode }: Merchant,
  { ids }: OpenDatabase["services"],
): Promise<string> {
  try {
    return await phoneOf(text, countryCode, "The phone");
  } catch (error) {
    const phone = error instanceof UsageError ? await ids.customerPhone(id, text) : null;
    if (phone === null) throw error;
    return phone;
  }
}

/** Reads `+100` or `-50`. A number without a sign could be meant as the new balance. */
function signedCoins(text: string): number {
  if (/^[+-][1-9][0-9]{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number with a sign, such as +100 or -50");
}

function addErase(customer: CommandUnknownOpts, context: Context): void {
  customer.command("erase").description("erase a person from all stored data")
    .requiredOption("--phone <phone>", "phone number of the person")
    .option(...ONLY_MERCHANT)
    .option(...YES)
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
    .action(async (options) => {
      const report = await context.use(async (database) => {
        const merchant = await findMerchant(database, options.merchant);
        const { countryCode } = await context.place(database, options.merchant);
        const phone = await phoneOf(options.phone, countryCode, "--phone");
        const where = merchant === undefined ? "all shops" : clean(merchant.name);
        await context.confirm(
          `Erase ${phone} from ${where}? Their sessions and coins cannot be linked to them again.`,
          options.yes,
        );
        return {
          phone,
          ...await database.services.erasure.erase(phone, merchant?.id ?? null, context.by),
        };
      });
      const erased = `${counted(report.customers, "customer")}, ${
        counted(report.sessions, "session")
      }`;
      context.out.result(report, `Erased ${report.phone}: ${erased}`);
    });
}

function printAccount(
  { out }: Context,
  { customer, balances, debt, movements }: CustomerAccount,
): void {
  out.fields([
    ["ID", customer.id],
    ["Phone", customer.phone],
    ["Customer since", moment(customer.createdAt)],
    ["Coins available", String(balances.AVAILABLE)],
    ["Coins processing", String(balances.PROCESSING)],
    ["Coins used", String(balances.USED)],
    ["Coin debt", String(debt)],
  ]);
  out.line();
  out.table(movements, [
    ["TIME", ({ at }) => moment(at)],
    ["COINS", ({ coins }) => String(coins), { align: "right" }],
    ["FROM", ({ from }) => from],
    ["TO", ({ to }) => to],
    ["REASON", ({ reason }) => reason, { canShrink: true }],
    ["SESSION", ({ sessionId }) => sessionId ?? "-", { isOptional: true }],
  ], "No ledger entries yet");
}

/** A customer as JSON; whole coins. */
function customerJson(
  { customer, balances, debt }: Pick<CustomerAccount, "customer" | "balances" | "debt">,
) {
  return {
    id: customer.id,
    merchant_id: customer.merchantId,
    phone: isErased(customer) ? null : customer.phone,
    coins: {
      available: balances.AVAILABLE,
      processing: balances.PROCESSING,
      used: balances.USED,
      debt,
      // The shop's side of the ledger: the sum of the first three, less the debt.
      issued: 0 - balances.ISSUED,
    },
    created_at: momentText(customer.createdAt),
  };
}

function accountJson({ movements, ...stored }: CustomerAccount) {
  return { ...customerJson(stored), ledger: movements.map(movementJson) };
}

function movementJson({ id, coins, from, to, reason, sessionId, at }: CoinMovement) {
  return { id, coins, from, to, reason, session_id: sessionId, at: momentText(at) };
}
