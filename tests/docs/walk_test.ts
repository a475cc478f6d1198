/** The page that walks through a checkout, run as it stands: server, receiver, shell and all. */
import assert from "node:assert/strict";
import { lacks } from "../support/tools.ts";
import { Webhook } from "standardwebhooks";
import { startServer, withFolder } from "../support/process.ts";
import { assertPart, assertShows, type Block, blocks, section } from "./pages.ts";
import { readRoot, ROOT } from "../support/root.ts";
import { withCommands } from "./commands.ts";
import { freePort } from "../support/raw_socket.ts";
import { bundled } from "../support/bundled.ts";
import { LOCK, pathWithDeno } from "../support/tasks.ts";
import { COD_WALK, PREPAID_WALK, type WalkStep } from "../support/walk.ts";

const PAGE = "docs/checkout.md";
const DENO = "npx -y deno@2.9.6";
const LEARNT = ["URL", "KEY", "SESSION", "GIFT", "PAY", "OTP"] as const;

/** Text of the page for one place, for a test that has it elsewhere. */
type Places = readonly (readonly [said: string, meant: string])[];

function moved(text: string, places: Places): string {
  return places.reduce((moved, [said, meant]) => moved.replaceAll(said, meant), text);
}

/** The program that the page's command runs, on a folder that is thrown away. */
function placesOf(folder: string, port: number): Places {
  return [
    // Before anything comes in that may have these digits by chance.
    ["9000", String(port)],
    ["bin/checkoutctl", `${bundled("checkoutctl")} --db ${folder}/checkout.db`],
    // In the shell's own place, so that to end the one is to end the other.
    [`${DENO} run`, `exec ${Deno.execPath()} run --no-prompt ${LOCK} --config ${ROOT}deno.json`],
  ];
}

/** The third terminal: lines are typed one by one, and what they set stays set. */
class Terminal {
  #variables: Readonly<Record<string, string>> = {};

  /** Types a line; what it showed, wherever. */
  async type(line: string): Promise<string> {
    const set = LEARNT.map((name) => `"$${name}"`).join(" ");
    const { stdout, stderr, success } = await new Deno.Command("bash", {
      args: ["-c", `${line}\nprintf '\\0%s' ${set}`],
      env: { ...this.#variables, PATH: pathWithDeno(), NO_PROXY: "127.0.0.1", NO_COLOR: "1" },
      stdin: "null",
    }).output();
    const text = new TextDecoder();
    const [shown = "", ...values] = text.decode(stdout).split("\0");
    assert.ok(success, `${line}\n${text.decode(stderr)}`);
    const learnt = LEARNT.map((name, i) => [name, values[i] ?? ""]);
    this.#variables = { ...this.#variables, ...Object.fromEntries(learnt) };
    return shown.trim() || text.decode(stderr);
  }
}

/** The second terminal: adds the endpoint and runs the receiver, as the page has it. */
class Receiver {
  readonly #child: Deno.ChildProcess;
  readonly #output: ReadableStreamDefaultReader<string>;
  #seen = "";

  private constructor(child: Deno.ChildProcess, output: ReadableStreamDefaultReader<string>) {
    this.#child = child;
    this.#output = output;
  }

