import assert from "node:assert/strict";
import { createShop, withShell } from "./support.ts";

const ADD = ["webhook", "add", "https://shop.example/hooks", "--merchant", "demo-store.example"];

Deno.test("webhook disable and enable switch an endpoint, and say nothing of its secret", async () => {
  await withShell(async (shell) => {
    await createShop(shell);
    const { id, secret } = await shell.json(...ADD);
    const disabledAt = new Date(shell.clock.now()).toISOString();
    const disabled = await shell.json("webhook", "disable", id);
    assert.deepEqual([disabled.id, disabled.disabled_at], [id, disabledAt]);
    const list = await shell.run("webhook", "list", "--merchant", "demo-store.example");
    assert.match(list.out, / disabled +all /);

    const enabled = await shell.run("webhook", "enable", id);
    assert.equal(enabled.out, `Endpoint https://shop.example/hooks is enabled: ${id}\n`);
    const [listed] = await shell.json("webhook", "list", "--merchant", "demo-store.example");
    assert.equal(listed.disabled_at, null);
    const endpoint = await shell.store.webhooks.find(id);
    assert.equal(endpoint?.secret, secret, "receivers go on with the secret they have");
    assert.ok(!JSON.stringify([disabled, listed]).includes(secret));
  });
});

Deno.test("webhook disable keeps the moment of the first time; twice is no failure", async () => {
  await withShell(async (shell) => {
    await createShop(shell);
    const { id } = await shell.json(...ADD);
    const first = await shell.json("webhook", "disable", id);
    shell.clock.advance(60_000);
    assert.deepEqual(await shell.json("webhook", "disable", id), first);
    await shell.json("webhook", "enable", id);
    assert.equal((await shell.json("webhook", "enable", id)).disabled_at, null);
  });
});

Deno.test("webhook enable and disable return once running servers know of it", async () => {
  await withShell(async (shell) => {
    await createShop(shell);
    const { id } = await shell.json(...ADD);
    for (const verb of ["disable", "enable"]) {
      const before = shell.clock.waited.length;
      await shell.json("webhook", verb, id);
      assert.equal(shell.clock.waited.length, before + 1, verb);
    }
  });
});

for (const verb of ["enable", "disable"]) {
  Deno.test(`webhook ${verb} of an unknown endpoint fails with its code`, async () => {
    await withShell(async (shell) => {
      const { code, err } = await shell.run("webhook", verb, "x\u001b[2J");
      assert.equal(code, 1);
      assert.equal(err, "error: No such endpoint: x?[2J (error.webhook-not-found)\n");
    });
  });
}
