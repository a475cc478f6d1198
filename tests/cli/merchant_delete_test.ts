import assert from "node:assert/strict";
import { DEMO_CART, demoShops } from "../../src/demo/demo.ts";
import { seedDemo } from "../../src/service/shop/demo.ts";
import { Buyer } from "./buyer.ts";
import { createShop, openSession, type Shell, withShell } from "./support.ts";
import { OPERATOR } from "../support/operator.ts";

/** Answers a question on a terminal. */
function atTerminal(shell: Shell, answer: boolean): void {
  Object.assign(shell, { isTerminal: true, answer, env: { NO_COLOR: "1" } });
}

Deno.test("merchant delete deletes an empty shop after a question, with its keys and endpoints", () =>
  withShell(async (shell) => {
    const id = await createShop(shell);
    await shell.json("key", "create", "--merchant", id, "--name", "backend");
    await shell.json("webhook", "add", "https://shop.example/hooks", "--merchant", id);
    assert.equal((await shell.run("merchant", "delete", id)).code, 2, "nobody to ask");
    atTerminal(shell, false);
    assert.equal((await shell.run("merchant", "delete", id)).code, 1);
    atTerminal(shell, true);
    const { code, out } = await shell.run("merchant", "delete", "demo-store.example");
    assert.deepEqual([code, out], [0, `Deleted merchant Demo Store: ${id}\n`]);
    const question = "Delete Demo Store (demo-store.example)? This cannot be undone.";
    assert.deepEqual(shell.asked, [question, question]);
    assert.deepEqual(await shell.json("merchant", "list"), []);
    await createShop(shell);
  }));

Deno.test("merchant delete --with-data deletes everything of a shop, and nothing of another", () =>
  withShell(async (shell) => {
    const other = { ...demoShops()[0]! };
    const { merchant } = await seedDemo(shell.services, [other], OPERATOR);
    const place = ["--country", "IN", "--currency", "INR", "--domain", "b.example"];
    await shell.json("merchant", "create", "--name", "B", ...place);
    await shell.json("webhook", "add", "https://b.example/hooks", "--merchant", merchant.id);
    for (let i = 0; i < 3; i++) {
      const buyer = new Buyer(shell, await openSession(shell));
      await buyer.address();
    }
    // A manual payment is awaited for days; its session goes too.
    const [awaited] = await shell.json("session", "list");
    await new Buyer(shell, awaited.id).startPayment({ days: 3 });
    assert.ok(DEMO_CART.data.items.length > 0);
    const refused = await shell.run("merchant", "delete", merchant.id, "--yes");
    assert.equal(refused.code, 1);
    assert.match(
      refused.err,
      /^error: The shop has 3 sessions, 4 coupons, \d customers?, 7 products: add --with-data to /,
    );
    const { id, deleted } = await shell.json(
      ...["merchant", "delete", merchant.id, "--with-data", "--yes"],
    );
    assert.deepEqual([id, deleted.sessions, deleted.products], [merchant.id, 3, 7]);
    const left = await shell.json("merchant", "list");
    assert.deepEqual(left.map(({ name }: { name: string }) => name), ["B"]);
    assert.deepEqual(await shell.json("session", "list"), []);
    assert.equal((await shell.run("merchant", "delete", merchant.id, "--yes")).code, 1);
  }));