  /** @param line adds the endpoint, and starts the script that another page has */
  static start(folder: string, line: string): Receiver {
    const child = new Deno.Command("bash", {
      args: ["-c", line],
      cwd: folder,
      env: { NO_COLOR: "1" },
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    return new Receiver(child, child.stdout.pipeThrough(new TextDecoderStream()).getReader());
  }

  /** All that it has printed, once this is in it. */
  async printed(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.#seen)) {
      const { done, value } = await this.#output.read();
      assert.ok(!done, `The receiver ended: ${this.#seen}`);
      this.#seen += value;
    }
    return this.#seen;
  }

  /** The one-time code, as somebody would read it off the screen. */
  async code(): Promise<string> {
    const pattern = /^otp\.requested \S+ (\d{6})$/m;
    const [, otp = ""] = pattern.exec(await this.printed(pattern)) ?? [];
    return otp;
  }

  async end(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#output.cancel();
    await this.#child.status;
  }
}

/** Posts something to the receiver that was signed with another secret; what it answers. */
async function forge(port: number): Promise<number> {
  const [id, at, body] = ["msg_1", new Date(), '{"type":"payment.paid"}'];
  const secret = `whsec_${new Uint8Array(32).toBase64()}`;
  const response = await fetch(`http://127.0.0.1:${port}/hooks`, {
    method: "POST",
    headers: {
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, at, body),
    },
    body,
  });
  await response.body?.cancel();
  return response.status;
}

/**
 * Types a section's lines, and holds each answer against the part of it that is shown.
 *
 * @returns all answers, by the line as it is shown
 */
async function follow(
  shown: readonly Block[],
  terminal: Terminal,
  prepared: (line: string) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
  let answer = "";
  const answers = new Map<string, string>();
  for (const { language, text } of shown) {
    if (language === "sh") {
      for (const line of text.includes("\\\n") ? [text] : text.trim().split("\n")) {
        answer = await terminal.type(await prepared(line));
        answers.set(line, answer);
      }
    } else if (language === "json") assertPart(JSON.parse(text), JSON.parse(answer));
  }
  return answers;
}

/** The receipt that another page has of the order, as people look at it. */
async function assertReceipt(answers: ReadonlyMap<string, string>): Promise<void> {
  const [receipt] = blocks(
    section(await readRoot("docs/commands.md"), "A session as a receipt"),
    "text",
  );
  const printed = answers.get('bin/checkoutctl session show "$SESSION"');
  assertShows(receipt?.text.trimEnd() ?? "", printed ?? "");
}

/** The script that the page tells to save. */
async function receiverScript(): Promise<string> {
  assert.match(
    await readRoot(PAGE),
    /\[receiver\.mjs\]\(integrating\.md#a-receiver-in-javascript\)/,
  );
  const page = await readRoot("docs/integrating.md");
  return blocks(section(page, "A receiver in JavaScript"), "js")[0]?.text ?? "";
}

Deno.test({
  name: "docs/checkout.md: every line runs as it stands and answers what is shown",
  ignore: await lacks("curl"),
  fn: () =>
    withCommands("docs/checkout.md", async (shown) => {
      const [demo, receive, variables] = shown.take(3, { in: "" });
      const [, flags = ""] = /^npx -y deno@[\d.]+ task demo (.*)\n$/.exec(demo?.text ?? "") ?? [];
      await withFolder(async (folder) => {
        const port = freePort();
        const server = await startServer(folder, ["--demo", ...flags.split(" ")]);
        const [key] = await server.printed(/ck_live_[A-Za-z0-9]{36}/);
        const places: Places = [
          ...placesOf(folder, port),
          ["http://127.0.0.1:8080", server.url],
          ["ck_live_...", key],
        ];
        await Deno.writeTextFile(`${folder}/receiver.mjs`, moved(await receiverScript(), places));
        const receiver = Receiver.start(folder, moved(receive?.text ?? "", places));
        try {
          await receiver.printed(/Waiting.*\n/);
          const terminal = new Terminal();
          await terminal.type(moved(variables?.text ?? "", places));
          const prepared = async (line: string) =>
            line === "OTP=123456" ? `OTP=${await receiver.code()}` : moved(line, places);
          await assertReceipt(
            await follow(shown.take(27, { in: "Prepaid" }), terminal, prepared),
          );
          const [seen] = shown.take(1, { in: "Prepaid", of: "text" });
          assertShows(seen?.text ?? "", await receiver.printed(/^session\.completed .*\n/m));
          assert.equal(await forge(port), 401);
          await follow(shown.take(11, { in: "Cash on delivery" }), terminal, prepared);
        } finally {
          await receiver.end();
          await server.end("SIGTERM");
        }
      });
    }),
});

Deno.test("docs/checkout.md: its lines are those of the walk, each once and in order", async () => {
  const page = await readRoot(PAGE);
  const curls = (name: string) =>
    blocks(section(page, name), "sh").map(({ text }) => text).filter((text) => /curl /.test(text));
  const lines = (walk: readonly WalkStep[]) => walk.map(({ line }) => `${line}; echo\n`);
  assert.deepEqual(curls("Prepaid"), lines(PREPAID_WALK));
  assert.deepEqual(curls("Cash on delivery"), lines(COD_WALK));
});
