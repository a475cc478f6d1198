import assert from "node:assert/strict";
import { createShop, withShell } from "./support.ts";

const SHOP = ["--merchant", "demo-store.example"];

Deno.test("provider add takes one for tests; list and remove name it, and another may follow", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const add = (...more: string[]) => shell.run("provider", "add", ...more, ...SHOP);
    const { out } = await add("demo", "--test");
    const [, id = ""] = /^Added demo for test payments: ([0-9a-f-]{36})\n$/.exec(out) ?? [];
    assert.ok(id, out);
    assert.match((await add("demo", "--test")).err, /has a provider for test payments: remove it/);
    const list = async () =>
      (await shell.json("provider", "list", ...SHOP)).map((
        { provider_id, removed_at }: Record<string, unknown>,
      ) => [provider_id, removed_at === null]);
    assert.deepEqual(await list(), [[id, true]]);
    const remove = ["provider", "remove", id, "--yes", ...SHOP];
    assert.equal((await shell.run(...remove)).out, `Removed demo: ${id}\n`);
    assert.match((await shell.run(...remove)).err, /The shop has no such provider in use: /);
    assert.deepEqual(await list(), [[id, false]]);
    assert.equal((await add("demo", "--test")).code, 0);
  }));

Deno.test("provider add refuses an unknown kind, and the demo provider for live payments", () =>
  withShell(async (shell) => {
    await createShop(shell);
    for (
      const [words, said] of [
        [["paypal", "--test"], /Unknown kind of provider: paypal; use demo/],
        [["demo"], /takes payments of test keys only: add --test/],
      ] as const
    ) {
      const { code, err } = await shell.run("provider", "add", ...words, ...SHOP);
      assert.equal(code, 2);
      assert.match(err, said);
    }
    assert.match((await shell.run("provider", "list", ...SHOP)).out, /No providers/);
  }));
