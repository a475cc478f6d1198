import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { type Questions, terminalQuestions } from "../../src/cli/output/questions.ts";
import { type Shell, withShell } from "./support.ts";

/** Lines typed by a person who accepts every proposal. */
const SHORT = ["Hill House", "hill-house.example", "in", "", "", "", ""];

async function withTerminal(test: (shell: Shell) => Promise<void>): Promise<void> {
  await withShell(async (shell) => {
    shell.isTerminal = true;
    shell.env["NO_COLOR"] = "1";
    await test(shell);
  });
}

Deno.test("init asks for what a shop needs, and Enter takes the proposals", () =>
  withTerminal(async (shell) => {
    shell.typed = SHORT;
    const { code, out, err } = await shell.run("init");
    assert.equal(code, 0, err);
    assert.deepEqual(shell.asked, [
      "Name of the shop: ",
      "Domain of the store (separate several with commas): ",
      "Country, two letters such as IN: ",
      "Currency [INR]: ",
      "Cash on delivery? [no]: ",
      "Tax on goods, in percent [0]: ",
      "Set it up? [yes]: ",
    ]);
    assert.match(err, /\n {2}Currency +INR; it cannot change later\n/);
    assert.match(err, /\n {2}Key +backend, expires 2027-01-02 03:04:05Z\n/);
    assert.match(out, /^Hill House is set up: /);
    assert.match(out, /\ncurl /);
    assert.match(err, /\nSummary, to be written to \.\/data\/checkout\.db:\n/);
  }));

Deno.test("init asks eight questions at most, and takes the rest as options", () =>
  withTerminal(async (shell) => {
    shell.typed = ["Hill House", "a.example, b.example", "JP", "", "y", "10", "no", ""];
    const { merchant, key, webhook, command } = await shell.json(
      ...["init", "--cart-format", "shopify", "--key-expires", "never"],
      ...["--webhook", "https://a.example/hooks"],
    );
    assert.equal(shell.asked.length, 8);
    assert.deepEqual(merchant.domains, ["a.example", "b.example"]);
    const { fee, min, max } = merchant.cod;
    assert.deepEqual([fee, min, max], [0, 0, null]);
    assert.deepEqual(merchant.tax, { rate: 10, included: false });
    assert.deepEqual([key.expires_at, webhook.url], [null, "https://a.example/hooks"]);
    assert.ok(command.includes('"price":200000,'));
  }));

/** A wrong answer at a question, what is said to it, and the right one. */
const WRONG: readonly (readonly [at: number, wrong: string, said: string])[] = [
  [0, "", "  It must not be empty\n"],
  [0, "x".repeat(201), '  It must have at most 200 characters, got "xxx'],
  [1, "hill house", '  It must be a domain, got "hill house"\n'],
  [1, "", "  It must have at least 1 entry\n"],
  [2, "India", '  It must be a two-letter ISO 3166-1 country code, got "India"\n'],
  [3, "rupees", '  It must be an ISO 4217 currency code, got "rupees"\n'],
  [4, "maybe", "  It must be yes or no\n"],
  [5, "101", "  It must be a percentage"],
  [6, "perhaps", "  It must be yes or no\n"],
];

for (const [at, wrong, said] of WRONG) {
  Deno.test(`init asks question ${at + 1} again after ${JSON.stringify(wrong.slice(0, 9))}`, () =>
    withTerminal(async (shell) => {
      shell.typed = [...SHORT.slice(0, at), wrong, ...SHORT.slice(at)];
      const { code, err } = await shell.run("init");
      assert.equal(code, 0, err);
      assert.ok(err.includes(`\n${said}`), err);
      assert.equal(shell.asked[at], shell.asked[at + 1]);
      assert.equal(shell.asked.length, SHORT.length + 1);
    }));
}

for (const at of SHORT.keys()) {
  Deno.test(`init ended at question ${at + 1} writes nothing and says so`, () =>
    withTerminal(async (shell) => {
      shell.typed = SHORT.slice(0, at);
      const { code, out, err } = await shell.run("init");
      assert.deepEqual([code, out], [1, ""]);
      const [, call] = /\nCancelled: nothing was written\n(?:To go on: checkoutctl (init .*)\n)?$/
        .exec(err) ?? assert.fail(err);
      assert.doesNotMatch(err, /error/);
      assert.equal(shell.asked.length, at + 1);
      assert.deepEqual(await shell.json("merchant", "list"), []);
      assert.equal(call === undefined, at === 0);
      if (call === undefined) return;
      // Of the shop nothing is asked twice.
      shell.asked.length = 0;
      // Once all is answered the command asks nothing; before the tax it asks for cash again.
      const answered = at === 6 ? SHORT.length : Math.min(at, 4);
      shell.typed = SHORT.slice(answered);
      const words = call.match(/'[^']*'|\S+/g)?.map((word) => word.replaceAll("'", "")) ?? [];
      assert.equal((await shell.run(...words)).code, 0, call);
      assert.equal(shell.asked.length, SHORT.length - answered);
      assert.equal((await shell.json("merchant", "list"))[0].name, "Hill House");
    }));
}

