import assert from "node:assert/strict";
import { createShop, withShell } from "./support.ts";

const SHOP = ["--merchant", "demo-store.example"];

Deno.test("key create --scopes limits a key, by commas or repeated, and key list shows it", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const made = async (...flags: string[]) =>
      (await shell.json("key", "create", ...SHOP, "--name", "n", ...flags)).scopes;
    const all = ["sessions:read", "sessions:write", "payments:write"];
    assert.deepEqual(await made(), all);
    assert.deepEqual(await made("--scopes", "payments:write,Sessions:Read"), [
      "sessions:read",
      "payments:write",
    ]);
    assert.deepEqual(
      await made(...all.flatMap((scope) => ["--scopes", scope]), "--scopes", "sessions:read"),
      all,
    );
    const { code, err } = await shell.run(
      ...["key", "create", ...SHOP, "--name", "n", "--scopes", "sessions:read,all"],
    );
    assert.equal(code, 2);
    assert.match(err, /It must be one of sessions:read, sessions:write, payments:write/);
    const { out } = await shell.run("key", "list", ...SHOP);
    assert.match(out, /^ID +NAME +STATE +EXPIRES +SCOPES +LAST USED/);
    assert.match(out, /n +active +2027-01-02 03:04Z +checkout +never/);
    assert.match(out, /n +active +2027-01-02 03:04Z +sessions:read, payments:write +never/);
  }));
