/** A person at a real terminal, as far as util-linux's `script` makes one. */
import assert from "node:assert/strict";
import { shellQuoted } from "../../src/demo/curl.ts";
import { findTool, lacks, MISSING, runTool } from "./tools.ts";
import { scriptEnvironment, SCRIPTS, UNUSED_PORT } from "./tasks.ts";

/** Time limit of a test for output. */
const SHOWN_WITHIN_MS = 60_000;

/** True if this machine lacks the `script` of util-linux, which every Debian has. */
export async function lacksScript(): Promise<boolean> {
  if (await lacks("script")) return true;
  // Other systems have another one, which takes no command.
  if ((await runTool("script", ["--version"])).stdout.includes("util-linux")) return false;
  console.log(`${MISSING}script (of util-linux)`);
  return true;
}

/** A terminal with `checkoutctl` running in it. */
export class TerminalSession {
  readonly #child: Deno.ChildProcess;
  readonly #keys: WritableStreamDefaultWriter<Uint8Array>;
  readonly #all: Promise<string>;
  #text = "";
  #seen = 0;
  #look = () => {};

  constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.#keys = child.stdin.getWriter();
    this.#all = this.#read();
  }

  /** Waits for a text that has not been waited for before. */
  async see(text: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(
      () => reject(new Error(`Not shown: ${text}\nbut: ${this.#text.slice(this.#seen)}`)),
      SHOWN_WITHIN_MS,
    );
    this.#look = () => {
      const at = this.#text.indexOf(text, this.#seen);
      if (at === -1) return;
      this.#seen = at + text.length;
      resolve();
    };
    this.#look();
    const over = this.#all.then((all) => {
      if (!all.slice(this.#seen).includes(text)) throw new Error(`Never shown: ${text}\n${all}`);
    });
    try {
      await Promise.race([promise, over]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Types as a person does, who waits for the question. */
  async answer(question: string, answer: string): Promise<void> {
    await this.see(question);
    await this.type(`${answer}\r`);
  }

  /** Presses keys. */
  async type(keys: string): Promise<void> {
    await this.#keys.write(new TextEncoder().encode(keys));
  }

  /** Ends it where it is still there: a test that fails must leave nothing behind. */
  async drop(): Promise<void> {
    await this.#keys.close().catch(() => {});
    try {
      this.#child.kill("SIGTERM");
    } catch (error) {
      // It has ended, as it should.
      if (!(error instanceof TypeError)) throw error;
    }
    await this.#child.status;
  }

  /** All that was shown, with and without what moves the cursor or colours, and the exit code. */
  async ended(): Promise<
    { readonly code: number; readonly shown: string; readonly sent: string }
  > {
    const shown = await this.#all;
    const { code } = await this.#child.status;
    return { code, shown, sent: this.#text };
  }

  async #read(): Promise<string> {
    for await (const part of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      this.#text += part;
      this.#look();
    }
    // deno-lint-ignore no-control-regex -- they are what is to go
    return this.#text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "").replaceAll("\r", "");
  }
}

/** A program to run in a terminal. */
export interface Shown {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** All that it finds in its environment but what a terminal sets. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs a program in a terminal. After it has ended the terminal's settings are shown, so that a
 * test sees how it was left.
 */
export async function onTerminal(
  { program, args, cwd, env }: Shown,
  test: (terminal: TerminalSession) => Promise<void>,
): Promise<void> {
  const line = [program, ...args].map(shellQuoted).join(" ");
  assert.ok(!line.includes("\n"));
  const words = ["--quiet", "--return", "--command", `${line}; code=$?; stty -a; exit $code`];
  const child = new Deno.Command(await findTool("script") ?? "script", {
    args: [...words, "/dev/null"],
    cwd,
    env: { SHELL: "/bin/sh", TERM: "xterm-256color", ...env },
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const terminal = new TerminalSession(child);
  try {
    await test(terminal);
  } finally {
    await terminal.drop();
  }
}

/** Runs `checkoutctl` in a terminal without colours, on the database of a folder. */
export async function inTerminal(
  folder: string,
  args: readonly string[],
  test: (terminal: TerminalSession) => Promise<void>,
): Promise<void> {
  await onTerminal({
    program: SCRIPTS.checkoutctl,
    args: ["--db", `${folder}/checkout.db`, ...args],
    cwd: folder,
    env: { ...scriptEnvironment(), ...UNUSED_PORT, NO_COLOR: "1" },
  }, test);
}
