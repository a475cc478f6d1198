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

    const { id } = JSON.parse(out);
    const update = (...options: string[]) => shell.run("key", "update", id, ...options);
    const moved = await update(
      "--from",
      "198.51.100.0/24",
      "--name",
      "works",
      "--expires",
      "never",
    );
    assert.equal(
      moved.out,
      `Key works may be used from 198.51.100.0/24, without an end: ${id}\n`,
    );
    const open = JSON.parse((await update("--from", "any", "--json")).out);
    assert.deepEqual([open.name, open.allowed_from, open.expires_at], ["works", [], null]);
    const nothing = await update();
    assert.equal(nothing.code, 2);
    assert.match(nothing.err, /--name, --expires or --from/);
    assert.equal((await update("--from", "office.example")).code, 1);
    const [last] = await shell.json("audit", "list", "--action", "key.update");
    assert.deepEqual([last.before, last.after], [
      { allowed_from: ["198.51.100.0/24"] },
      { allowed_from: [] },
    ]);
  }));
