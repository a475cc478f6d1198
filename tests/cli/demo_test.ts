import assert from "node:assert/strict";
import { withShell } from "./support.ts";

Deno.test("demo seeds a shop and prints a fresh key with commands to paste", async () => {
  await withShell(async (shell) => {
    const { code, out } = await shell.run("demo", "--url", "https://checkout.example:8443/");
    assert.equal(code, 0);
    const secret = /^KEY=(ck_live_\w{36}) URL=https:\/\/checkout\.example:8443;/m.exec(out)?.[1] ??
      "";
    const key = await shell.services.authentication.identify(secret);
    assert.equal(key?.expiresAt, shell.clock.at + 30 * 86_400_000);
    assert.match(out, /^Demo Store is ready\. .* shown only once and expires 2026-02-01:\n/);
    assert.equal(out.split("\n").filter((line) => line.includes("curl")).length, 3);
  });
});

Deno.test("demo again leaves the shop alone and makes another key", async () => {
  await withShell(async (shell) => {
    const first = await shell.json("demo");
    const second = await shell.json("demo");
    assert.equal(second.merchant.id, first.merchant.id);
    assert.notEqual(second.key.secret, first.key.secret);
    for (const kind of ["merchants", "products", "coupons", "customers"]) {
      const { created, updated } = second.seed[kind];
      assert.deepEqual([created, updated], [0, 0], kind);
    }
    assert.deepEqual(Object.keys(first.commands), ["keep", "create", "read", "error"]);
    assert.equal((await shell.json("key", "list", "--merchant", first.merchant.id)).length, 2);
  });
});
