import { type CommandUnknownOpts, InvalidArgumentError } from "@commander-js/extra-typings";
import { got } from "../../domain/errors.ts";
import { type CoinMovement, isErased } from "../../domain/shop/customer.ts";
import { momentText } from "../../schema/seed/fields.ts";
import type { CustomerAccount } from "../../service/shop/customers.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { phoneOf } from "../options/phone.ts";
import { counted, moment, shortMoment } from "../output/text.ts";
import { addEraseCommand } from "./customer_erase.ts";

const MERCHANT = ["--merchant <merchant>", "id, or any of its domains"] as const;
const PHONE = [
  "<phone>",
  "phone number, international or national to the shop's country",
] as const;
const MAX_REASON = 200;

/** Adds `customer list | show | coins | erase`. */
export function addCustomerCommands(program: CommandUnknownOpts, context: Context): void {
  const customer = program.command("customer").description("manage a shop's customers and coins")
    .addHelpText("after", "\nExample:\n  checkoutctl customer list --merchant demo-store.example");

  customer.command("list").description("list a shop's customers with their coins, by phone")
    .requiredOption(...MERCHANT)
    .addHelpText(
      "after",
      "\nExample:\n  checkoutctl customer list --merchant demo-store.example --json",
    )
    .action(async ({ merchant }) => await listCustomers(context, merchant));

  customer.command("show").description("show a customer's coins and ledger")
    .argument(...PHONE)
    .requiredOption(...MERCHANT)
    .addHelpText(
      "after",
      `
Coins move between ISSUED (the shop), AVAILABLE, PROCESSING (held by a pending payment)
and USED; each entry moves coins from one account to another.

Example:
  checkoutctl customer show +919876543210 --merchant demo-store.example`,
    )
    .action(async (phone, { merchant }) => await showCustomer(context, { phone, merchant }));

  customer.command("coins").description("give coins to a customer, or take coins back")
    .argument(...PHONE)
    .argument("<coins>", "whole coins: +100 gives, -50 takes", signedCoins)
    .requiredOption(...MERCHANT)
    .requiredOption("--reason <text>", "reason, kept in the ledger")
    .addHelpText(
      "after",
      `
At most the available coins can be taken back. There is no confirmation: the ledger keeps
the entry with its reason, and an opposite entry reverses it.

Example:
  checkoutctl customer coins +919876543210 +100 --merchant demo-store.example \\
    --reason "late delivery"`,
    )
    .action(async (phone, coins, options) =>
      await correctCoins(context, { phone, coins, ...options })
    );

  addEraseCommand(customer, context);
}

/** Reads `+100` or `-50`. Without a sign it might be meant as the new balance. */
function signedCoins(text: string): number {
  if (/^[+-][1-9][0-9]{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number with a sign, such as +100 or -50");
}

async function listCustomers(context: Context, reference: string): Promise<void> {
  const customers = await context.use(async ({ services }) => {
    const { id } = await services.merchants.find(reference);
    return await services.customers.list(id);
  });
  context.out.result(customers.map(customerJson), () =>
    context.out.table(
      [
        { title: "PHONE" },
        { title: "AVAILABLE", align: "right" },
        { title: "PROCESSING", align: "right" },
        { title: "USED", align: "right" },
        { title: "SINCE", isOptional: true },
        { title: "ID", isOptional: true },
      ],
      customers.map(({ customer, balances }) => [
        isErased(customer) ? "(erased)" : customer.phone,
        String(balances.AVAILABLE),
        String(balances.PROCESSING),
        String(balances.USED),
        shortMoment(customer.createdAt),
        customer.id,
      ]),
      "No customers yet",
    ));
}

interface CustomerReference {
  readonly phone: string;
  readonly merchant: string;
}

async function showCustomer(context: Context, reference: CustomerReference): Promise<void> {
  const account = await context.use(async ({ services }) => {
    const merchant = await services.merchants.find(reference.merchant);
    const phone = await phoneOf(reference.phone, merchant.countryCode, "The phone");
    return await services.customers.show(merchant.id, phone);
  });
  context.out.result(accountJson(account), () => printAccount(context, account));
}

async function correctCoins(
  context: Context,
  { coins, reason: text, ...reference }: CustomerReference & {
    readonly coins: number;
    readonly reason: string;
  },
): Promise<void> {
  const reason = text.trim();
  if (reason === "" || reason.length > MAX_REASON) {
    throw new UsageError(`--reason must have 1 to ${MAX_REASON} characters, ${got(text)}`);
  }
  const account = await context.use(async ({ services }) => {
    const merchant = await services.merchants.find(reference.merchant);
    const phone = await phoneOf(reference.phone, merchant.countryCode, "The phone");
    return await services.customers.correct(merchant.id, phone, { coins, reason });
  });
  const { customer, balances } = account;
  const done = coins > 0
    ? `Gave ${counted(coins, "coin")} to ${customer.phone}`
    : `Took ${counted(-coins, "coin")} from ${customer.phone}`;
  context.out.result(
    accountJson(account),
    () => context.out.line(`${done}, ${counted(balances.AVAILABLE, "coin")} available now`),
  );
}

function printAccount({ out }: Context, { customer, balances, movements }: CustomerAccount): void {
  out.fields([
    ["ID", customer.id],
    ["Phone", customer.phone],
    ["Customer since", moment(customer.createdAt)],
    ["Coins available", String(balances.AVAILABLE)],
    ["Coins processing", String(balances.PROCESSING)],
    ["Coins used", String(balances.USED)],
  ]);
  out.line();
  out.table(
    [
      { title: "TIME" },
      { title: "COINS", align: "right" },
      { title: "FROM" },
      { title: "TO" },
      { title: "REASON", canShrink: true },
      { title: "SESSION", isOptional: true },
    ],
    movements.map(({ at, coins, from, to, reason, sessionId }) => [
      moment(at),
      String(coins),
      from,
      to,
      reason,
      sessionId ?? "-",
    ]),
    "No ledger entries yet",
  );
}

/** A customer for programs; whole coins. */
function customerJson(
  { customer, balances }: Pick<CustomerAccount, "customer" | "balances">,
) {
  return {
    id: customer.id,
    merchant_id: customer.merchantId,
    phone: isErased(customer) ? null : customer.phone,
    coins: {
      available: balances.AVAILABLE,
      processing: balances.PROCESSING,
      used: balances.USED,
      // The shop's side of the ledger: what it gave, as much as the three others together.
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
