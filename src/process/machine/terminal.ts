import { hasColors, type Terminal } from "../../command/sink.ts";
import { ownCalls } from "../program.ts";
import { sink } from "./sink.ts";

/** The terminal of this process, its environment, and how the programs are called. */
export function ownTerminal(): Terminal {
  return {
    stdout: sink(Deno.stdout),
    stderr: sink(Deno.stderr),
    calls: ownCalls(Deno.env.get("CHECKOUT_CALLED")),
    env: readVariable,
  };
}

/** A variable; undefined when not set or when the sandbox forbids to read it. */
function readVariable(name: string): string | undefined {
  try {
    return Deno.env.get(name);
  } catch {
    return undefined;
  }
}

/** Whether stdout shows colours; undefined if it is no terminal. */
export function colorsOf(terminal: Terminal): { readonly hasColors: boolean } | undefined {
  const { stdout } = terminal;
  return stdout.isTerminal ? { hasColors: hasColors(stdout, terminal) } : undefined;
}

/** Reads a UTF-8 file without its byte order mark; throws on invalid bytes. */
export async function readTextFile(path: string): Promise<string> {
  const bytes = await Deno.readFile(path);
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/** Reads a file up to a number of bytes. */
export async function readFileBytes(path: string, most: number): Promise<Uint8Array<ArrayBuffer>> {
  using file = await Deno.open(path);
  const bytes = new Uint8Array(most);
  let length = 0;
  while (length < most) {
    const read = await file.read(bytes.subarray(length));
    if (read === null) break;
    length += read;
  }
  return bytes.slice(0, length);
}

/** Asks by the runtime's own `confirm`: prompt libraries read environment variables that we may not. */
export function askYesOrNo(question: string): Promise<boolean> {
  return Promise.resolve(confirm(question));
}

/** Signals that end a process; the terminal is restored first. */
const ENDINGS: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT"]
  : ["SIGINT", "SIGTERM", "SIGHUP"];

/** Does work that signals do not kill: they abort its `AbortSignal`, and the work ends itself. */
export async function untilInterrupted<T>(
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  const listener = () => end.abort();
  for (const name of ENDINGS) Deno.addSignalListener(name, listener);
  try {
    return await work(end.signal);
  } finally {
    for (const name of ENDINGS) Deno.removeSignalListener(name, listener);
  }
}

/** Resolves after some milliseconds, or once the signal is aborted. */
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
