import assert from "node:assert/strict";
import { dispute } from "../support/disputes.ts";
import { Buyer } from "./buyer.ts";
import { createShop, openSession, withShell } from "./support.ts";

Deno.test("payment dispute records how one ended that no key can ask for", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const id = await openSession(shell);
    await new Buyer(shell, id).startPayment({ days: 3 });
    await shell.json("session", "paid", id);
    await dispute(shell, id, { amount: 20_000 });
    const report = (...words: string[]) => shell.run("payment", "dispute", ...words);
    assert.equal((await report("dp_1", "lost")).out, "The dispute dp_1 of 200.00 INR is lost\n");
    const { disputes } = await shell.json("session", "show", id);
    assert.deepEqual(disputes.map(({ status }: { status: string }) => status), ["LOST"]);
    // A word can be corrected.
    assert.deepEqual(await shell.json("payment", "dispute", "dp_1", "won"), {
      reference: "dp_1",
      session_id: id,
      payment_id: null,
      amount: 200,
      currency_code: "INR",
      status: "WON",
    });
    assert.match((await report("dp_2", "won")).err, /has no dispute with this reference: "?dp_2/);
    assert.equal((await report("dp_1", "open")).code, 2);
  }));
