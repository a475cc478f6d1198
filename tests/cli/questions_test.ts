import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { type Questions, terminalQuestions } from "../../src/cli/output/questions.ts";

interface Terminal {
  readonly questions: Questions;
  readonly input: PassThrough;
  /** What was shown so far. */
  shown(): string;
}

async function withTerminal(test: (terminal: Terminal) => Promise<void>): Promise<void> {
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

Deno.test("terminalQuestions() shows a question and answers with the line", async () => {
  await withTerminal(async ({ questions, input, shown }) => {
    const answer = questions.ask("Name: ");
    assert.equal(shown(), "Name: ");
    input.write("Hüll\n");
    assert.equal(await answer, "Hüll");
  });
});

Deno.test("terminalQuestions() keeps what was typed ahead for the questions that follow", async () => {
  await withTerminal(async ({ questions, input, shown }) => {
    const first = questions.ask("One: ");
    input.write("1\n2\n3\n");
    assert.equal(await first, "1");
    assert.equal(await questions.ask("Two: "), "2");
    assert.equal(await questions.ask("Three: "), "3");
    assert.match(shown(), /Two: 2\nThree: 3\n$/);
  });
});

Deno.test("terminalQuestions() answers null once the input has ended, then and ever after", async () => {
  await withTerminal(async ({ questions, input, shown }) => {
    const answer = questions.ask("One: ");
    input.end();
    assert.equal(await answer, null);
    assert.equal(shown(), "One: \n", "the next line of output begins on a line of its own");
    assert.equal(await questions.ask("Two: "), null);
  });
});

Deno.test("terminalQuestions() answers what came before the end of the input", async () => {
  await withTerminal(async ({ questions, input }) => {
    const first = questions.ask("One: ");
    input.end("1\n2");
    assert.deepEqual([await first, await questions.ask("Two: ")], ["1", "2"]);
    assert.equal(await questions.ask("Three: "), null);
  });
});
