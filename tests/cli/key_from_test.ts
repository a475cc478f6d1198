import assert from "node:assert/strict";
import { createShop, withShell } from "./support.ts";

Deno.test("key create --from allows only some addresses, and refuses what is none", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const create = (from: string) =>
      shell.run("key", "create", "--name", "office", "--from", from, "--json");
    const { code, out } = await create("203.0.113.7/24, 2001:db8::1");
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(out).allowed_from, ["203.0.113.0/24", "2001:db8::1/128"]);
    const refused = await create("office.example");
    assert.notEqual(refused.code, 0);
    assert.match(refused.err, /such as 203\.0\.113\.0\/24, got "?office\.example/);
  }));
