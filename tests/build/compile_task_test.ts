/** `deno task compile` with a base or runtime that makes files which do not run our program. */
import assert from "node:assert/strict";
import { withFolder } from "../support/process.ts";
import { ROOT } from "../support/root.ts";

/** Runs the task's command with another folder to write to. */
async function build(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly said: string; readonly made: readonly string[] }> {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  const flags: string[] = tasks.compile.command.split(" ").slice(1)
    .map((word: string) => word.replace("--allow-write=dist", `--allow-write=${folder}`));
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...flags, "--out", `${folder}/out`, ...args],
    cwd: ROOT,
    env: { NO_COLOR: "1", ...env },
  }).output();
  const made = Array.from(Deno.readDirSync(`${folder}/out`), ({ name }) => name);
  return { code, said: new TextDecoder().decode(stderr), made };
}

Deno.test("deno task compile refuses a runtime that is no program, another machine's or not Deno", () =>
  withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/text`, "not a program\n".repeat(10));
    const [here, ...others] = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"]
      .sort((a) => a === Deno.build.target ? -1 : 1);
    for (
      const [runtime, target, problem] of [
        ["text", here, /must be Deno for \S+ and is no program: .*text$/],
        [Deno.execPath(), others[0], /must be Deno for \S+ and is a program for \w+ in the form/],
        // A program of this machine, and another one than Deno.
        ["/bin/true", here, /does not start as Deno, it says (true|nothing).*: \/bin\/true$/],
      ] as const
    ) {
      const path = runtime === "text" ? `${folder}/text` : runtime;
      const args = ["--self-extracting", "--target", target ?? "", "--runtime", path];
      const { code, said, made } = await build(folder, args);
      assert.equal(code, 1, said);
      assert.match(said.trim().split("\n").at(-1) ?? "", problem);
      assert.deepEqual(made, []);
    }
  }));

Deno.test("deno task compile does not take a file that is not our program, as the full Deno for a base makes it", () =>
  withFolder(async (folder) => {
    const env = { DENORT_BIN: Deno.execPath() };
    await Deno.mkdir(`${folder}/out`);
    await Deno.writeTextFile(`${folder}/out/checkoutd`, "an earlier one that is good");
    const { code, said, made } = await build(folder, ["--compiled"], env);
    assert.equal(code, 1, said);
    const last = said.trim().split("\n").at(-1) ?? "";
    assert.match(last, /^What was made does not start as checkoutd \d.*DENORT_BIN.*it says: deno /);
    assert.deepEqual(made, ["checkoutd"]);
    assert.match(await Deno.readTextFile(`${folder}/out/checkoutd`), /^an earlier/);
  }));
