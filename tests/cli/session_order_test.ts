import assert from "node:assert/strict";
import { parseMerchantId, parseSessionId } from "../../src/domain/ids.ts";
import type { CheckoutSession } from "../../src/domain/session/session.ts";
import { Buyer } from "./buyer.ts";
import { createShop, openSession, type Shell, withShell } from "./support.ts";

/** A cash-on-delivery order of 738.00. */
async function placed(shell: Shell): Promise<{ id: string; number: string }> {
  const id = await openSession(shell);
  const buyer = new Buyer(shell, id);
  await buyer.choose("COD");
  await buyer.placeOrder();
  const { order } = await shell.json("session", "show", id);
  return { id, number: order.number };
}

Deno.test("session list and show have the order's number, and show finds the order by it", () =>
  withShell(async (shell) => {
    await createShop(shell, "--cod-fee", "40");
    const { id, number } = await placed(shell);
    const open = await openSession(shell);
    const listed = await shell.json("session", "list");
    assert.deepEqual(
      listed.map((one: Record<string, unknown>) => [one["id"], one["order_number"]]),
      [[open, null], [id, number]],
    );
    assert.match((await shell.run("session", "list")).out, new RegExp(`^${id} .* ${number} `, "m"));
    for (const text of [number, number.toLowerCase(), number.replace("-", " ")]) {
      const { out } = await shell.run("session", "show", text);
      assert.match(out, new RegExp(`^Session +${id}$`, "m"));
      assert.match(out, new RegExp(`^Order +${number}, placed 2026-01-02 03:04:05Z$`, "m"));
    }
    const collected = ["session", "collected", number, "--amount", "738"];
    const { id: same, order_number } = await shell.json(...collected);
    assert.deepEqual([same, order_number], [id, number]);
  }));

Deno.test("session show refuses an order number that no shop has, or several", () =>
  withShell(async (shell) => {
    await createShop(shell, "--cod-fee", "40");
    const { id, number } = await placed(shell);
    const unknown = await shell.run("session", "show", "0000-oooo");
    assert.deepEqual([unknown.code, unknown.out], [1, ""]);
    assert.match(unknown.err, /No order has this number: 0000-0000/);
    const session = (await shell.store.sessions.find(parseSessionId(id)!))!.load();
    const { id: merchantId } = await shell.json(
      ...["merchant", "create", "--name", "Second", "--domain", "second.example"],
      ...["--country", "IN", "--currency", "INR"],
    );
    const copy: CheckoutSession = {
      ...session,
      id: parseSessionId("01998f5e-0000-7000-8000-000000000001")!,
      merchantId: parseMerchantId(merchantId)!,
    };
    await shell.store.commit([{ kind: "session.add", session: copy, extra: "{}", view: null }]);
    const several = await shell.run("session", "show", number);
    assert.match(several.err, /Several shops have an order with this number, use its session id: /);
    assert.equal((await shell.json("session", "show", id)).order.number, number);
  }));
