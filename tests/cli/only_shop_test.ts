import assert from "node:assert/strict";
import { commandAt, leafCommands } from "../support/commands.ts";
import { createShop, openSession, type Shell, withShell } from "./support.ts";

const OTHER = ["--name", "Other", "--domain", "other.example", "--country", "DE"] as const;

async function createOther(shell: Shell): Promise<void> {
  await shell.json("merchant", "create", ...OTHER, "--currency", "EUR");
}

Deno.test("no command demands the option --merchant", () => {
  const demanding = leafCommands().filter((words) =>
    commandAt(words.split(" ")).options.some(({ long, mandatory }) =>
      long === "--merchant" && mandatory
    )
  );
  assert.deepEqual(demanding, []);
});

Deno.test("a command takes the only shop, that of CHECKOUT_MERCHANT, or the one that is named", () =>
  withShell(async (shell) => {
    const names = async (...argv: string[]) => (await shell.json("merchant", "show", ...argv)).name;
    await createShop(shell);
    assert.equal(await names(), "Demo Store");
    assert.deepEqual(await shell.json("customer", "list"), []);
    await createOther(shell);
    const { code, err } = await shell.run("customer", "list");
    assert.equal(code, 2);
    assert.match(
      err,
      /^error: Name a shop with --merchant or CHECKOUT_MERCHANT: there are 2 shops/,
    );
    shell.env["CHECKOUT_MERCHANT"] = "other.example";
    assert.equal(await names(), "Other");
    assert.equal(await names("demo-store.example"), "Demo Store");
    await shell.json("key", "create", "--name", "backend");
    assert.equal((await shell.json("key", "list", "--merchant", "other.example")).length, 1);
    shell.env["CHECKOUT_MERCHANT"] = "gone.example";
    assert.match((await shell.run("key", "list")).err, /^error: No such merchant: gone\.example/);
    shell.env["CHECKOUT_MERCHANT"] = "";
    assert.equal((await shell.run("key", "list")).code, 2);
  }));

Deno.test("lists of all shops stay lists of all shops, CHECKOUT_MERCHANT or not", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const id = await openSession(shell);
    await createOther(shell);
    shell.env["CHECKOUT_MERCHANT"] = "other.example";
    const [listed] = await shell.json("session", "list");
    assert.equal(listed.id, id);
    assert.deepEqual(await shell.json("session", "list", "--merchant", "other.example"), []);
  }));

Deno.test("a national phone number is read with the country of the only shop", () =>
  withShell(async (shell) => {
    await createShop(shell);
    assert.deepEqual(await shell.json("session", "list", "--phone", "098765 43210"), []);
    await createOther(shell);
    assert.equal((await shell.run("session", "list", "--phone", "098765 43210")).code, 2);
  }));
