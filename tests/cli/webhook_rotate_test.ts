import assert from "node:assert/strict";
import { createShop, withShell } from "./support.ts";

const ADD = ["webhook", "add", "--merchant", "demo-store.example", "https://shop.example/hooks"];

Deno.test("webhook rotate prints the new secret once, and until when the old one signs", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const added = await shell.json(...ADD);
    assert.equal(added.previous_secret_ends_at, null);
    const { code, out } = await shell.run("webhook", "rotate", added.id, "--overlap", "1h");
    assert.equal(code, 0);
    const secret = /^Secret +(whsec_\S{44})$/m.exec(out)?.[1];
    assert.ok(secret !== undefined && secret !== added.secret);
    assert.match(out, /^Old secret signs until +20\S+ .*$/m);
    const listed = await shell.run("webhook", "list", "--json");
    assert.match(listed.out, /"previous_secret_ends_at": "20/);
    assert.ok(!listed.out.includes(secret.slice(6)) && !listed.out.includes("whsec_"));

    const again = await shell.run("webhook", "rotate", added.id);
    assert.equal(again.code, 1);
    assert.match(again.err, /Two secrets sign already/);
    const asked = await shell.run("webhook", "rotate", added.id, "--overlap", "0");
    assert.equal(asked.code, 2);
    assert.match(asked.err, /add --yes/);
    const last = await shell.json("webhook", "rotate", added.id, "--overlap", "0", "--yes");
    assert.equal(last.previous_secret_ends_at, null);
  }));
