import assert from "node:assert/strict";
import { Argument, Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { candidates } from "../../../src/cli/completions/candidates.ts";
import { allCommands, theProgram } from "../../support/commands.ts";
import { createShop, withShell } from "../support.ts";

function aProgram(): Command {
  const program = new Command("tool").option("--db <path>", "database").option("--version", "v")
    .configureHelp({ showGlobalOptions: true });
  program.command("send").description("it's sent")
    .addArgument(new Argument("<how>", "how").choices(["slow", "fast"]))
    .argument("<whom>", "whom")
    .addOption(new Option("-c, --colour <name>", "colour").choices(["red", "blue"]))
    .option("--size <size>", "size", (text) => {
      if (["s", "m-l"].includes(text)) return text;
      throw new InvalidArgumentError("It must be one of s, m-l");
    })
    .option("--yes", "do not ask for confirmation");
  program.command("read").argument("[file...]", "what");
  program.command("secret", { hidden: true });
  return program;
}

const OPTIONS = ["--colour", "--size", "--yes", "--help", "--db"];

/** The words typed, the last one up to the cursor, and the names offered. */
const TOOL: readonly (readonly [words: readonly string[], names: readonly string[]])[] = [
  [[], ["send", "read"]],
  [[""], ["send", "read"]],
  [["s"], ["send"]],
  [["-"], ["--db", "--version", "--help"]],
  [["send", ""], ["slow", "fast"]],
  [["send", "f"], ["fast"]],
  [["send", "fast", ""], []],
  [["send", "--"], OPTIONS],
  [["send", "--yes", "f"], ["fast"]],
  [["send", "--colour", ""], ["red", "blue"]],
  [["send", "--colour=b"], ["blue"]],
  [["send", "--colour", "=", "b"], ["blue"]],
  [["send", "--colour", "="], ["red", "blue"]],
  [["send", "-c", "r"], ["red"]],
  [["send", "--size", "m"], ["m-l"]],
  [["send", "--size", "slow", ""], ["slow", "fast"]],
  [["send", "--bogus=", ""], ["slow", "fast"]],
  [["--db", ""], [":files"]],
  [["--db=x"], [":files"]],
  [["--db", "send", "r"], ["read"]],
  [["read", ""], [":files"]],
  [["read", "a", "b"], [":files"]],
  [["nonsense", "s"], ["send"]],
];

const STATES = ["initiated", "in-progress", "completed", "abandoned"];
const PAYMENTS = ["pending", "paid", "failed", "unexpected", "disputed", "many-unknown"]
  .map((event) => `payment.${event}`);

const CHECKOUTCTL: typeof TOOL = [
  [["session", ""], ["list", "show", "expire", "paid", "collected", "cancel", "stats"]],
  [["session", "list", "--state", ""], STATES],
  [["session", "list", "--merchant", ""], []],
  [["session", "list", "--merchant", "stats", "--sta"], ["--state"]],
  [["session", "show", "sho"], []],
  [["--db", "session", "sessi"], ["session"]],
  [["--json", "session", "li"], ["list"]],
  [["init", "--cart-format", ""], ["plain", "shopify"]],
  [["webhook", "add", "--event", "pay"], PAYMENTS],
  [["key", "create", "--scopes", "sess"], ["sessions:read", "sessions:write"]],
  [["completions", ""], ["bash", "zsh", "fish"]],
  [["product", "import", "sho"], [":files"]],
  [["doctor", "--backups", ""], [":files"]],
  [["merchant", "create", "--coin-provider", ""], ["custom", "loyalty-partner"]],
  [["--vers"], ["--version"]],
  [["session", "list", "--vers"], []],
  [["__"], []],
];

for (const [make, cases] of [[aProgram, TOOL], [theProgram, CHECKOUTCTL]] as const) {
  const program = make();
  for (const [words, names] of cases) {
    Deno.test(`candidates() for ${program.name()} ${words.join(" ")}|`, () => {
      assert.deepEqual(candidates(program, words).map(({ name }) => name), names);
    });
  }
}

Deno.test("candidates() offers every command of checkoutctl where it can be typed", () => {
  for (const words of allCommands().filter(({ length }) => length > 0)) {
    assert.ok(candidates(theProgram(), words).some(({ name }) => name === words.at(-1)));
  }
});

Deno.test("merchants take every value offered for --coin-provider, and no other", () =>
  withShell(async (shell) => {
    await createShop(shell, "--coin-name", "C", "--coin-value", "1", "--coin-worth", "1");
    const update = ["merchant", "update", "demo-store.example", "--coin-provider"];
    for (const { name } of candidates(theProgram(), [...update, ""])) {
      const { coin } = await shell.json(...update, name);
      assert.equal(coin.provider, name.toUpperCase().replace("-", "_"));
    }
    const { code, err } = await shell.run(...update, "none");
    assert.equal(code, 2);
    assert.match(err, /It must be one of custom, loyalty-partner/);
  }));

Deno.test("__complete prints a name and its description a line, and opens no database", () =>
  withShell(async (shell) => {
    const ran = await shell.run("__complete", "--", "session", "ex");
    assert.deepEqual(ran, { code: 0, out: "expire\texpire sessions now\n", err: "" });
    const { out } = await shell.run("__complete", "--", "--json", "session", "list", "--js");
    assert.equal(out, "--json\tprint exactly one JSON value on stdout\n");
    assert.deepEqual(shell.opened, []);
  }));

Deno.test("completions --json is one value with the shell and its script", () =>
  withShell(async (shell) => {
    const { out } = await shell.run("completions", "fish");
    assert.deepEqual(await shell.json("completions", "fish"), { shell: "fish", script: out });
    assert.deepEqual(shell.opened, []);
  }));
