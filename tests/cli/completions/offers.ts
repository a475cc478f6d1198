/** What Tab offers, asked of real shells. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { lacks } from "../../support/tools.ts";
import { withShell } from "../support.ts";

/** The shells that there are scripts for. */
export type ShellName = "bash" | "zsh" | "fish";

/** A line as it is typed, the cursor at its end, and what may stand there. */
type Case = readonly [line: string, offered: readonly string[]];

/** The files that are there to be completed. */
const FILES = ["cart.json", "cart two.json", "shop.json"];
const FOLDER = "carts";

const STATES = ["initiated", "in-progress", "completed", "abandoned"];
const PAYMENTS = ["payment.pending", "payment.paid", "payment.failed", "payment.unexpected"];

/** What every shell has to offer, whatever it adds to that. */
export const CASES: readonly Case[] = [
  ["checkoutctl sessi", ["session"]],
  ["checkoutctl session ", ["list", "show", "expire", "collected", "stats"]],
  ["checkoutctl session li", ["list"]],
  ["checkoutctl session list --st", ["--state"]],
  ["checkoutctl session list --js", ["--json"]],
  ["checkoutctl session list --state ", STATES],
  ["checkoutctl session list --state in", ["initiated", "in-progress"]],
  ["checkoutctl init --cart-format ", ["plain", "shopify"]],
  ["checkoutctl session list --merchant ", []],
  ["checkoutctl session list --merchant stats --sta", ["--state"]],
  ["checkoutctl --db session sessi", ["session"]],
  ["checkoutctl --json session li", ["list"]],
  ["checkoutctl webhook add --event pay", PAYMENTS],
  ["checkoutctl completions ", ["bash", "zsh", "fish"]],
  ["checkoutctl seed sho", ["shop.json"]],
  ["checkoutctl --db sho", ["shop.json"]],
  ["checkoutctl product import sho", ["shop.json"]],
  ["checkoutctl session show sho", []],
  ["checkoutctl --vers", ["--version"]],
  ["checkoutctl session list --vers", []],
];

/** Asks a shell, in a folder with some files, what it offers at the end of each line. */
export async function offersOf(
  name: ShellName,
  lines: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const folder = await Deno.makeTempDir({ prefix: "completions_" });
  try {
    const script = `${folder}/.script`;
    await withShell(async (shell) => {
      const { code, out } = await shell.run("completions", name);
      assert.equal(code, 0);
      assert.deepEqual(shell.opened, [], "it needs no database");
      await Deno.writeTextFile(script, out);
    });
    for (const file of FILES) await Deno.writeTextFile(`${folder}/${file}`, "");
    await Deno.mkdir(`${folder}/${FOLDER}`);
    const offers = new Map<string, string[]>();
    for (const line of lines) offers.set(line, await ask(name, { folder, script, line }));
    return offers;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Runs the file `offer.SHELL` beside this one, which prints one offer a line. */
async function ask(
  name: ShellName,
  { folder, script, line }: {
    readonly folder: string;
    readonly script: string;
    readonly line: string;
  },
): Promise<string[]> {
  const harness = fileURLToPath(new URL(`./offer.${name}`, import.meta.url));
  const bare = { bash: "--norc", zsh: "-f", fish: "--no-config" }[name];
  const { code, stdout, stderr } = await new Deno.Command(name, {
    args: [bare, harness, script, line],
    cwd: folder,
    // A home of its own: what somebody has set up here must not answer.
    env: { HOME: folder, ZDOTDIR: folder, TERM: "xterm", LC_ALL: "C.UTF-8" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.equal(code, 0, err);
  assert.equal(err, "");
  return (out ?? "").split("\n").filter((offer) => offer !== "");
}

/** Registers the tests that a shell has to pass. */
export async function offersTest(name: ShellName): Promise<void> {
  const ignore = await lacks(name);
  Deno.test({
    name: `completions ${name} offers commands, options, their values and files in a real ${name}`,
    ignore,
    async fn() {
      const offers = await offersOf(name, CASES.map(([line]) => line));
      for (const [line, expected] of CASES) {
        assert.deepEqual(new Set(offers.get(line)), new Set(expected), line);
      }
    },
  });
  Deno.test({
    name: `completions ${name} offers files with spaces in their names, and folders, in ${name}`,
    ignore,
    async fn() {
      const line = "checkoutctl seed car";
      const offered = (await offersOf(name, [line])).get(line)
        ?.map((one) => one.replaceAll("\\", "").replace(/\/$/, ""));
      assert.deepEqual(new Set(offered), new Set(["cart.json", "cart two.json", "carts"]));
    },
  });
}
