/** Real processes of the program, with the permissions that users run it with. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The flags of a task in `deno.json`, so that tests run with the permissions users run with. */
async function taskFlags(task: string, folder: string): Promise<string[]> {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  const line: string = typeof tasks[task] === "string" ? tasks[task] : tasks[task].command;
  return line.split(" ").slice(1).flatMap((word) =>
    word === "main.ts" || word === "cli.ts"
      ? [`${ROOT}${word}`]
      : [word.replace(/=(\.\/)?data\b/, `=${folder}`)]
  );
}

function command(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    args: [...args],
    env: { NO_COLOR: "1", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
}

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `checkoutctl` to its end. */
export async function runCtl(folder: string, ...args: readonly string[]): Promise<Finished> {
  return await finish(command([
    ...await taskFlags("ctl", folder),
    "--db",
    `${folder}/checkout.db`,
    ...args,
  ]));
}

/** Runs `checkoutd` to its end: for starts that fail. */
export async function runServerToEnd(
  folder: string,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<Finished> {
  return await finish(command([...await taskFlags("start", folder), ...args], env));
}

async function finish(program: Deno.Command): Promise<Finished> {
  const { code, stdout, stderr } = await program.output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

/** A server that runs. */
export class RunningServer {
  readonly url: string;
  readonly pid: number;
  readonly #child: Deno.ChildProcess;
  readonly #output: Promise<string>;

  constructor(child: Deno.ChildProcess, url: string, output: Promise<string>) {
    this.#child = child;
    this.url = url;
    this.pid = child.pid;
    this.#output = output;
  }

  /** Ends it with a signal; what it printed in all, and its exit code. */
  async end(signal: Deno.Signal): Promise<{ readonly code: number; readonly output: string }> {
    this.#child.kill(signal);
    const { code } = await this.#child.status;
    return { code, output: await this.#output };
  }
}

/** Starts `checkoutd` on a free port and waits until it listens. */
export async function startServer(
  folder: string,
  args: readonly string[] = [],
): Promise<RunningServer> {
  const child = command([
    ...await taskFlags("start", folder),
    "--db",
    `${folder}/checkout.db`,
    "--port",
    "0",
    ...args,
  ]).spawn();
  const { promise: listening, resolve } = Promise.withResolvers<string | undefined>();
  const output = collect(child.stdout, (text) => {
    const url = /\burl"?[:=]"?(http[^"\s]+)/.exec(text)?.[1];
    if (url !== undefined) resolve(url);
  });
  const errors = collect(child.stderr, () => {});
  child.status.then(() => resolve(undefined));
  const url = await listening;
  if (url === undefined) assert.fail(`The server did not start: ${await output}${await errors}`);
  return new RunningServer(
    child,
    url,
    Promise.all([output, errors]).then((parts) => parts.join("")),
  );
}

async function collect(
  stream: ReadableStream<Uint8Array>,
  onText: (sofar: string) => void,
): Promise<string> {
  let sofar = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    sofar += part;
    onText(sofar);
  }
  return sofar;
}

/** A temporary folder for the length of a test. */
export async function withFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "checkoutd-" });
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
