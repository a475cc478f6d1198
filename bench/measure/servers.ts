import { fileURLToPath } from "node:url";
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

const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));
const FLOOR = fileURLToPath(new URL("../subject/floor.ts", import.meta.url));

/** What `deno task start` allows, with the benchmark's folder instead of `data`. */
const ENVIRONMENT =
  "--allow-env=CHECKOUT_*,DENO_TRUST_PROXY_HEADERS,NO_COLOR,FORCE_COLOR,CLICOLOR_FORCE";

/** What `deno task start` tells the engine: the heap grows to twice of what is in use, not to four times. */
const ENGINE = "--v8-flags=--heap-growing-percent=100,--max-semi-space-size=8";

/** Starts the real server: authentication, limits, expiry and the request log are all on. */
export async function startSubject(
  children: Children,
  { database, folder }: { readonly database: string; readonly folder: string },
): Promise<Server> {
  const port = freePort();
  const permissions = [
    ENGINE,
    "--allow-net=127.0.0.1",
    ENVIRONMENT,
    `--allow-read=${folder}`,
    `--allow-write=${folder}`,
  ];
  const flags = ["--db", database, "--port", String(port), "--log-level", "info"];
  return await started(
    port,
    () => children.spawn(permissions, MAIN, [...flags, "--rate-limit", "1000000000"]),
  );
}

/** Starts a floor whose answers have so many bytes. */
export async function startFloor(
  children: Children,
  kind: "read" | "write",
  bytes: number,
): Promise<Server> {
  const port = freePort();
  return await started(
    port,
    () => children.spawn(["--allow-net=127.0.0.1"], FLOOR, [kind, String(port), String(bytes)]),
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
