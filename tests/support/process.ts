/** Real processes of the program, with the permissions that users run it with. */
import assert from "node:assert/strict";
import { bundled } from "./bundled.ts";
import { databaseOf } from "./database_of.ts";
import { Gate, Printed } from "./printed.ts";
import { programEnvironment, type SCRIPTS, taskFlags, UNUSED_PORT } from "./tasks.ts";

/** A program that is run in a folder, where its `data` would be. */
function command(
  program: keyof typeof SCRIPTS,
  { folder, args, env = {} }: {
    readonly folder: string;
    readonly args: readonly string[];
    readonly env?: Readonly<Record<string, string>> | undefined;
  },
): Deno.Command {
  return new Deno.Command(bundled(program), {
    args: [...args],
    cwd: folder,
    clearEnv: true,
    env: { ...programEnvironment(), NO_COLOR: "1", ...env },
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
  return await finish(ctlCommand(folder, ...args));
}

/** `checkoutctl` on the database of a folder, ready to be started. */
export function ctlCommand(folder: string, ...args: readonly string[]): Deno.Command {
  return command("checkoutctl", {
    folder,
    args: ["--db", databaseOf(folder), ...args],
    env: UNUSED_PORT,
  });
}

/** Runs a program as its task does, with a folder in place of `data`. */
export async function runTask(
  task: "start" | "ctl",
  folder: string,
  ...args: readonly string[]
): Promise<Finished> {
  const flags = await taskFlags(task, folder);
  const env = { NO_COLOR: "1" };
  return await finish(
    new Deno.Command(Deno.execPath(), {
      args: [...flags, ...args],
      cwd: folder,
      env,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }),
  );
}

/**
 * Runs `checkoutd` to its end: for starts that fail. One that does not fail is ended after a
 * minute, and fails the test with what it printed.
 */
export async function runServerToEnd(
  folder: string,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<Finished> {
  return await finish(command("checkoutd", { folder, args, env }));
}

/** Runs a program to its end, which has to come within a time. */
export async function finish(
  program: Deno.Command,
  withinMs = PRINTED_WITHIN_MS,
): Promise<Finished> {
  const child = program.spawn();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill("SIGKILL");
  }, withinMs);
  const { code, stdout, stderr } = await child.output().finally(() => clearTimeout(timer));
  const text = new TextDecoder();
  const printed = { stdout: text.decode(stdout), stderr: text.decode(stderr) };
  if (isLate) assert.fail(`It has not ended: ${printed.stdout}${printed.stderr}`);
  return { code, ...printed };
}

/**
 * A server ends within ten seconds, which is what containers wait for before they kill. Twice that,
 * because the machine of a test may have neighbours.
 */
export const ENDS_WITHIN_MS = 20_000;

/** A line that is not there by then will not come, and a test must not wait for ever. */
const PRINTED_WITHIN_MS = 60_000;

/** A server that runs. */
export class RunningServer {
  readonly url: string;
  readonly pid: number;
  readonly #child: Deno.ChildProcess;
  readonly #output: Promise<string>;
  readonly #printed: Printed;
  readonly #gate: Gate;

  constructor(
    child: Deno.ChildProcess,
    { url, output, printed, gate }: {
      readonly url: string;
      readonly output: Promise<string>;
      readonly printed: Printed;
      readonly gate: Gate;
    },
  ) {
    this.#child = child;
    this.url = url;
    this.pid = child.pid;
    this.#output = output;
    this.#printed = printed;
    this.#gate = gate;
  }

  /** Leaves what it prints from now on in the pipe, which is full at some time, until it ends. */
  stopReading(): void {
    this.#gate.shut();
  }

  /** The last match in what it has printed; waits for the first, within reason. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(new Error(`The server has not printed ${pattern}`)),
      PRINTED_WITHIN_MS,
    );
    try {
      return await Promise.race([
        this.#printed.last(pattern),
        this.#output.then((all) => assert.fail(`The server never printed ${pattern}: ${all}`)),
        late,
      ]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Its whole output and exit code, once it has ended. */
  async ended(): Promise<{ readonly code: number; readonly output: string }> {
    const { code } = await this.#child.status;
    this.#gate.open();
    return { code, output: await this.#output };
  }

  /** Ends it with a signal; what it printed in all, and its exit code. */
  async end(signal: Deno.Signal): Promise<{ readonly code: number; readonly output: string }> {
    this.#child.kill(signal);
    return await this.ended();
  }
}

/** Runs `checkoutctl --json`, which has to succeed. */
export async function ctlJson(
  folder: string,
  ...args: readonly string[]
): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await runCtl(folder, "--json", ...args);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** Starts `checkoutd` on a free port, or the socket that is named, and waits until it listens. */
export async function startServer(
  folder: string,
  args: readonly string[] = [],
  env?: Readonly<Record<string, string>>,
): Promise<RunningServer> {
  const place = args.includes("--unix-socket") ? [] : ["--port", "0"];
  const child = command("checkoutd", {
    folder,
    args: ["--db", databaseOf(folder), ...place, ...args],
    env,
  }).spawn();
  running.set(child, folder);
  child.status.then(() => running.delete(child));
  const { promise: listening, resolve } = Promise.withResolvers<string | undefined>();
  const printed = new Printed();
  const gate = new Gate();
  const output = collect(child.stdout, (text) => {
    printed.see(text);
    return gate.passed();
  });
  printed.last(/\burl"?[:=]"?((?:http|unix:)[^"\s]+)/).then(([, url]) => resolve(url));
  const errors = collect(child.stderr, () => Promise.resolve());
  child.status.then(() => resolve(undefined));
  const url = await listening;
  if (url === undefined) assert.fail(`The server did not start: ${await output}${await errors}`);
  const all = Promise.all([output, errors]).then((parts) => parts.join(""));
  return new RunningServer(child, { url, output: all, printed, gate });
}

async function collect(
  stream: ReadableStream<Uint8Array>,
  onText: (sofar: string) => Promise<void>,
): Promise<string> {
  let sofar = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    sofar += part;
    await onText(sofar);
  }
  return sofar;
}

/** Servers that were started and have not ended, with the folder of each. */
const running = new Map<Deno.ChildProcess, string>();

/** A temporary folder for the length of a test; a server that a failed test left in it is ended. */
export async function withFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "checkoutd-" });
  try {
    await test(folder);
  } finally {
    for (const [child, of] of running) {
      if (!of.startsWith(folder)) continue;
      child.kill("SIGKILL");
      await child.status;
    }
    await Deno.remove(folder, { recursive: true });
    // Made by a server for the first secret.
    await Deno.remove(`${folder}-keys`, { recursive: true }).catch(() => {});
  }
}
