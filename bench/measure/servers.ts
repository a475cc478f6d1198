import { fileURLToPath } from "node:url";
import { parseManifest, type TaskStart, taskStart } from "../../build/programs.ts";
import type { AnswerSizes } from "../subject/probe.ts";
import type { Child, Children, SpawnOptions } from "./children.ts";
import type { Database } from "./database.ts";

/** A server under measurement. */
export interface Server {
  readonly child: Child;
  readonly port: number;
  /** Port of the checkout page. */
  readonly pagePort: number;
  /** From the start of its process to its first answer, in milliseconds. */
  readonly startUpMs: number;
}

/** Sources of the project. */
export interface Checkout {
  /** Absolute, with a slash at the end. */
  readonly root: string;
  readonly task: TaskStart;
  /** The task of the command line. */
  readonly ctl: TaskStart;
}

/** Longest time until a server answers: generous, because neighbours may keep the machine busy. */
const START_DEADLINE_MS = 60_000;
/** Another program may take a port before the server listens on it. */
const MAX_STARTS = 3;
/** Pause between two tries: short, because start-up is measured by it. */
const TRY_EVERY_MS = 2;

const FLOOR = fileURLToPath(new URL("../subject/floor.ts", import.meta.url));
const NAIVE = fileURLToPath(new URL("../subject/naive.ts", import.meta.url));
/** The root of this checkout. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Reads how `deno task start` of a checkout starts its server, by `cat`: the benchmark may not read
 * there.
 *
 * @throws {Error} when it is not a checkout of the project
 */
export async function checkoutAt(children: Children, path: string): Promise<Checkout> {
  const root = `${(await children.run("realpath", [path])).trim()}/`;
  const manifest = parseManifest(await children.run("cat", [`${root}deno.json`]));
  return {
    root,
    task: taskStart({ task: "start", entry: "main.ts" }, manifest),
    ctl: taskStart({ task: "ctl", entry: "cli.ts" }, manifest),
  };
}

/**
 * Starts the real server: authentication, limits, expiry and the request log are all on. It has
 * the permissions, flags of the engine and variables of its task, and another folder than `data`.
 */
export async function startSubject(
  children: Children,
  { root, task }: Checkout,
  { database, folder }: Pick<Database, "database" | "folder">,
): Promise<Server> {
  const flags = flagsIn(folder, root, task);
  const options = ["--log-level", "info", "--rate-limit", "1000000000"];
  return await started(children, (port, pagePort) => {
    const ports = ["--port", port, "--checkout-port", pagePort];
    return {
      args: ["run", ...flags, `${root}main.ts`, "--db", database, ...ports, ...options],
      variables: task.variables,
      hasPages: true,
    };
  });
}

/**
 * Starts the dashboard as a process of its own on a database.
 *
 * @returns `command` runs a command of `dashboard` to its end and gives what it printed as JSON
 */
export async function startDashboard(
  children: Children,
  { root, ctl }: Checkout,
  { database, folder }: Pick<Database, "database" | "folder">,
): Promise<{ readonly server: Server; command(...words: string[]): Promise<string> }> {
  const flags = flagsIn(folder, root, ctl);
  const args = ["run", ...flags, `${root}cli.ts`, "--json", "--db", database, "dashboard"];
  const server = await started(children, (port) => ({
    args: [...args, "--port", port],
    variables: ctl.variables,
    logs: true,
  }), "/sign-in");
  return { server, command: (...words) => children.run(Deno.execPath(), [...args, ...words]) };
}

/** Flags of a task, with another folder than `data`. */
function flagsIn(folder: string, root: string, { flags }: TaskStart): string[] {
  return flags.map((word) =>
    word.replace("=./data", `=${folder}`).replace(",./data-keys", `,${folder}-keys`)
      .replace(",./src", `,${root}src`)
      .replace("--lock=", `--lock=${root}`)
  );
}

/** Starts a floor whose answers have as many bytes as the server's. */
export async function startFloor(
  children: Children,
  kind: "read" | "write",
  bytes: AnswerSizes,
): Promise<Server> {
  const sizes = [bytes.get, bytes.create].map(String);
  return await started(children, (port) => ({
    args: ["run", "--no-prompt", "--allow-net=127.0.0.1", FLOOR, kind, port, ...sizes],
  }));
}

/** Starts the naive server with a session for each id of the database's, and the same key. */
export async function startNaive(
  children: Children,
  { database, folder, allIds }: Pick<Database, "database" | "folder" | "allIds">,
  secret: string,
): Promise<Server> {
  const files = [`--allow-read=${folder},${allIds}`, `--allow-write=${folder}`];
  const run = ["run", "--no-prompt", "--allow-net=127.0.0.1", ...files, NAIVE];
  await children.run(Deno.execPath(), [...run, "seed", database, secret, allIds]);
  return await started(children, (port) => ({ args: [...run, "serve", database, port] }));
}

type Command = (port: string, pagePort: string) => SpawnOptions & {
  readonly args: string[];
  /** Its pages have a port of their own. */
  readonly hasPages?: true;
};

async function started(
  children: Children,
  command: Command,
  path = "/health",
): Promise<Server> {
  for (let start = 1;; start++) {
    const server = await startedOn(children, { command, path, port: freePort() });
    if (typeof server !== "string") return server;
    if (start === MAX_STARTS) throw new Error(`A server ended before it answered: ${server}`);
  }
}

/** @returns how it ended if it did before it answered */
async function startedOn(
  children: Children,
  { command, path, port }: {
    readonly command: Command;
    readonly path: string;
    readonly port: number;
  },
): Promise<Server | string> {
  const otherPort = freePort();
  const { args, hasPages, ...options } = command(String(port), String(otherPort));
  const startedAt = performance.now();
  const child = children.spawn(args, options);
  let end: string | undefined;
  child.ended.then((how) => end = how);
  while (!await answers(port, path)) {
    if (end !== undefined) return end;
    if (performance.now() - startedAt > START_DEADLINE_MS) {
      throw new Error(`A server did not answer within ${START_DEADLINE_MS} ms: port ${port}`);
    }
    await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS));
  }
  const pagePort = hasPages ? otherPort : port;
  return { child, port, pagePort, startUpMs: performance.now() - startedAt };
}

async function answers(port: number, path: string): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** A port that is free at this moment. */
export function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}
