import assert from "node:assert/strict";
import { parseJson } from "../../src/schema/json.ts";
import { curl, type Variables } from "../support/curl.ts";
import { runCtl, type RunningServer, startServer, withFolder } from "../support/process.ts";
import {
  assertPart,
  assertShows,
  type Block,
  blocks,
  codes,
  masked,
  section,
  withoutComments,
} from "./pages.ts";
import { readRoot } from "../support/root.ts";
import { lacks, lacksCurl, runTool } from "../support/tools.ts";
import type { DemoCommands } from "../../src/demo/demo.ts";
import { withCommands } from "./commands.ts";

const ADDRESS = "http://127.0.0.1:8080";
const PAGES_ADDRESS = "http://127.0.0.1:8082";

interface Demo {
  readonly server: RunningServer;
  readonly secret: string;
  readonly commands: DemoCommands;
}

/** The demo as `deno task demo` starts it, but for its port and folder. */
async function withDemo(test: (demo: Demo) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const { tasks } = JSON.parse(await readRoot("deno.json"));
    const flags = tasks.demo.command.split(" main.ts ")[1].split(" ");
    assert.ok(flags.includes("--demo"));
    const server = await startServer(folder, flags);
    const { stdout } = await runCtl(folder, "demo", "--json", "--url", server.url);
    const { key: { secret }, commands } = JSON.parse(stdout);
    await test({ server, secret, commands });
  });
}

Deno.test({
  name: "README: the demo prints what is shown, and its commands answer it",
  ignore: await lacksCurl(),
  fn: () =>
    withCommands("README.md#try-it", async (shown) => {
      const [guide, answers] = shown.take(2, { of: "console" });
      assert.ok(guide && answers);
      await withDemo(async ({ server, commands }) => {
        const { code: typed, stdout, stderr } = await runTool("sh", [
          "-c",
          Object.values(commands).join("\necho\n"),
        ]);
        assert.deepEqual([typed, stderr], [0, ""]);
        assertShows(answers.text, stdout.trimStart());

        const { code, output } = await server.end("SIGINT");
        assert.equal(code, 0);
        const [command = "", ...printed] = guide.text.trimEnd().split("\n");
        assert.equal(command.replace(/deno@[\d.]+/, "deno"), "$ npx -y deno task demo");
        // The port of the pages may be taken on this machine.
        const pages = output.replace(/http:\/\/127\.0\.0\.1:\d+(?=\/c\/)/, PAGES_ADDRESS);
        assertShows(printed.join("\n"), pages.replaceAll(server.url, ADDRESS));
      });
    }),
});

Deno.test({
  name: "README: the program in Node.js takes a cart to a paid order",
  ignore: await lacks("node"),
  fn: () =>
    withDemo(async ({ server, secret }) => {
      const order = section(await readRoot("README.md"), "A paid order in Node.js");
      const [program] = blocks(order, "js");
      const { code, stdout, stderr } = await runTool(
        "node",
        ["--input-type=module", "--eval", program?.text ?? ""],
        { env: { URL: server.url, KEY: secret } },
      );
      assert.deepEqual([code, stderr], [0, ""]);
      assert.ok(codes(order).includes(stdout.trim()), stdout);
      await server.end("SIGTERM");
    }),
});

/** A command of a console block and what is shown below it. */
interface Step {
  readonly command: string;
  readonly shown: string;
}

function steps(block: Block): Step[] {
  return block.text.split(/^\$ /m).slice(1).map((text) => {
    const words = /^curl (?:'[^']*'|"[^"]*"|\\\n|[^'"\n])*/.exec(text);
    assert.ok(words, text);
    return { command: words[0], shown: text.slice(words[0].length).trim() };
  });
}

/** Holds what is shown of an answer, its head in part and its body whole, against all of it. */
function assertAnswer(shown: string, output: string): void {
  if (!shown.startsWith("HTTP/")) return assertShows(shown, output);
  const [head = "", body = ""] = shown.split("\n\n");
  const [actualHead = "", actualBody = ""] = output.split("\n\n");
  const lower = (text: string) =>
    masked(text).split("\n").map((line) =>
      line.replace(/^[\w-]+(?=:)/, (name) => name.toLowerCase())
    );
  const actual = new Set(lower(actualHead));
  assert.deepEqual(lower(head).filter((line) => !actual.has(line)), []);
  assertShows(body, actualBody);
}

Deno.test("docs/api.md: every example answers what is shown", () =>
  withCommands("docs/api.md", (page) =>
    withDemo(async ({ server, secret }) => {
      let variables: Variables = { KEY: secret };
      let last = "";
      for (const block of page.take(7, { of: ["console", "jsonc"] })) {
        if (block.language === "jsonc") {
          assertPart(parseJson(masked(withoutComments(block.text))), parseJson(masked(last)));
          continue;
        }
        for (const { command, shown } of steps(block)) {
          const answer = await curl(command.replaceAll(ADDRESS, server.url), variables);
          if (shown !== "") assertAnswer(shown, answer.output);
          last = answer.body;
          const created = /"session_id":"([^"]+)"/.exec(last)?.[1];
          if (created !== undefined) variables = { ...variables, SESSION: created };
        }
      }
      await server.end("SIGTERM");
    })));
