import assert from "node:assert/strict";
import { Buyer } from "./buyer.ts";
import { createShop, openSession, type Shell, withShell } from "./support.ts";

/** Two refunds of an order that was paid by the shop's own provider: one of them is paid back. */
async function refunded(shell: Shell): Promise<string> {
  await createShop(shell);
  const buyer = new Buyer(shell, await openSession(shell));
  await buyer.startPayment();
  await buyer.settle("PAID");
  const [{ number }] = await shell.json("order", "list");
  const refund = (...args: string[]) => shell.json("order", "refund", number, ...args, "--yes");
  await refund("--amount", "100", "--reference", "UTR 4238");
  shell.clock.advance(60_000);
  await refund("--amount", "50.50");
  return number;
}

Deno.test("refund list has refunds, newest first, by state and origin", () =>
  withShell(async (shell) => {
    const number = await refunded(shell);
    const rows = await shell.json("refund", "list");
    const { id, session_id, payment_id, merchant_id, ...first } = rows[0];
    assert.deepEqual(first, {
      at: "2026-01-02T03:05:05.000Z",
      livemode: true,
      unexpected_id: null,
      amount: 50.5,
      currency_code: "INR",
      state: "REQUESTED",
      origin: "OURS",
      reference: null,
      settled_at: null,
    });
    assert.deepEqual([rows.length, rows[1].reference], [2, "UTR 4238"]);
    const ids = async (...args: string[]) =>
      (await shell.json("refund", "list", ...args)).map((row: { id: string }) => row.id);
    assert.deepEqual(await ids("--state", "requested"), [id]);
    assert.deepEqual(await ids("--state", "done"), [rows[1].id]);
    assert.deepEqual(await ids("--origin", "provider"), []);
    assert.deepEqual(await ids("--livemode", "false"), []);
    assert.deepEqual(await ids("--merchant", merchant_id, "--limit", "1"), [id]);
    assert.deepEqual(await ids("--after", id), [rows[1].id]);
    assert.match((await shell.json("order", "show", number)).id, new RegExp(session_id));
    assert.equal(typeof payment_id, "string");
    const { out, err } = await shell.run("refund", "list", "--limit", "1");
    assert.match(out, /^ID +AMOUNT +STATE +REQUESTED +REFERENCE +SESSION +SHOP\n/);
    assert.match(out, / 50\.50 INR +To refund +2026-01-02 03:05Z +- /);
    assert.equal(err, `More rows follow: add --after ${id}\n`);
    const none = await shell.run("refund", "list", "--state", "failed");
    assert.equal(none.out, "No refunds match\n");
    const unknown = await shell.run("refund", "list", "--after", session_id);
    assert.match(unknown.err, /^error: No refund has this id: .+ \(error\.refund-not-found\)\n$/);
  }));

Deno.test("refund list --csv has all refunds for a spreadsheet, live ones alone", () =>
  withShell(async (shell) => {
    await refunded(shell);
    const { out } = await shell.run("refund", "list", "--csv");
    const [head, ...lines] = out.trimEnd().split("\r\n");
    assert.match(head ?? "", /^\ufeff?id,at,session_id,payment_id,unexpected_id,amount,/);
    assert.deepEqual(lines.map((line) => line.split(",")[5]), ["50.5", "100"]);
    const refusals = [
      [["--csv", "--livemode", "false"], /--csv is for live data/],
      [["--csv", "--json"], /Choose --csv or --json/],
    ] as const;
    for (const [args, message] of refusals) {
      const { code, err } = await shell.run("refund", "list", ...args);
      assert.equal(code, 2);
      assert.match(err, message);
    }
  }));
