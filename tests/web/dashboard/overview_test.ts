/** The overview: its figures are those of the command line. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { MerchantId } from "../../../src/domain/ids.ts";
import { Buyer } from "../../cli/buyer.ts";
import { createShop, openSession, type Shell, withShell } from "../../cli/support.ts";
import { dashboardOf, roleAt } from "./dashboard.ts";

const DAY_MS = 86_400_000;

/** The rows of the table with this name: the texts of their cells, without its head. */
function tableOf(html: string, name: string): string[][] {
  const [, table] = new RegExp(`<table[^>]* aria-label="${name}">(.*?)</table>`, "s")
    .exec(html) ?? [];
  ok(table, name);
  return table.split("<tr").slice(2).map((row) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) =>
      cell.replace(/<[^>]*>/g, "")
    )
  );
}

/** A number as India writes it, such as `1,23,456.50`. */
function amountText(text: string): number {
  match(text, /^-?₹[\d,]+\.\d\d$/);
  return Number(text.replaceAll(/[₹,]/g, ""));
}

/** Sessions of three days, in every state, some with orders, some of which are refunded. */
async function sell(shell: Shell): Promise<void> {
  const buyer = async (quantity: number) =>
    new Buyer(shell, await openSession(shell, { quantity }));
  for (const orders of [2, 0, 3]) {
    for (let n = 0; n < orders; n++) {
      const paying = await buyer(n + 1);
      await paying.startPayment();
      await paying.settle("PAID");
    }
    const [order] = await shell.json("order", "list");
    const part = ["--amount", "100", "--reference", `UTR ${orders}`, "--yes"];
    await shell.json("order", "refund", order.number, ...part);
    await openSession(shell);
    await (await buyer(1)).address();
    const failing = await buyer(2);
    await failing.startPayment();
    await failing.settle("FAILED");
    await shell.json("session", "expire", await openSession(shell), "--yes");
    shell.clock.advance(DAY_MS);
  }
}

for (const days of [1, 7, 14, 90]) {
  Deno.test(`the overview of ${days} days has the figures of session stats --json`, () =>
    withShell(async (shell) => {
      const id = await createShop(shell, "--time-zone", "Asia/Kolkata") as MerchantId;
      await sell(shell);
      shell.clock.advance(-DAY_MS / 2);
      const [stats] = await shell.json("session", "stats", "--days", String(days));
      const visitor = await dashboardOf(shell).visitor("asha", roleAt(id, "viewer"));
      const { status, text } = await visitor.get(`/shops/${id}/?days=${days}`);
      equal(status, 200);

      deepEqual(
        tableOf(text, "From cart to order").map(([, count]) => Number(count)),
        [stats.created, stats.begun, stats.to_payment, stats.completed],
      );
      const sums = tableOf(text, "Revenue per day in INR")
        .map(([, ...amounts]) => amounts.map(amountText));
      equal(sums.length, days);
      interface Day {
        readonly created: number;
        readonly completed: number;
        readonly revenue: readonly { readonly total_payable: number; readonly net: number }[];
      }
      deepEqual(
        sums,
        stats.days.map(({ revenue: [own] }: Day) => [own?.total_payable ?? 0, own?.net ?? 0]),
      );
      const [all] = stats.revenue;
      equal(all.net, all.total_payable - 100 * Math.min(days, 3));
      deepEqual(
        tableOf(text, "Sessions per day, and completed ones of them")
          .map(([, ...counts]) => counts.map(Number)),
        stats.days.map(({ created, completed }: Day) => [created, completed]),
      );
      const [, revenue = ""] = /<dt>Revenue<\/dt><dd><span class="value">([^<]*)</.exec(text) ?? [];
      equal(amountText(revenue), all.net);
      match(text, / gross</);
    }));
}

Deno.test("the overview counts 14 days for anything that is no number of days", () =>
  withShell(async (shell) => {
    const id = await createShop(shell) as MerchantId;
    const visitor = await dashboardOf(shell).visitor("asha", roleAt(id, "viewer"));
    const wanted = await visitor.get(`/shops/${id}/`);
    for (const days of ["", "0", "367", "-1", "1e1", "x", "14", "999999999999"]) {
      equal((await visitor.get(`/shops/${id}/?days=${days}`)).text, wanted.text, days);
    }
    match(wanted.text, /No orders in these days/);
    match(wanted.text, /Nothing needs attention/);
  }));
