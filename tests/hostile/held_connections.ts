/**
 * `deno task test:held [CONNECTIONS]`: what a read costs while thousands of slow clients hold
 * connections. A real server, the slow clients in a second process, the readers in this one.
 *
 * Fails when a connection was not held or took too much memory, or a read was not answered.
 * Latencies of a machine
 * that others use mean little by themselves, so they are printed beside those of the same
 * reads without the slow clients, and bound only where no noise explains them.
 */
import { fileURLToPath } from "node:url";
import { aCart } from "../support/app.ts";
import { startServer, withFolder } from "../support/process.ts";
import { aShop } from "../support/ctl_shop.ts";
import { LOCK } from "../support/tasks.ts";
import { RawSocket } from "../support/raw_socket.ts";
import { head } from "./server.ts";

const CONNECTIONS = 5000;
const READERS = 4;
const READS = 1500;
/** Limit of the 99th percentile of a normal read on an idle machine. */
const GOAL_P99_MS = 50;
/** Beyond this it is no noise. */
const MAX_P99_MS = 500;
/** Memory limit per held connection, half-sent bodies included. */
const MAX_KIB_EACH = 128;

interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Reads a session over and over on some connections that stay. */
async function measure(port: number, request: string): Promise<Latency> {
  const tookMs: number[] = [];
  await Promise.all(Array.from({ length: READERS }, async () => {
    using socket = await RawSocket.to(port);
    for (let i = 0; i < READS; i++) {
      const begun = performance.now();
      await socket.send(request);
      const answer = await socket.answer();
      tookMs.push(performance.now() - begun);
      if (answer?.status !== 200) throw new Error(`A read was answered ${answer?.status}`);
    }
  }));
  tookMs.sort((a, b) => a - b);
  const at = (share: number) => tookMs[Math.ceil(tookMs.length * share) - 1] ?? NaN;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

/** Slow clients, once all of them are connected. */
class SlowClients {
  readonly #child: Deno.ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.#lines = child.stdout.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  }

  static async start(port: number, count: number, secret: string): Promise<SlowClients> {
    const program = fileURLToPath(new URL("slow_clients.ts", import.meta.url));
    const allowed = ["--no-prompt", LOCK, "--allow-net=127.0.0.1"];
    const clients = new SlowClients(
      new Deno.Command(Deno.execPath(), {
        args: ["run", ...allowed, program, String(port), String(count), secret],
        stdin: "piped",
        stdout: "piped",
        stderr: "inherit",
      }).spawn(),
    );
    await clients.#number();
    return clients;
  }

  /** Ends them; how many were still connected. */
  async end(): Promise<number> {
    const writer = this.#child.stdin.getWriter();
    await writer.write(new TextEncoder().encode("\n"));
    const open = await this.#number();
    await writer.close().catch(() => {});
    await this.#child.status;
    return open;
  }

  async #number(): Promise<number> {
    const { value } = await this.#lines.next();
    if (value === undefined) throw new Error("The slow clients ended: too few descriptors?");
    return Number(value);
  }
}

function shown({ p50, p99, max }: Latency): string {
  return `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, longest ${max.toFixed(2)} ms`;
}

async function rssMib(pid: number): Promise<number> {
  // Reading it ourselves takes every permission there is.
  const { stdout } = await new Deno.Command("grep", {
    args: ["VmRSS", `/proc/${pid}/status`],
  }).output();
  return Math.round(Number(/(\d+)/.exec(new TextDecoder().decode(stdout))?.[1]) / 1024);
}

async function run(folder: string, count: number): Promise<boolean> {
  const { secret } = await aShop(folder);
  const server = await startServer(folder, ["--rate-limit", "1000000"]);
  try {
    const port = Number(new URL(server.url).port);
    const authorization = `Authorization: Bearer ${secret}`;
    const created = await fetch(`${server.url}/session`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify(aCart()),
    });
    const { data: { session_id } } = await created.json();
    const read = head(`GET /session/${session_id}`, authorization);
    await measure(port, read);
    const [alone, before] = [await measure(port, read), await rssMib(server.pid)];
    const clients = await SlowClients.start(port, count, secret);
    const [held, after] = [await measure(port, read), await rssMib(server.pid)];
    const open = await clients.end();
    console.log(`alone           ${shown(alone)}`);
    console.log(`${count} held      ${shown(held)}`);
    console.log(`p99 ratio ${(held.p99 / alone.p99).toFixed(2)}, goal ${GOAL_P99_MS} ms`);
    const kibEach = Math.round((after - before) * 1024 / count);
    console.log(`memory ${before} MiB alone, ${after} MiB held: ${kibEach} KiB a connection`);
    console.log(`still connected ${open} of ${count}`);
    return open === count && held.p99 < MAX_P99_MS && kibEach < MAX_KIB_EACH;
  } finally {
    await server.end("SIGTERM");
  }
}

await withFolder(async (folder) => {
  const isGood = await run(folder, Number(Deno.args[0] ?? CONNECTIONS));
  if (!isGood) console.error("held: connections were dropped or dear, or reads took far too long");
  Deno.exitCode = isGood ? 0 : 1;
});
