/** The two single files, built once for all tests of a module, in an empty place to run in. */
import assert from "node:assert/strict";
import { ROOT } from "./root.ts";
import type { Shown } from "./terminal.ts";
import { withFolder } from "./process.ts";

/** Kind of a pair of files. */
export type Kind = "compiled" | "self-extracting" | "given";

/** A pair of files: `checkoutd` and `checkoutctl`. */
export interface Pair {
  readonly kind: Kind;
  readonly folder: string;
}

/**
 * Everything that a self-extracting file calls, which any system has. Nothing else is on the
 * PATH of what is run, least of all Deno or Node.
 */
const TOOLS = "sh ls tail head gzip sha256sum chmod mv rm mkdir ln find sync id uname wc env sed"
  .split(
    " ",
  );

/**
 * Builds what this machine can build. SINGLE_FILES names a folder with a pair that is there
 * already, as in a release.
 */
export async function withPairs(test: (pair: Pair) => Promise<void>): Promise<void> {
  const given = Deno.env.get("SINGLE_FILES");
  if (given !== undefined) return await test({ kind: "given", folder: await Deno.realPath(given) });
  await withFolder(async (folder) => {
    const report = await build(folder, []);
    const isCompiled = !report.includes("Cannot fetch the base binary");
    await test({ kind: isCompiled ? "compiled" : "self-extracting", folder });
    if (!isCompiled) return;
    await build(folder, ["--self-extracting"]);
    await test({ kind: "self-extracting", folder });
  });
}

/** Builds with the permissions of the task, but for the folder. */
async function build(folder: string, args: readonly string[]): Promise<string> {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  const command: string = tasks.compile.command;
  const flags = command.split(" ").slice(1).map((word) =>
    word.replace("--allow-write=dist", `--allow-write=${folder}`)
  );
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...flags, "--out", folder, ...args],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  }).output();
  const report = new TextDecoder().decode(stderr);
  assert.ok(success, report);
  return report;
}

/** A folder with the two files and nothing else, and the means to run them. */
export class Machine {
  /** Where the files are, and where they are run. */
  readonly home: string;
  /** Where they may keep what they unpack. */
  readonly tmp: string;
  readonly #env: Readonly<Record<string, string>>;

  private constructor(folder: string) {
    this.home = `${folder}/home`;
    this.tmp = `${folder}/tmp`;
    this.#env = { PATH: `${folder}/bin`, TMPDIR: this.tmp };
  }

  /** Copies the files to an empty place, with no more on the PATH than any system has. */
  static async withPair(pair: Pair, test: (machine: Machine) => Promise<void>): Promise<void> {
    await withFolder(async (folder) => {
      const machine = new Machine(folder);
      for (const name of ["home", "tmp", "bin"]) await Deno.mkdir(`${folder}/${name}`);
      for (const tool of TOOLS) {
        const script = `command -v ${tool}`;
        const { stdout } = await new Deno.Command("sh", { args: ["-c", script] }).output();
        await Deno.symlink(new TextDecoder().decode(stdout).trim(), `${folder}/bin/${tool}`);
      }
      for (const name of ["checkoutd", "checkoutctl"]) {
        await Deno.copyFile(`${pair.folder}/${name}`, `${machine.home}/${name}`);
      }
      await test(machine);
    });
  }

  /** A program to be run in a terminal, with the same variables. */
  shown(program: "checkoutd" | "checkoutctl", args: readonly string[]): Shown {
    return { program: `${this.home}/${program}`, args, cwd: this.home, env: this.#env };
  }

  /** A program that is ready to be started, with no variables but PATH and TMPDIR. */
  command(program: "checkoutd" | "checkoutctl", args: readonly string[]): Deno.Command {
    return new Deno.Command(`${this.home}/${program}`, {
      args: [...args],
      cwd: this.home,
      env: { ...this.#env },
      clearEnv: true,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    });
  }

  /** Runs a program that has to succeed; what it printed. */
  async run(
    program: "checkoutd" | "checkoutctl",
    ...args: readonly string[]
  ): Promise<string> {
    const { code, stdout, stderr } = await this.command(program, args).output();
    const text = new TextDecoder();
    assert.equal(code, 0, `${args.join(" ")}: ${text.decode(stderr)}${text.decode(stdout)}`);
    return text.decode(stdout);
  }

  /** Starts a server on a free port, and waits until it listens. */
  async serve(): Promise<{ readonly child: Deno.ChildProcess; readonly url: string }> {
    const child = this.command("checkoutd", ["--port", "0"]).spawn();
    const [lines, rest] = child.stdout.tee();
    // The pipe is not read after the first lines; a full one would block the server.
    rest.pipeTo(new WritableStream()).catch(() => {});
    const reader = lines.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const url = /"url":"(http[^"]+)"/.exec(text)?.[1];
      if (url !== undefined) {
        await reader.cancel();
        return { child, url };
      }
      const { done, value } = await reader.read();
      if (done) break;
      text += value;
    }
    const { code } = await child.status;
    assert.fail(`The server ended with ${code}: ${text}${await new Response(child.stderr).text()}`);
  }
}
