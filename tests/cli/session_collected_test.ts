import assert from "node:assert/strict";
import { Buyer, PHONE, seedCustomer } from "./buyer.ts";
import { createShop, openSession, type Shell, withShell } from "./support.ts";

const SHOP = ["--merchant", "demo-store.example"];

/** A cash-on-delivery order of goods worth 698.00, less 300 coins of 300, with a fee of 40.00. */
async function placed(shell: Shell, ...flags: string[]): Promise<{ id: string; buyer: Buyer }> {
  await createShop(shell, "--cod-fee", "40", ...flags);
  await seedCustomer(shell, 300, PHONE, { earn_percent: 10 });
  const id = await openSession(shell);
  const buyer = new Buyer(shell, id);
  await buyer.verify();
  await buyer.redeem(300);
  await buyer.choose("COD");
  return { id, buyer };
}

async function coins(shell: Shell): Promise<unknown[]> {
  const { coins } = await shell.json("customer", "show", PHONE, ...SHOP);
  return [coins.available, coins.processing, coins.used];
}

Deno.test("a cash-on-delivery order earns nothing until its cash is recorded, and then once", async () => {
  await withShell(async (shell) => {
    const { id, buyer } = await placed(shell);
    await buyer.placeOrder();
    assert.deepEqual(await coins(shell), [0, 0, 300]);
    const epoch = await shell.store.epoch();
    const json = await shell.json("session", "collected", id, "--amount", "708");
    assert.deepEqual(json, {
      id,
      amount_collected: 708,
      collected_at: "2026-01-02T03:04:05.000Z",
      amount_paid: 708,
      total_payable: 708,
      currency_code: "INR",
    });
    assert.deepEqual(await coins(shell), [668, 0, 300]); // 10 % of 668.00
    // Servers that have the session in their caches read it anew.
    assert.notEqual(await shell.store.epoch(), epoch);
    const { pricing, session_state, payment_state, operator: { events, collected } } = await shell
      .json(
        ...["session", "show", id],
      );
    assert.deepEqual([session_state, payment_state], ["COMPLETED", "DRAFT"]);
    assert.deepEqual([pricing.amount_paid, collected.amount], [708, 708]);
    const { type, data } = events.at(-1);
    assert.deepEqual([type, data.amount_collected, data.amount_paid], [
      "order.collected",
      "708.00",
      "708.00",
    ]);
    const again = await shell.run("session", "collected", id, "--amount", "708");
    assert.equal(again.code, 1);
    assert.equal(
      again.err,
      "error: Cash is already recorded for this order: 708.00 INR (error.conflict)\n",
    );
    assert.deepEqual(await coins(shell), [668, 0, 300]);
  });
});

Deno.test("session collected says what is paid of what is due", async () => {
  await withShell(async (shell) => {
    const { id, buyer } = await placed(shell, "--cod-prepaid", "10%");
    await buyer.startPayment();
    await buyer.settle("PAID");
    await buyer.placeOrder();
    // 10 % of the prepaid 70.80.
    assert.deepEqual(await coins(shell), [70, 0, 300]);
    const { code, out } = await shell.run("session", "collected", id, "--amount", "600.00");
    assert.equal(code, 0);
    assert.equal(
      out,
      `Recorded 600.00 INR for session ${id}: 670.80 INR of 708.00 INR is paid\n`,
    );
    assert.deepEqual(await coins(shell), [668, 0, 300]);
  });
});

Deno.test("session collected refuses what is no order, more than is due, and no amount", async () => {
  await withShell(async (shell) => {
    const { id, buyer } = await placed(shell);
    const refused = async (amount: string) => {
      const { code, err } = await shell.run("session", "collected", id, "--amount", amount);
      assert.equal(code, 1);
      return err;
    };
    assert.match(await refused("708"), /is not an order: IN_PROGRESS \(error\.invalid-state\)/);
    await buyer.placeOrder();
    assert.match(await refused("708.01"), /at most 708\.00 INR, got 708\.01 INR/);
    assert.match(await refused("0"), /must be more than 0/);
    assert.match(await refused("7.081"), /--amount must have at most 2 decimals for INR/);
    assert.match(await refused("-1"), /--amount must be an amount/);
    assert.equal((await shell.run("session", "collected", id)).code, 2);
    assert.deepEqual(await coins(shell), [0, 0, 300]);
  });
});
