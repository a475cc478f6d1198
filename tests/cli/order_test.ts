import assert from "node:assert/strict";
import type { AuditEntry } from "../../src/domain/trail/entry.ts";
import { parseCsv } from "../support/csv.ts";
import { addSession, aSession, COMPLETED, putMerchant } from "../store/support.ts";
import { aCustomer, NOW } from "../support/builders.ts";
import { aPlacedOrder, orderNumber } from "../support/orders.ts";
import { Buyer } from "./buyer.ts";
import { createShop, openSession, type Shell, withShell } from "./support.ts";

/** Places an order with cash on delivery and returns its session and number. */
async function placeOrder(shell: Shell): Promise<{ id: string; number: string }> {
  const id = await openSession(shell);
  const buyer = new Buyer(shell, id);
  await buyer.choose("COD");
  await buyer.placeOrder();
  const { order } = await shell.json("session", "show", id);
  return { id, number: order.number };
}

Deno.test("order list has orders alone, last placed first, with what is paid of them", () =>
  withShell(async (shell) => {
    const merchantId = await createShop(shell, "--cod-fee", "40");
    const early = await placeOrder(shell);
    await openSession(shell);
    shell.clock.advance(60_000);
    const late = await placeOrder(shell);
    const rows = await shell.json("order", "list");
    assert.deepEqual(
      rows.map(({ number }: { number: string }) => number),
      [late.number, early.number],
    );
    assert.deepEqual(rows[0], {
      number: late.number,
      session_id: late.id,
      merchant_id: merchantId,
      livemode: true,
      placed_at: "2026-01-02T03:05:05.000Z",
      cancelled_at: null,
      late: false,
      payment_state: "DRAFT",
      payment_method: "COD",
      reference: null,
      payment_reference: null,
      customer_phone: null,
      items: 1,
      currency_code: "INR",
      sub_total: 698,
      coupon_discount: 0,
      payment_offer_discount: 0,
      coin_discount: 0,
      shipping: 0,
      cod_fee: 40,
      tax: 0,
      taxes_included: true,
      total_payable: 738,
      amount_paid: 0,
      amount_refunded: 0,
      payment_fee: null,
      payment_net: null,
    });
    const { out, err } = await shell.run("order", "list", "--limit", "1");
    assert.match(out, /^NUMBER +PAYABLE +PAYMENT +PLACED +CUSTOMER +SHOP +LINES +SESSION\n/);
    assert.match(out, / 738\.00 INR +COD DRAFT +2026-01-02 03:05Z +- +Demo Store +1 /);
    assert.equal(err, `More rows follow: add --after ${late.id}\n`);
    const [rest] = await shell.json("order", "list", "--after", late.number);
    assert.equal(rest.number, early.number);
    await shell.json("session", "cancel", late.id, "--reason", "refused", "--yes");
    assert.match((await shell.run("order", "list")).out, / 738\.00 INR +cancelled /);
    assert.deepEqual(await shell.json("order", "list", "--payment", "paid"), []);
    assert.equal((await shell.run("order", "list", "--payment", "paid")).out, "No orders match\n");
  }));

Deno.test("order show is session show by number, and refuses a session without an order", () =>
  withShell(async (shell) => {
    await createShop(shell, "--cod-fee", "40");
    const { id, number } = await placeOrder(shell);
    const session = await shell.run("session", "show", id);
    assert.deepEqual(await shell.run("order", "show", number), session);
    assert.deepEqual(
      await shell.run("order", "show", number.toLowerCase().replace("-", "")),
      session,
    );
    assert.equal((await shell.json("order", "show", id)).order.number, number);
    const open = await openSession(shell);
    const { code, err } = await shell.run("order", "show", open);
    assert.equal(code, 1);
    assert.match(err, /^error: The session has no order: .+ \(error\.session-not-found\)\n$/);
    const none = await shell.run("order", "show", "0000-0000");
    assert.match(none.err, /^error: No order has this number: 0000-0000 /);
  }));

Deno.test("--since and --until are days and times of the shop's zone, else of the machine's", () =>
  withShell(async (shell) => {
    await createShop(shell, "--time-zone", "Asia/Kolkata");
    // 2026-01-02T08:34:05 in Kolkata, then a day later.
    const first = await openSession(shell);
    shell.clock.advance(24 * 3600_000);
    const second = await openSession(shell);
    const ids = async (...flags: string[]) =>
      (await shell.json("session", "list", ...flags)).map(({ id }: { id: string }) => id);
    assert.deepEqual(await ids("--since", "2026-01-02"), [second, first]);
    assert.deepEqual(await ids("--until", "2026-01-02"), [first]);
    assert.deepEqual(await ids("--since", "2026-01-02", "--until", "2026-01-02"), [first]);
    assert.deepEqual(await ids("--since", "2026-01-02T08:35"), [second]);
    assert.deepEqual(await ids("--since", "2026-01-02T08:34:05"), [second, first]);
    assert.deepEqual(await ids("--until", "2026-01-02T08:34:05"), []);
    assert.deepEqual(await ids("--until", "2026-01-02T08:34:05Z"), [first]);
    assert.deepEqual(await ids("--since", "12h"), [second]);
    assert.deepEqual(await ids("--until", "12h"), [first]);
    assert.deepEqual(await ids("--orders", "--since", "2026-01-01"), []);
    // Of two shops without one that is named, the machine's.
    const other = ["--name", "Other", "--domain", "other.example", "--country", "DE"];
    await shell.json("merchant", "create", ...other, "--currency", "EUR");
    assert.deepEqual(await ids("--since", "2026-01-02T08:35"), [second]);
    assert.deepEqual(await ids("--since", "2026-01-02T03:04"), [second, first]);
    shell.timeZone = "Europe/Berlin";
    assert.deepEqual(await ids("--since", "2026-01-02T04:05"), [second]);
    assert.deepEqual(await ids("--since", "2026-01-02T04:04"), [second, first]);
    const { code, err } = await shell.run("session", "list", "--since", "2026-02-30");
    assert.equal(code, 2);
    assert.match(
      err,
      /--since.* must be a duration, such as 12h or 2d, or a time, such as 2026-01-31/,
    );
  }));

