import type { Terminal } from "../../command/sink.ts";
import { ownCalls } from "../program.ts";
import { sink } from "./sink.ts";

/** The terminal that this process was started on, and its name there. */
export function ownTerminal(): Terminal {
  return {
    stdout: sink(Deno.stdout),
    stderr: sink(Deno.stderr),
    calls: ownCalls(Deno.env.get("CHECKOUT_CALLED")),
    env: (name) => Deno.env.get(name),
  };
}

/** Reads a file of UTF-8: bad bytes are an error, not repaired; a byte order mark is dropped. */
export async function readTextFile(path: string): Promise<string> {
  const bytes = await Deno.readFile(path);
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/** The runtime's own question: a prompt library would want to read half the environment. */
export function askYesOrNo(question: string): Promise<boolean> {
  return Promise.resolve(confirm(question));
}

/** Signals that end a process; the terminal has to be put right before. */
const ENDINGS: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT"]
  : ["SIGINT", "SIGTERM", "SIGHUP"];

/** Does work that a signal does not end in its middle: it is told to end by an `AbortSignal`. */
export async function untilInterrupted(
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const end = new AbortController();
  const listener = () => end.abort();
  for (const name of ENDINGS) Deno.addSignalListener(name, listener);
  try {
    await work(end.signal);
  } finally {
    for (const name of ENDINGS) Deno.removeSignalListener(name, listener);
  }
}

/** Resolves after some milliseconds, or as soon as the signal is aborted. */
export function waitOrAbort(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener("abort", finish);
  });
}
