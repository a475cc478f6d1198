import { fileURLToPath } from "node:url";
import { type TaskStart, taskStart } from "../../build/programs.ts";
import manifest from "../../deno.json" with { type: "json" };
import type { AnswerSizes } from "../subject/probe.ts";
import type { Child, Children } from "./children.ts";

/** A server under measurement. */
export interface Server {
  readonly child: Child;
  readonly port: number;
  /** From the start of its process to its first answer, in milliseconds. */
  readonly startUpMs: number;
}

/** How long a server may take until it answers. */
const START_DEADLINE_MS = 20_000;
/** Pause between two tries: short, because start-up is measured by it. */
const TRY_EVERY_MS = 2;

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FLOOR = fileURLToPath(new URL("../subject/floor.ts", import.meta.url));

/**
 * How `deno task start` starts the server, with the same permissions, flags of the engine and
 * variables, and with another folder in place of `data`.
 *
 * @throws {Error} when the task does not run the server
 */
function startOf(folder: string): { args: string[]; variables: TaskStart["variables"] } {
  const { variables, flags } = taskStart({ task: "start", entry: "main.ts" }, {
    tasks: { start: manifest.tasks.start },
  });
  const here = flags.map((word) =>
    word.replace("=./data", `=${folder}`).replace(",./src", `,${ROOT}src`)
      .replace("--lock=", `--lock=${ROOT}`)
  );
  return { args: ["run", ...here, `${ROOT}main.ts`], variables };
}

/** Starts the real server: authentication, limits, expiry and the request log are all on. */
export async function startSubject(
  children: Children,
  { database, folder }: { readonly database: string; readonly folder: string },
): Promise<Server> {
  const port = freePort();
  const { args, variables } = startOf(folder);
  const flags = ["--db", database, "--port", String(port), "--log-level", "info"];
  return await started(
    port,
    () => children.spawn([...args, ...flags, "--rate-limit", "1000000000"], variables),
  );
}

/** Starts a floor whose answers have as many bytes as the server's. */
export async function startFloor(
  children: Children,
  kind: "read" | "write" | "both" | "head",
  bytes: AnswerSizes,
): Promise<Server> {
  const port = freePort();
  const args = [kind, port, bytes.get, bytes.create].map(String);
  return await started(
    port,
    () => children.spawn(["run", "--no-prompt", "--allow-net=127.0.0.1", FLOOR, ...args]),
  );
}

async function started(port: number, start: () => Child): Promise<Server> {
  const startedAt = performance.now();
  const child = start();
  let end: string | undefined;
  child.ended.then((how) => end = how);
  while (!await answers(port)) {
    if (end !== undefined) throw new Error(`A server ended before it answered: ${end}`);
    if (performance.now() - startedAt > START_DEADLINE_MS) {
      throw new Error(`A server did not answer within ${START_DEADLINE_MS} ms: port ${port}`);
    }
    await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS));
  }
  return { child, port, startUpMs: performance.now() - startedAt };
}

async function answers(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health`);
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** A port that nobody has at this moment. */
function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}
