/**
 * Clients that hold connections and hardly say anything, in a process of their own:
 * `slow_clients.ts PORT COUNT SECRET`. Prints how many are connected, goes on dripping until
 * its input ends, and prints how many the server has still not hung up on.
 */
import { head } from "./server.ts";

const [port = "", count = "", secret = ""] = Deno.args;
/** Connected at a time: as many as a listener's queue takes. */
const AT_ONCE = 100;
const DRIP_MS = 1000;

const fields = [`Authorization: Bearer ${secret}`, "Content-Type: application/json"];
/** The unfinished request of each, and the bytes it drips. */
const KINDS = [
  ["", ""],
  [head("GET /health").slice(0, -2), "X"],
  [`${head("GET /health")}${head("GET /health").slice(0, -2)}`, "X"],
  [head("POST /session", ...fields, "Content-Length: 1000000"), " "],
  [`${head("POST /session", ...fields, "Transfer-Encoding: chunked")}f0000\r\n`, " "],
] as const;

class SlowClient {
  isOpen = true;
  readonly #conn: Deno.Conn;
  readonly #drip: Uint8Array;

  private constructor(conn: Deno.Conn, drip: string) {
    this.#conn = conn;
    this.#drip = new TextEncoder().encode(drip);
  }

  static async connect(kind: number): Promise<SlowClient> {
    const [begin, drip] = KINDS[kind % KINDS.length] ?? KINDS[0];
    const conn = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
    const client = new SlowClient(conn, drip);
    void client.#watch();
    if (begin !== "") await conn.write(new TextEncoder().encode(begin));
    return client;
  }

  async drip(): Promise<void> {
    if (!this.isOpen || this.#drip.length === 0) return;
    await this.#conn.write(this.#drip).catch(() => this.isOpen = false);
  }

  async #watch(): Promise<void> {
    const buffer = new Uint8Array(1024);
    for (let size: number | null = 0; size !== null;) {
      size = await this.#conn.read(buffer).catch(() => null);
    }
    this.isOpen = false;
  }
}

const clients: SlowClient[] = [];
while (clients.length < Number(count)) {
  const more = Math.min(AT_ONCE, Number(count) - clients.length);
  const kinds = Array.from({ length: more }, (_, i) => clients.length + i);
  clients.push(...await Promise.all(kinds.map(SlowClient.connect)));
}
console.log(clients.length);
const timer = setInterval(() => clients.forEach((client) => void client.drip()), DRIP_MS);
await Deno.stdin.read(new Uint8Array(1));
clearInterval(timer);
console.log(clients.filter(({ isOpen }) => isOpen).length);
Deno.exit();
