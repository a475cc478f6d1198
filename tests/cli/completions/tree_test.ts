import assert from "node:assert/strict";
import { Argument, Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { bashScript } from "../../../src/cli/completions/bash.ts";
import { fishScript } from "../../../src/cli/completions/fish.ts";
import { commandTree } from "../../../src/cli/completions/tree.ts";
import { zshScript } from "../../../src/cli/completions/zsh.ts";
import { allCommands, theProgram } from "../../support/commands.ts";
import { createShop, withShell } from "../support.ts";

function aProgram(): Command {
  const program = new Command("tool").option("--db <path>", "database").option("--version", "v");
  program.command("send").description("it's sent")
    .addArgument(new Argument("<how>", "how").choices(["slow", "fast"]))
    .addOption(new Option("-c, --colour <name>", "colour").choices(["red", "blue"]))
    .option("--size <size>", "size", (text) => {
      if (["s", "m-l"].includes(text)) return text;
      throw new InvalidArgumentError("It must be one of s, m-l");
    })
    .option("--yes", "do not ask for confirmation");
  program.command("read").argument("[file...]", "what");
  return program;
}

Deno.test("commandTree() has commands, options with their values, and arguments", () => {
  const [root, send, read] = commandTree(aProgram());
  assert.deepEqual(root?.commands, [{ name: "send", description: "it's sent" }, {
    name: "read",
    description: "",
  }]);
  assert.deepEqual(root?.options.map(({ long }) => long), ["--db", "--version", "--help"]);
  assert.deepEqual(send?.argument, { kind: "words", words: ["slow", "fast"] });
  assert.deepEqual(send?.options.map(({ long, short, value }) => [long, short, value]), [
    ["--colour", "-c", { kind: "words", words: ["red", "blue"] }],
    ["--size", null, { kind: "words", words: ["s", "m-l"] }],
    ["--yes", null, null],
    ["--db", null, { kind: "file" }],
    ["--help", "-h", null],
  ]);
  assert.deepEqual([read?.path, read?.argument], ["read", { kind: "file" }]);
});

Deno.test("commandTree() of checkoutctl has every command", () => {
  assert.deepEqual(
    commandTree(theProgram()).map(({ path }) => path).sort(),
    allCommands().map((words) => words.join(" ")).sort(),
  );
});

Deno.test("commandTree() of checkoutctl has the values of --coin-provider, and merchants take them", async () => {
  const words = ["loyalty-partner", "custom"];
  for (const path of ["merchant create", "merchant update"]) {
    const entry = commandTree(theProgram()).find((one) => one.path === path);
    const option = entry?.options.find(({ long }) => long === "--coin-provider");
    assert.deepEqual(option?.value, { kind: "words", words });
  }
  await withShell(async (shell) => {
    await createShop(shell, "--coin-name", "C", "--coin-value", "1", "--coin-worth", "1");
    for (const word of words) {
      const { coin } = await shell.json(
        ...["merchant", "update", "demo-store.example", "--coin-provider", word],
      );
      assert.equal(coin.provider, word.toUpperCase().replace("-", "_"));
    }
    const { code, err } = await shell.run(
      ...["merchant", "update", "demo-store.example", "--coin-provider", "none"],
    );
    assert.equal(code, 2);
    assert.match(err, /It must be one of loyalty-partner, custom/);
  });
});

Deno.test("an option takes a value in all commands of checkoutctl that have it, or in none", () => {
  const kinds = new Map<string, boolean>();
  for (const { path, options } of commandTree(theProgram())) {
    for (const { long, value } of options) {
      assert.equal(kinds.get(long) ?? value !== null, value !== null, `${path} ${long}`);
      kinds.set(long, value !== null);
    }
  }
});

Deno.test("the scripts keep quotes of descriptions as they are", () => {
  const tree = commandTree(aProgram());
  assert.ok(zshScript("tool", tree).includes(String.raw`'send:it'\''s sent'`));
  assert.ok(fishScript("tool", tree).includes(String.raw`-d 'it\'s sent'`));
  assert.ok(bashScript("tool", tree).includes("complete -F _tool tool"));
});

Deno.test("completions --json is one value with the shell and its script", async () => {
  await withShell(async (shell) => {
    const { out } = await shell.run("completions", "fish");
    assert.deepEqual(await shell.json("completions", "fish"), { shell: "fish", script: out });
  });
});
