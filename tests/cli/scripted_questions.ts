import assert from "node:assert/strict";
import type { Questions } from "../../src/cli/output/questions.ts";

/** Somebody at a terminal, as far as a script goes. */
export interface Script {
  /** Lines typed in order before Ctrl-C; undefined if nothing may be asked. */
  readonly typed: readonly string[] | undefined;
  /** Takes the questions that were asked. */
  readonly asked: string[];
}

/** Questions that a script answers. */
export function scriptedQuestions({ typed, asked }: Script): Questions {
  assert.ok(typed, "nothing should be asked");
  const lines = [...typed];
  let isOpen = true;
  return {
    ask: (question) => {
      assert.ok(isOpen, `asked after the terminal was given back: ${question}`);
      asked.push(question);
      return Promise.resolve(lines.shift() ?? null);
    },
    close: () => {
      isOpen = false;
    },
  };
}
