/** Both programs on a terminal, from source or as single files. */
import assert from "node:assert/strict";
import { onTerminal, type Shown } from "./terminal.ts";

/** Runs one of the two programs in a folder. */
export type Runner = (
  program: "checkoutd" | "checkoutctl",
  args: readonly string[],
) => Shown;

/** A command line with its exit code, and what is shown of it. */
interface Row {
  readonly program: "checkoutd" | "checkoutctl";
  readonly args: readonly string[];
  readonly code: number;
  readonly shows: RegExp;
  /** True if part of it is coloured or bold. */
  readonly isStyled: boolean;
  /** The answer to its question. */
  readonly answer?: readonly [question: string, answer: string];
}

// deno-lint-ignore no-control-regex -- that is how a terminal is told of them
const BOLD_OR_COLOUR = /\u001b\[[0-9;]*m/;

const BOTH = (["checkoutd", "checkoutctl"] as const).flatMap((program): Row[] => [
  {
    ...{ program, args: ["--help"], code: 0, isStyled: true },
    shows: new RegExp(`^Usage: (\\S+/)?${program} `),
  },
  {
    ...{ program, args: ["--version"], code: 0, isStyled: false },
    shows: new RegExp(`^${program} \\d+\\.\\d+\\.\\d+ \\(commit .*\\)\n`),
  },
  {
    ...{ program, args: ["--nonsense"], code: 2, isStyled: true },
    shows: /^error: Unknown option '--nonsense' \(error\.invalid-request\)\n/,
  },
]);

const TABLE: readonly Row[] = [
  {
    ...{ program: "checkoutctl", args: ["demo"], code: 0, isStyled: false },
    shows: /Demo Store is ready/,
  },
  {
    ...{ program: "checkoutctl", args: ["merchant", "list"], code: 0, isStyled: true },
    shows: /NAME.*\n.*Demo Store/,
  },
  {
    ...{ program: "checkoutctl", args: ["init"], code: 1, isStyled: true },
    shows: /Cancelled: nothing was written/,
    answer: ["Name of the shop", "\u0003"],
  },
  {
    ...{ program: "checkoutctl", args: ["db", "backup", "copy.db"], code: 0, isStyled: false },
    shows: /Backed up .* to copy\.db/,
  },
  {
    ...{ program: "checkoutctl", args: ["db", "restore", "copy.db"], code: 1, isStyled: true },
    shows: /Nothing was changed: not confirmed/,
    answer: ["[y/N]", "n\r"],
  },
];

/**
 * Types each of them with colours and, where there are some, with `NO_COLOR`; fails where one ends
 * otherwise, or shows a stack.
 */
export async function walkTerminal(run: Runner): Promise<void> {
  for (const row of [...BOTH, ...TABLE]) {
    await typed(run, row, {});
    if (row.isStyled) await typed(run, { ...row, isStyled: false }, { NO_COLOR: "1" });
  }
}

async function typed(run: Runner, row: Row, env: Record<string, string>): Promise<void> {
  const shown = run(row.program, row.args);
  await onTerminal({ ...shown, env: { ...shown.env, ...env } }, async (terminal) => {
    if (row.answer !== undefined) {
      await terminal.see(row.answer[0]);
      await terminal.type(row.answer[1]);
    }
    const { code, shown: all, sent } = await terminal.ended();
    const said = `${row.program} ${row.args.join(" ")}: ${all}`;
    assert.equal(code, row.code, said);
    const [text = ""] = all.split("speed ", 1);
    assert.match(text, row.shows);
    assert.doesNotMatch(text, /NotCapable|Uncaught|\n +at /);
    assert.equal(BOLD_OR_COLOUR.test(sent), row.isStyled, `${said}${JSON.stringify(sent)}`);
  });
}
