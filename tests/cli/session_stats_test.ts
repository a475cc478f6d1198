import assert from "node:assert/strict";
import { Buyer } from "./buyer.ts";
import { createShop, openSession, withShell } from "./support.ts";

Deno.test("session stats counts created, in progress, paid, placed and abandoned", async () => {
  await withShell(async (shell) => {
    const merchantId = await createShop(shell, "--cod-fee", "40");
    assert.deepEqual(await shell.json("session", "stats"), []);
    const empty = await shell.run("session", "stats");
    assert.equal(empty.out, "No sessions created since 2025-12-20\n");
    const buyer = async () => new Buyer(shell, await openSession(shell));
    await openSession(shell);
    await (await buyer()).address();
    await (await buyer()).startPayment();
    const [failing, paying, placing] = [await buyer(), await buyer(), await buyer()];
    await failing.startPayment();
    await failing.settle("FAILED");
    await paying.startPayment();
    await paying.settle("PAID");
    await placing.choose("COD");
    await placing.placeOrder();
    await shell.json("session", "expire", await openSession(shell), "--yes");

    const [stats, ...rest] = await shell.json("session", "stats", "--merchant", merchantId);
    assert.deepEqual(rest, []);
    const { states, days, orders: _orders, ...funnel } = stats;
    const counts = {
      created: 7,
      begun: 5,
      to_payment: 4,
      completed: 2,
      paid: 1,
      placed: 1,
      abandoned: 1,
      in_progress: 3,
    };
    assert.deepEqual(funnel, {
      merchant_id: merchantId,
      from: "2025-12-20T00:00:00.000Z",
      to: "2026-01-03T00:00:00.000Z",
      timezone: "UTC",
      ...counts,
    });
    assert.equal(days.length, 14);
    assert.deepEqual(days.at(-1), { date: "2026-01-02", ...counts });
    assert.deepEqual([days[0].date, days[0].created], ["2025-12-20", 0]);
    const byState = Object.fromEntries(
      states.map((one: Record<string, unknown>) => [
        `${one["session_state"]}/${one["payment_state"]}`,
        one["count"],
      ]),
    );
    assert.deepEqual(byState, {
      "INITIATED/DRAFT": 1,
      "IN_PROGRESS/DRAFT": 1,
      "IN_PROGRESS/PENDING": 1,
      "IN_PROGRESS/FAILED": 1,
      "COMPLETED/PAID": 1,
      "COMPLETED/DRAFT": 1,
      "ABANDONED/DRAFT": 1,
    });
  });
});

Deno.test("session stats counts an order placed after a failed payment as placed", async () => {
  await withShell(async (shell) => {
    await createShop(shell, "--cod-fee", "40");
    const buyer = new Buyer(shell, await openSession(shell));
    await buyer.startPayment();
    await buyer.settle("FAILED");
    await buyer.choose("COD");
    await buyer.placeOrder();
    const [{ states, placed, paid }] = await shell.json("session", "stats");
    assert.deepEqual([placed, paid], [1, 0]);
    assert.equal(states[0].payment_state, "DRAFT");
  });
});

Deno.test("session stats counts an order with a prepaid part as paid", async () => {
  await withShell(async (shell) => {
    await createShop(shell, "--cod-fee", "40", "--cod-prepaid", "10%");
    const buyer = new Buyer(shell, await openSession(shell));
    await buyer.choose("COD");
    await buyer.startPayment();
    await buyer.settle("PAID");
    await buyer.placeOrder();
    const [{ placed, paid }] = await shell.json("session", "stats");
    assert.deepEqual([placed, paid], [0, 1]);
  });
});

Deno.test("session stats has a row for each shop, or the one that is asked for", async () => {
  await withShell(async (shell) => {
    const merchantId = await createShop(shell);
    await openSession(shell);
    const other = await shell.json(
      ...["merchant", "create", "--name", "Other", "--domain", "other.example"],
      ...["--country", "IN", "--currency", "INR"],
    );
    assert.deepEqual(await shell.json("session", "stats", "--merchant", other.id), []);
    const all = await shell.json("session", "stats");
    assert.deepEqual(all.map((one: Record<string, unknown>) => one["merchant_id"]), [merchantId]);
  });
});
