/** Starts `mail_server.ts` and reads what it gets. */
import { fileURLToPath } from "node:url";
import { linesOf, nextLine } from "./receiver_process.ts";
import { ROOT } from "./root.ts";

/** How the server is set up. */
export interface MailServerOptions {
  /** TLS from the start. */
  readonly secure?: boolean;
  /** False for a server without STARTTLS. */
  readonly starttls?: boolean;
  /** Password of the user `orders`; without one nobody signs in. */
  readonly password?: string;
}

/** A mail as the server got it. */
export interface ReceivedMail {
  /** True over TLS. */
  readonly isSecure: boolean;
  readonly user: string | null;
  readonly from: string;
  readonly to: string[];
  readonly raw: string;
}

/** A mail server that runs. */
export class MailServer {
  readonly port: number;
  readonly #child: Deno.ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #controlPort: number;

  private constructor(
    child: Deno.ChildProcess,
    lines: AsyncIterator<string>,
    { port, controlPort }: { readonly port: number; readonly controlPort: number },
  ) {
    this.#child = child;
    this.#lines = lines;
    this.port = port;
    this.#controlPort = controlPort;
  }

  static async start(options: MailServerOptions = {}): Promise<MailServer> {
    const script = fileURLToPath(new URL("mail_server.ts", import.meta.url));
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--no-prompt", "--no-check", `--lock=${ROOT}deno.lock`],
        // The package asks for the machine's name, and looks for variables of its logger.
        ...["--allow-net=127.0.0.1", "--allow-sys", "--allow-env"],
        ...[script, JSON.stringify(options)],
      ],
      stdin: "null",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    const lines = linesOf(child.stdout);
    return new MailServer(child, lines, JSON.parse(await nextLine(lines)));
  }

  /** Says what it answers to the next recipients; after them it accepts. */
  async behave(...replies: readonly (number | "hang")[]): Promise<void> {
    const url = `http://127.0.0.1:${this.#controlPort}/behaviour`;
    const response = await fetch(url, { method: "PUT", body: JSON.stringify({ replies }) });
    await response.body?.cancel();
  }

  /** The next mail, once it has come. */
  async take(): Promise<ReceivedMail> {
    return JSON.parse(await nextLine(this.#lines));
  }

  /** The next recipient that is refused, once it has been. */
  async takeRefused(): Promise<{ readonly refused: string; readonly reply: number }> {
    return JSON.parse(await nextLine(this.#lines));
  }

  /** Ends it; how many mails it got that nobody took. */
  async end(): Promise<number> {
    this.#child.kill("SIGKILL");
    await this.#child.status;
    for (let left = 0;; left += 1) {
      if ((await this.#lines.next()).done) return left;
    }
  }
}

/** Runs a test with a mail server, which must have got nothing that the test did not take. */
export async function withMailServer(
  options: MailServerOptions,
  test: (server: MailServer) => Promise<void>,
): Promise<void> {
  const server = await MailServer.start(options);
  let left = 0;
  try {
    await test(server);
  } finally {
    left = await server.end();
  }
  if (left > 0) throw new Error(`Mails that nobody took: ${left}`);
}
