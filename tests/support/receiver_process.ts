/** Starts `receiver.ts` and reads what it gets. */
import { fileURLToPath } from "node:url";

/** A request as the receiver got it. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly answered: number | "hang";
}

/** A receiver that runs. */
export class Receiver {
  readonly url: string;
  readonly #child: Deno.ChildProcess;
  readonly #lines: AsyncIterator<string>;
  #hasEnded = false;

  private constructor(child: Deno.ChildProcess, lines: AsyncIterator<string>, port: number) {
    this.#child = child;
    this.#lines = lines;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(): Promise<Receiver> {
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--no-prompt",
        "--allow-net=127.0.0.1",
        fileURLToPath(new URL("receiver.ts", import.meta.url)),
      ],
      stdin: "null",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    const lines = linesOf(child.stdout);
    const { port } = JSON.parse(await nextLine(lines));
    return new Receiver(child, lines, port);
  }

  /** Says what it answers to the next requests; after them it answers 204. */
  async behave(...answers: readonly (number | "hang")[]): Promise<void> {
    const body = JSON.stringify({ answers });
    const response = await fetch(`${this.url}/behaviour`, { method: "PUT", body });
    await response.body?.cancel();
  }

  /** The next so many requests, once they have come. */
  async take(count: number): Promise<Received[]> {
    const taken: Received[] = [];
    while (taken.length < count) taken.push(JSON.parse(await nextLine(this.#lines)));
    return taken;
  }

  /** Ends it unless it has been; what it got that nobody took. */
  async end(): Promise<Received[]> {
    if (this.#hasEnded) return [];
    this.#hasEnded = true;
    this.#child.kill("SIGKILL");
    await this.#child.status;
    const rest: Received[] = [];
    for (;;) {
      const { done, value } = await this.#lines.next();
      if (done) return rest;
      rest.push(JSON.parse(value));
    }
  }
}

/** The next line of a process. */
export async function nextLine(lines: AsyncIterator<string>): Promise<string> {
  const { done, value } = await lines.next();
  if (done) throw new Error("The receiver has ended");
  return value;
}

/** Lines that a process writes. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  let rest = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