Deno.test("init --json prints a cancellation as its one value, without a code", () =>
  withTerminal(async (shell) => {
    shell.typed = [];
    const { code, out } = await shell.run("init", "--json");
    assert.equal(code, 1);
    const error = { code: null, message: "Cancelled: nothing was written" };
    assert.deepEqual(JSON.parse(out), { error });
  }));

Deno.test("init writes nothing when the summary is answered by no", () =>
  withTerminal(async (shell) => {
    shell.typed = [...SHORT.slice(0, -1), "no"];
    const { code, err } = await shell.run("init");
    assert.equal(code, 1);
    assert.match(err, /error: Nothing was written: not confirmed/);
    assert.deepEqual(await shell.json("merchant", "list"), []);
  }));

Deno.test("init asks only for what no option said, and --yes spares the last question", () =>
  withTerminal(async (shell) => {
    shell.typed = ["hill-house.example", ""];
    const { merchant } = await shell.json(
      ...["init", "--name", "Hill House", "--country", "IN", "--currency", "INR"],
      ...["--cod", "--cod-fee", "40", "--cod-max", "5000", "--yes"],
    );
    assert.deepEqual(shell.asked.map((question) => question.trim().split(/[ ,]/, 2).join(" ")), [
      "Domain of",
      "Tax on",
    ]);
    assert.deepEqual([merchant.cod.fee, merchant.cod.max], [40, 5000]);
  }));

Deno.test("init says at the domain's question that it is taken, and asks for another", () =>
  withTerminal(async (shell) => {
    shell.typed = SHORT;
    await shell.json("init");
    shell.asked.length = 0;
    shell.typed = ["Second", "hill-house.example", "second.example", ...SHORT.slice(2)];
    const { code, err } = await shell.run("init");
    assert.equal(code, 0, err);
    assert.match(
      err,
      /\n {2}The domain already belongs to the shop Hill House: hill-house\.example\n {2}To show/,
    );
    assert.equal(shell.asked[1], shell.asked[2]);
    assert.equal((await shell.json("merchant", "list")).length, 2);
  }));

interface Terminal {
  readonly questions: Questions;
  readonly input: PassThrough;
  /** Output so far. */
  shown(): string;
}

async function withStreams(test: (terminal: Terminal) => Promise<void>): Promise<void> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let text = "";
  output.on("data", (part) => text += part);
  const questions = terminalQuestions({ input, output });
  try {
    await test({ questions, input, shown: () => text });
  } finally {
    questions.close();
  }
}

Deno.test("terminalQuestions() shows a question and answers with the line", () =>
  withStreams(async ({ questions, input, shown }) => {
    const answer = questions.ask("Name: ");
    assert.equal(shown(), "Name: ");
    input.write("Hüll\n");
    assert.equal(await answer, "Hüll");
  }));

Deno.test("terminalQuestions() keeps what was typed ahead for the questions that follow", () =>
  withStreams(async ({ questions, input, shown }) => {
    const first = questions.ask("One: ");
    input.write("1\n2\n3\n");
    assert.equal(await first, "1");
    assert.equal(await questions.ask("Two: "), "2");
    assert.equal(await questions.ask("Three: "), "3");
    assert.match(shown(), /Two: 2\nThree: 3\n$/);
  }));

Deno.test("terminalQuestions() answers null once the input has ended, then and ever after", () =>
  withStreams(async ({ questions, input, shown }) => {
    const answer = questions.ask("One: ");
    input.end();
    assert.equal(await answer, null);
    assert.equal(shown(), "One: \n", "the next line of output begins on a line of its own");
    assert.equal(await questions.ask("Two: "), null);
  }));

Deno.test("terminalQuestions() answers what came before the end of the input", () =>
  withStreams(async ({ questions, input }) => {
    const first = questions.ask("One: ");
    input.end("1\n2");
    assert.deepEqual([await first, await questions.ask("Two: ")], ["1", "2"]);
    assert.equal(await questions.ask("Three: "), null);
  }));
