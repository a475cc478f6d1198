/** System calls that fail or are slow: by way of strace, which answers in the kernel's place. */
import { lacks, runTool } from "../support/tools.ts";

/** True, with a note, if this machine cannot make system calls of a process fail. */
export async function lacksStrace(): Promise<boolean> {
  if (await lacks("strace")) return true;
  // Some containers have it and let it trace nothing.
  const { code, stderr } = await runTool("strace", ["-f", "-o", "/dev/null", "true"]);
  if (code !== 0) console.log(`Skipped, nothing can be traced here: ${stderr.trim()}`);
  return code !== 0;
}

/** Which calls fail or are slow, and on which files alone. */
export interface Injection {
  readonly calls: string;
  /** They fail with this; left out, they only take their time. */
  readonly error?: "EDQUOT" | "EIO" | "ENOSPC" | "EROFS";
  /** They begin so much later. */
  readonly delayMs?: number;
  /** All files when left out. */
  readonly paths?: readonly string[];
  /** True for calls of the main thread alone, which reads and does not write. */
  readonly isMainOnly?: boolean;
}

/** Lets calls of a process, all its threads included, fail until it is told to end. */
export class Strace {
  readonly #child: Deno.ChildProcess;
  readonly #said: Promise<void>;

  private constructor(child: Deno.ChildProcess, said: Promise<void>) {
    this.#child = child;
    this.#said = said;
  }

  /** @returns once it holds the process */
  static async attach(
    pid: number,
    { calls, error, delayMs, paths = [], isMainOnly = false }: Injection,
  ): Promise<Strace> {
    const effects = [
      ...(error === undefined ? [] : [`error=${error}`]),
      ...(delayMs === undefined ? [] : [`delay_enter=${delayMs * 1000}`]),
    ];
    const child = new Deno.Command("strace", {
      args: [
        ...(isMainOnly ? [] : ["-f"]),
        ...["-p", String(pid), "-e", `trace=${calls}`],
        ...["-e", `inject=${[calls, ...effects].join(":")}`],
        ...paths.flatMap((path) => ["-P", path]),
      ],
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    const { promise: attached, resolve, reject } = Promise.withResolvers<void>();
    const said = readAll(child.stderr, (sofar) => {
      if (sofar.includes("attached")) resolve();
    }).then((all) => reject(new Error(`strace ended: ${all}`)));
    await attached;
    return new Strace(child, said.catch(() => {}));
  }

  /** Lets go of the process; its calls succeed again. */
  async detach(): Promise<void> {
    try {
      this.#child.kill("SIGINT");
    } catch {
      // It has ended together with the process it held.
    }
    await this.#child.status;
    await this.#said;
  }
}

async function readAll(
  stream: ReadableStream<Uint8Array>,
  onText: (sofar: string) => void,
): Promise<string> {
  let sofar = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream())) onText(sofar += part);
  return sofar;
}
