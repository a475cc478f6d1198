/** Completions on Tab in real shells. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { withFolder } from "../../support/process.ts";
import { pathWithDeno, SCRIPTS } from "../../support/tasks.ts";
import { lacks } from "../../support/tools.ts";
import { withShell } from "../support.ts";

/** The shells that there are scripts for. */
export type ShellName = "bash" | "zsh" | "fish";

/** Completions that every shell must offer at the end of a line. */
const CASES: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ["checkoutctl sessi", ["session"]],
  ["checkoutctl session list --js", ["--json"]],
  ["checkoutctl session list --state in", ["initiated", "in-progress"]],
  ["checkoutctl session list --state=in", ["initiated", "in-progress"]],
  ["checkoutctl session list --merchant ", []],
  ["checkoutctl key create --scopes sess", ["sessions:read", "sessions:write"]],
  ["checkoutctl key create --scopes sessions:r", ["sessions:read"]],
  ["checkoutctl seed car", ["cart.json", "cart two.json", "carts"]],
  ["checkoutctl --db=sho", ["shop.json"]],
];

/** Registers the tests that a shell has to pass. */
export async function offersTest(name: ShellName): Promise<void> {
  const ignore = await lacks(name);
  Deno.test({
    name: `completions ${name} offers commands, options, their values and files in a real ${name}`,
    ignore,
    fn: () =>
      withScript(name, async (folder) => {
        for (const file of ["cart.json", "cart two.json", "shop.json"]) {
          await Deno.writeTextFile(`${folder}/${file}`, "");
        }
        await Deno.mkdir(`${folder}/carts`);
        for (const [line, expected] of CASES) {
          const offered = (await offersOf(name, { folder, line }))
            .map((one) => one === "read" ? "sessions:read" : one)
            .map((one) => one.replace(/^--\w+=/, "").replaceAll("\\", "").replace(/\/$/, ""));
          assert.deepEqual(new Set(offered), new Set(expected), line);
        }
      }),
  });
  Deno.test({
    name: `completions ${name} offers nothing and says nothing where checkoutctl fails`,
    ignore,
    fn: () =>
      withScript(name, async (folder) => {
        await Deno.writeTextFile(`${folder}/checkoutctl`, "#!/bin/sh\necho broken >&2\nexit 1\n", {
          mode: 0o755,
        });
        assert.deepEqual(await offersOf(name, { folder, line: "checkoutctl sessi" }), []);
      }),
  });
}

/** Runs a test in a folder that holds the script of a shell. */
async function withScript(name: ShellName, test: (folder: string) => Promise<void>) {
  await withFolder(async (folder) => {
    await withShell(async (shell) => {
      await Deno.writeTextFile(`${folder}/.script`, (await shell.run("completions", name)).out);
    });
    await test(folder);
  });
}

/** Runs the file `offer.SHELL` beside this one, which prints one offer a line. */
async function offersOf(
  name: ShellName,
  { folder, line }: { readonly folder: string; readonly line: string },
): Promise<string[]> {
  const harness = fileURLToPath(new URL(`./offer.${name}`, import.meta.url));
  const bare = { bash: "--norc", zsh: "-f", fish: "--no-config" }[name];
  const bin = SCRIPTS.checkoutctl.replace(/\/[^/]+$/, "");
  const { code, stdout, stderr } = await new Deno.Command(name, {
    args: [bare, harness, `${folder}/.script`, line],
    cwd: folder,
    env: {
      // A home of its own: the settings of this user must not answer.
      ...{ HOME: folder, ZDOTDIR: folder, TERM: "xterm", LC_ALL: "C.UTF-8" },
      PATH: `${folder}:${bin}:${pathWithDeno()}`,
      DENO_DIR: Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`,
    },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.equal(code, 0, err);
  assert.equal(err, "");
  return (out ?? "").split("\n").filter((offer) => offer !== "");
}
