import { createInterface } from "node:readline";

type InterfaceOptions = Parameters<typeof createInterface>[0];

/** Asks questions that are answered by one line each. */
export interface Questions {
  /** Asks for a line; null from the first Ctrl-C or Ctrl-D on. */
  ask(question: string): Promise<string | null>;
  /** Releases the terminal. */
  close(): void;
}

/**
 * Asks on a terminal, with the line editing of the runtime. Lines that are typed or pasted ahead
 * answer the next questions.
 *
 * @param input of the answers
 * @param output of the questions and of the typed text
 */
export function terminalQuestions(
  { input, output }: {
    readonly input: NonNullable<InterfaceOptions["input"]>;
    readonly output: NonNullable<InterfaceOptions["output"]>;
  },
): Questions {
  const lines = createInterface({ input, output, historySize: 0 });
  const ahead: string[] = [];
  let waiting: ((line: string | null) => void) | undefined;
  let isClosed = false;
  const answer = (line: string | null) => {
    waiting?.(line);
    waiting = undefined;
  };
  lines.on("line", (line) => {
    if (waiting === undefined) ahead.push(line);
    else answer(line);
  });
  lines.on("close", () => {
    isClosed = true;
    // The cursor is still on the line of the question.
    if (waiting !== undefined) output.write("\n");
    answer(null);
  });
  return {
    ask: (question) => {
      const line = ahead.shift();
      if (line !== undefined) {
        output.write(`${question}${line}\n`);
        return Promise.resolve(line);
      }
      if (isClosed) return Promise.resolve(null);
      lines.setPrompt(question);
      lines.prompt();
      return new Promise((resolve) => waiting = resolve);
    },
    close: () => lines.close(),
  };
}
