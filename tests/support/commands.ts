/** The commands of checkoutctl, as the program itself knows them. */
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { Context } from "../../src/cli/context.ts";
import type { CliIo } from "../../src/cli/io.ts";
import { createProgram } from "../../src/cli/run.ts";

/** The words that lead to every command, groups and the program itself included. */
export function allCommands(): string[][] {
  return walk(program(), [], () => true);
}

/** Every command that does something, as it is typed. */
export function leafCommands(): string[] {
  return walk(program(), [], ({ commands }) => commands.length === 0)
    .map((words) => words.join(" "));
}

function walk(
  command: CommandUnknownOpts,
  words: string[],
  isWanted: (command: CommandUnknownOpts) => boolean,
): string[][] {
  const below = command.commands.flatMap((one) => walk(one, [...words, one.name()], isWanted));
  return isWanted(command) ? [words, ...below] : below;
}

function program(): CommandUnknownOpts {
  const sink = { isTerminal: false, columns: 80, write: () => {} };
  const never = () => Promise.reject(new Error("not to be used"));
  const io: CliIo = {
    version: "0",
    stdout: sink,
    stderr: sink,
    stdinIsTerminal: false,
    env: () => undefined,
    readTextFile: never,
    confirm: never,
    open: never,
    now: () => 0,
  };
  return createProgram(new Context(io));
}
