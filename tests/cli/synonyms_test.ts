import assert from "node:assert/strict";
import { commandMeant } from "../../src/cli/synonyms.ts";
import { allCommands, theProgram } from "../support/commands.ts";
import { createShop, withShell } from "./support.ts";

Deno.test("an unknown command is answered with ours, by a table of synonyms", () =>
  withShell(async (shell) => {
    const rows = [
      ["session get", "session show"],
      ["--db x session get", "session show"],
      ["merchant rm", "merchant delete"],
      ["key delete", "key revoke"],
      ["webhook create", "webhook add"],
      ["product ls", "product list"],
      ["shops list", "merchant"],
      ["backup", "db backup"],
      ["purchases list", "order"],
    ] as const;
    for (const [typed, meant] of rows) {
      const { code, err } = await shell.run(...typed.split(" "));
      assert.equal(code, 2, typed);
      assert.ok(err.split("\n")[0]?.includes(`(Did you mean ${meant}?)`), err);
    }
    const { err } = await shell.run("session", "frobnicate");
    assert.match(err, /^error: Unknown command 'frobnicate' \(error\.invalid-request\)\n/);
    const typo = await shell.run("session", "lst");
    assert.match(typo.err, /Did you mean list\?/);
  }));

Deno.test("commandMeant() names commands that exist, and none for a known one", () => {
  const program = theProgram();
  const known = allCommands().map((words) => words.join(" "));
  for (const noun of ["", ...new Set(known.map((words) => words.split(" ")[0] ?? ""))]) {
    for (const word of ["get", "ls", "new", "rm", "edit", "stop", "check", "backup", "send"]) {
      const argv = [noun, word].filter((part) => part !== "");
      const found = commandMeant(program, argv);
      if (found !== undefined) assert.ok(known.includes(found), `${argv.join(" ")}: ${found}`);
    }
  }
  assert.equal(commandMeant(program, ["session", "list", "get"]), undefined);
});

Deno.test("a percentage may have its sign", () =>
  withShell(async (shell) => {
    const id = await createShop(shell, "--tax-rate", "18%");
    assert.equal((await shell.json("merchant", "show", id)).tax.rate, 18);
    const make = ["coupon", "create", "--merchant", id, "--code"];
    const ten = await shell.json(...make, "TEN", "--amount", "10 %");
    assert.deepEqual([ten.discount_type, ten.discount_amount], ["PERCENTAGE", 10]);
    const five = await shell.json(...make, "FIVE", "--amount", "5", "--type", "fixed");
    assert.equal(five.discount_type, "FIXED");
    const changed = await shell.json(
      "coupon",
      "update",
      "FIVE",
      "--merchant",
      id,
      "--amount",
      "5%",
    );
    assert.deepEqual([changed.discount_type, changed.discount_amount], ["PERCENTAGE", 5]);
    const { code, err } = await shell.run(...make, "X", "--amount", "5%", "--type", "fixed");
    assert.equal(code, 2);
    assert.match(err, /^error: --amount of a fixed discount must be an amount, got "5%" /);
  }));
