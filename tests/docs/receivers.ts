/** The receivers of webhooks that the pages show, as processes, and deliveries good and bad. */
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import type { ProjectFolder } from "./project_folder.ts";

/** Placeholder of pages for a secret. */
export const SHOWN_SECRET = "whsec_...";

/** The port that the pages' receivers listen on. */
const SHOWN_PORT = "9000";

/** Longest wait for a delivery. */
const PRINTED_WITHIN_MS = 30_000;

/** A receiver as a page has it. */
export interface ShownReceiver {
  readonly file: string;
  readonly script: string;
  /** The line that starts it. */
  readonly start: string;
}

/** A receiver that runs. */
export class RunningReceiver {
  readonly url: string;
  readonly #child: Deno.ChildProcess;
  readonly #output: ReadableStreamDefaultReader<string>;
  #seen = "";

  private constructor(child: Deno.ChildProcess, port: number) {
    this.#child = child;
    this.#output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    this.url = `http://127.0.0.1:${port}/hooks`;
  }

  /** Saves and starts it on a port; the line and the script are changed in port and secret alone. */
  static async start(
    project: ProjectFolder,
    { file, script, start }: ShownReceiver,
    { port, secret }: { readonly port: number; readonly secret: string },
  ): Promise<RunningReceiver> {
    await project.save(file, script.replaceAll(SHOWN_PORT, String(port)));
    assert.ok(start.includes(SHOWN_SECRET), start);
    const line = start.trim().replace(SHOWN_SECRET, secret).replaceAll(SHOWN_PORT, String(port));
    // In the shell's own place, so that to end the one is to end the other.
    const command = project.shell(`exec env ${line} 2>&1`, { stdout: "piped", stderr: "null" });
    return new RunningReceiver(command.spawn(), port);
  }

  /** All that it has printed, once this is in it. */
  async printed(pattern: RegExp): Promise<string> {
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), PRINTED_WITHIN_MS);
    try {
      while (!pattern.test(this.#seen)) {
        const { done, value } = await this.#output.read();
        assert.ok(!done, `The receiver ended, without ${pattern}: ${this.#seen}`);
        this.#seen += value;
      }
      return this.#seen;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends it; all that it has printed. */
  async end(): Promise<string> {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
    for (;;) {
      const { done, value } = await this.#output.read();
      if (done) break;
      this.#seen += value;
    }
    await this.#child.status;
    return this.#seen;
  }
}

/** A delivery as it is posted. */
export interface Posted {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs a delivery as checkoutd does, so many seconds ago. */
export function signed(
  secret: string,
  body: string,
  { id = "msg_1", ageSeconds = 0 }: { readonly id?: string; readonly ageSeconds?: number } = {},
): Posted {
  const at = new Date(Date.now() - ageSeconds * 1000);
  return {
    body,
    headers: {
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, at, body),
    },
  };
}

/** Posts it; the status that it is answered with. */
export async function post(url: string, { body, headers }: Posted): Promise<number> {
  const response = await fetch(url, { method: "POST", headers, body });
  await response.body?.cancel();
  return response.status;
}
