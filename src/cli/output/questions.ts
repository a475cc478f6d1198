import { createInterface } from "node:readline";

type InterfaceOptions = Parameters<typeof createInterface>[0];

/** Somebody who answers questions, one line each. */
export interface Questions {
  /** Asks for a line; null when the person ended it by Ctrl-C or Ctrl-D, then and ever after. */
  ask(question: string): Promise<string | null>;
  /** Gives the terminal back as it was. */
  close(): void;
}

/**
 * Questions on a terminal, with the line editing of the runtime. What is typed or pasted
 * ahead answers the questions that come after.
 *
 * @param streams where answers come from, and where questions and typing are shown
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
    // The cursor is still behind the question that was not answered.
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
