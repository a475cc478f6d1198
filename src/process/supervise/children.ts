import { EFFECTS } from "../machine/effects.ts";
import { type Child, CRASH_LIMIT, Supervisor } from "./supervisor.ts";
import { type ChildRole, wordOf } from "./role.ts";

/** The path of the running program on Linux: a single file that `deno compile` made has no other. */
const RUNNING = "/proc/self/exe";
/** The script in the folder of the sources, for tasks. */
const SCRIPT = "bin/checkoutd";

/**
 * The command that starts this program again, with its permissions.
 *
 * @param script value of `CHECKOUT_SELF`, which scripts and self-extracting files set
 * @returns undefined if this process may not run it
 */
export function ownCommand(script: string | undefined): string | undefined {
  const command = Deno.build.standalone ? RUNNING : script || SCRIPT;
  const { state } = Deno.permissions.querySync({ name: "run", command });
  return state === "granted" ? command : undefined;
}

/**
 * Runs a server and a dashboard as children, and sends signals on to them.
 *
 * Each child reads lines from a pipe: names of signals, and notes. A signal that reaches a child twice,
 * from a terminal or a service manager too, then counts once. The pipe is closed when this process
 * ends, however it ends, and its children end then.
 *
 * @param args arguments of both
 * @returns the exit code of the server
 */
export async function superviseChildren(command: string, args: readonly string[]): Promise<number> {
  const supervisor = new Supervisor({
    start: (role) => startChild(command, role, args),
    monotonicMs: EFFECTS.monotonicMs,
    pause: (ms) => EFFECTS.wait(ms),
    limit: CRASH_LIMIT,
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    Deno.addSignalListener(signal, () => supervisor.signal(signal));
  }
  return await supervisor.run();
}

function startChild(command: string, role: ChildRole, args: readonly string[]): Child {
  const child = new Deno.Command(command, {
    args: [wordOf(role), ...args],
    stdin: "piped",
    stdout: "inherit",
    stderr: "inherit",
  }).spawn();
  const pipe = child.stdin.getWriter();
  const lines = new TextEncoder();
  return {
    ended: child.status.then(({ code }) => code),
    say: (line) => void pipe.write(lines.encode(`${line}\n`)).catch(() => {}),
    kill: () => child.kill("SIGKILL"),
  };
}

/** The lines that the supervisor sends to this process; the iteration ends with the supervisor. */
export async function* supervisorLines(): AsyncGenerator<string, void> {
  let rest = "";
  for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
