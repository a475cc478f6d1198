import assert from "node:assert/strict";
import { SETTLE_MS } from "../../src/service/cache/freshness.ts";
import { Buyer } from "./buyer.ts";
import { createShop, openSession, withShell } from "./support.ts";

Deno.test("payment cancel asks on a terminal, needs --yes elsewhere, and releases once", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const id = await openSession(shell);
    const { payment } = await new Buyer(shell, id).startPayment();
    const cancel = (...more: string[]) => shell.run("payment", "cancel", id, ...more);
    const state = async () => (await shell.json("session", "show", id)).payment_state;
    assert.equal((await cancel()).code, 2);
    shell.isTerminal = true;
    shell.answer = false;
    assert.equal((await cancel()).code, 1);
    assert.equal(await state(), "PENDING");
    shell.answer = true;
    assert.equal((await cancel()).out, `Cancelled the payment of session ${id}: 698.00 INR\n`);
    assert.equal(await state(), "FAILED");
    const again = await cancel("--yes");
    assert.deepEqual([again.code, again.out], [1, ""]);
    assert.match(again.err, /No unpaid payment holds anything: /);
    // Until a server has noticed what the command did.
    shell.clock.advance(SETTLE_MS);
    const { payment: second } = await new Buyer(shell, id).startPayment();
    assert.deepEqual(await shell.json("payment", "cancel", id, "--yes"), {
      session_id: id,
      payment_id: second?.id,
      amount: "698.00",
      currency_code: "INR",
    });
    assert.notEqual(second?.id, payment?.id);
  }));