const { id, phone } = aCustomer();

Deno.test("--csv prints all rows in pages, and no cell that a spreadsheet runs", () =>
  withShell(async (shell) => {
    const sessions = Array.from({ length: 250 }, (_, n) =>
      addSession(aSession(n, {
        customer: { id, phone },
        reference: "=1+1",
        ...(n % 2 === 0 &&
          {
            state: COMPLETED,
            order: aPlacedOrder({ number: orderNumber(n), placedAt: NOW + n }),
          }),
      })));
    await shell.store.commit([putMerchant, ...sessions]);
    const limits: number[] = [];
    const { list } = shell.store.sessions;
    Object.assign(shell.store.sessions, {
      list: (...asked: Parameters<typeof list>) => {
        limits.push(asked[1].limit);
        return list.call(shell.store.sessions, ...asked);
      },
    });
    const { code, out, err } = await shell.run("session", "list", "--csv");
    assert.deepEqual([code, err], [0, ""]);
    assert.deepEqual(limits, [100, 100, 100]);
    const [titles = [], ...rows] = parseCsv(out);
    assert.equal(rows.length, 250);
    const cell = (row: readonly string[], title: string) => row[titles.indexOf(title)];
    assert.ok(rows.every((row) => cell(row, "reference") === "'=1+1"));
    assert.ok(rows.every((row) => cell(row, "customer_phone") === `'${phone}`));
    const orders = parseCsv((await shell.run("order", "list", "--csv")).out);
    assert.equal(orders.length, 1 + 125);
    assert.deepEqual(
      parseCsv((await shell.run("session", "list", "--orders", "--csv")).out),
      orders,
    );
    const some = await shell.run("order", "list", "--csv", "--limit", "3");
    assert.equal(parseCsv(some.out).length, 1 + 3);
    assert.match(some.err, /^More rows follow: add --after \S+\n$/);
    const downloads = await shell.json("audit", "list", "--action", "export.download");
    assert.deepEqual(downloads.map(({ object }: AuditEntry) => object.label).reverse(), [
      "sessions.csv",
      ...["orders.csv", "orders.csv", "orders.csv"],
    ]);
    const both = await shell.run("order", "list", "--csv", "--json");
    assert.deepEqual([both.code, JSON.parse(both.out).error.message], [
      2,
      "Choose --csv or --json",
    ]);
  }));

Deno.test("--csv on a terminal has no characters that control it", () =>
  withShell(async (shell) => {
    await shell.store.commit([
      putMerchant,
      addSession(aSession(1, { reference: "a\u001b[2J\nb" })),
    ]);
    shell.isTerminal = true;
    const { out } = await shell.run("session", "list", "--csv");
    assert.match(out, /"a\?\[2J\?b"/);
    shell.isTerminal = false;
    assert.ok((await shell.run("session", "list", "--csv")).out.includes('"a\u001b[2J\nb"'));
  }));

Deno.test("lists have live data alone, or with --livemode false that of tests; CSV only the live", () =>
  withShell(async (shell) => {
    const order = (n: number) => ({
      state: COMPLETED,
      order: aPlacedOrder({ number: orderNumber(n), placedAt: NOW + n }),
    });
    const [live, test] = [aSession(1, order(1)), aSession(2, { ...order(2), livemode: false })];
    await shell.store.commit([putMerchant, addSession(live), addSession(test)]);
    for (const list of [["session", "list"], ["order", "list"], ["session", "list", "--orders"]]) {
      const ids = async (...flags: string[]) =>
        (await shell.json(...list, ...flags)).map((
          row: Record<string, unknown>,
        ) => [row["session_id"] ?? row["id"], row["livemode"]]);
      assert.deepEqual(await ids(), [[live.id, true]]);
      assert.deepEqual(await ids("--livemode", "true"), [[live.id, true]]);
      assert.deepEqual(await ids("--livemode", "false"), [[test.id, false]]);
      assert.equal(parseCsv((await shell.run(...list, "--csv")).out).length, 2);
      const { code, err } = await shell.run(...list, "--csv", "--livemode", "false");
      assert.equal(code, 2);
      assert.match(err, /^error: --csv is for live data: leave out --livemode false/);
    }
    assert.deepEqual(await shell.json("payment", "list", "--livemode", "false"), []);
  }));
