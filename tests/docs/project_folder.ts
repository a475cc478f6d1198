/** The folder of this project as somebody has it who has just got it, with a shell in it. */
import assert from "node:assert/strict";
import { bundledFolder } from "../support/bundled.ts";
import { ROOT } from "../support/root.ts";
import { programEnvironment } from "../support/tasks.ts";
import { withFolder } from "../support/process.ts";

/** Result of a command line. */
export interface Typed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Stands in for `npx`, which would ask the registry: it takes the pinned version alone. */
const NPX = `#!/bin/sh
[ "$1 $2" = "-y deno@2.9.6" ] || { echo "no test runs this: npx $*" >&2; exit 90; }
shift 2
exec deno "$@"
`;

/** All that the programs and their builds are made of. */
const PARTS =
  "main.ts server.ts dashboard.ts cli.ts src docs SECURITY.md bin build deno.json import_map.json deno.lock program.lock"
    .split(" ");

/** A copy to work in, with its own `data`. */
export class ProjectFolder {
  readonly path: string;
  readonly #env: Readonly<Record<string, string>>;

  constructor(path: string) {
    this.path = path;
    this.#env = {
      ...programEnvironment(),
      PATH: `${path}/bin:${Deno.env.get("PATH")}`,
      NO_COLOR: "1",
      NO_PROXY: "127.0.0.1",
      // Servers take a free port, however they are started.
      CHECKOUT_PORT: "0",
    };
  }

  /** A process of bash for a script, as it would be typed; its own `env` comes last. */
  shell(
    script: string,
    { env = {}, ...options }: Pick<Deno.CommandOptions, "env" | "stdout" | "stderr"> = {},
  ): Deno.Command {
    return new Deno.Command("bash", {
      args: ["-c", script],
      cwd: this.path,
      clearEnv: true,
      env: { ...this.#env, ...env },
      stdin: "null",
      ...options,
    });
  }

  /** Types something and waits for its end. */
  async type(script: string, env: Readonly<Record<string, string>> = {}): Promise<Typed> {
    const { code, stdout, stderr } = await this.shell(script, { env }).output();
    const text = new TextDecoder();
    return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
  }

  /** Types a line that must succeed and returns its standard output. */
  async typed(line: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const { code, stdout, stderr } = await this.type(line, env);
    assert.equal(code, 0, `${line}: ${stderr}${stdout}`);
    return stdout;
  }

  /** Starts a server by a line, tests it once it listens, and ends it in good order. */
  async serving(
    line: string,
    test: (server: { readonly url: string; readonly pid: number }) => Promise<void>,
  ): Promise<void> {
    const child = this.shell(`exec env ${line}`, { stdout: "piped", stderr: "null" }).spawn();
    const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    try {
      let printed = "";
      let url: string | undefined;
      while (url === undefined) {
        const { done, value } = await output.read();
        assert.ok(!done, `The server ended: ${printed}`);
        printed += value;
        url = /"url":"([^"]+)"/.exec(printed)?.[1];
      }
      await test({ url, pid: child.pid });
    } finally {
      try {
        child.kill("SIGTERM");
      } catch {
        // It has ended by itself, which its exit code tells below.
      }
      await output.cancel();
      assert.equal((await child.status).code, 0);
    }
  }

  /** Saves a file in the folder. */
  async save(name: string, text: string): Promise<void> {
    await Deno.writeTextFile(`${this.path}/${name}`, text);
  }
}

/** Makes such a folder for the length of a test, with the modules of each program in one file. */
export async function withProject(test: (project: ProjectFolder) => Promise<void>): Promise<void> {
  await withParts([`${bundledFolder()}/.`], test);
}

/** As {@link withProject}, with all sources. */
export async function withSources(test: (project: ProjectFolder) => Promise<void>): Promise<void> {
  await withParts(PARTS.map((name) => `${ROOT}${name}`), test);
}

async function withParts(
  parts: readonly string[],
  test: (project: ProjectFolder) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    // Copied and not linked: the programs may read what they import, and no more of this folder.
    await copy(parts, folder);
    // Beside the scripts, which the pages call by their folder or, as installed programs, by name.
    await Deno.writeTextFile(`${folder}/bin/npx`, NPX, { mode: 0o755 });
    await Deno.symlink(Deno.execPath(), `${folder}/bin/deno`);
    try {
      await test(new ProjectFolder(folder));
    } finally {
      await forget(folder);
    }
  });
}

async function copy(paths: readonly string[], folder: string): Promise<void> {
  const { success } = await new Deno.Command("cp", { args: ["-r", ...paths, folder] }).output();
  if (!success) throw new Error(`The project cannot be copied to ${folder}`);
}

/** Removes what Deno has kept of the folder's modules, which nobody will ask for again. */
async function forget(folder: string): Promise<void> {
  const cache = Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`;
  await Deno.remove(`${cache}/gen/file${folder}`, { recursive: true }).catch(() => {});
}
