/** A person at a real terminal, as far as util-linux's `script` makes one. */
import assert from "node:assert/strict";
import { taskFlags } from "./tasks.ts";

/** What has not been shown by then is not going to be, and a test must not wait for ever. */
const SHOWN_WITHIN_MS = 60_000;

/** Whether this machine has the `script` of util-linux, which every Debian has. */
export async function hasScript(): Promise<boolean> {
  try {
    const { stdout } = await new Deno.Command("script", { args: ["--version"] }).output();
    return new TextDecoder().decode(stdout).includes("util-linux");
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
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

  /** All that was shown, without what moves the cursor or colours, and the exit code. */
  async ended(): Promise<{ readonly code: number; readonly shown: string }> {
    const shown = await this.#all;
    const { code } = await this.#child.status;
    return { code, shown };
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

/**
 * Runs `checkoutctl` in a terminal, with the permissions that users run it with. After it
 * has ended the terminal's settings are shown, so that a test sees how it was left.
 */
export async function inTerminal(
  folder: string,
  args: readonly string[],
  test: (terminal: TerminalSession) => Promise<void>,
): Promise<void> {
  const words = [
    Deno.execPath(),
    ...await taskFlags("ctl", folder),
    "--db",
    `${folder}/checkout.db`,
    ...args,
  ];
  const line = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  assert.ok(!line.includes("\n"));
  const child = new Deno.Command("script", {
    args: [
      "--quiet",
      "--return",
      "--command",
      `${line}; code=$?; stty -a; exit $code`,
      "/dev/null",
    ],
    env: { NO_COLOR: "1", SHELL: "/bin/sh", TERM: "xterm" },
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
