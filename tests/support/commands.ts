/** The commands of checkoutctl, as the program itself knows them. */
import { NO_FILE } from "../../src/command/file_settings.ts";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { BY_NAME } from "../../src/command/calls.ts";
import { Context } from "../../src/cli/context.ts";
import type { CliIo } from "../../src/cli/io.ts";
import { createProgram } from "../../src/cli/run.ts";

/** The words that lead to every command that help shows, groups and the program itself included. */
export function allCommands(): string[][] {
  return walk(theProgram(), [], () => true);
}

/**
 * Every command that does something, as it is typed: those without commands below them, and those
 * with options of their own, behind the ones below.
 */
export function leafCommands(): string[] {
  return walk(
    theProgram(),
    [],
    ({ commands, options, parent }) =>
      commands.length === 0 || (parent !== null && options.length > 0),
  ).map((words) => words.join(" "));
}

/** The command that some words lead to. */
export function commandAt(words: readonly string[]): CommandUnknownOpts {
  return words.reduce<CommandUnknownOpts>((command, word) => {
    const found = command.commands.find((one) => one.name() === word);
    if (found === undefined) throw new Error(`No such command: ${words.join(" ")}`);
    return found;
  }, theProgram());
}

function walk(
  command: CommandUnknownOpts,
  words: string[],
  isWanted: (command: CommandUnknownOpts) => boolean,
): string[][] {
  const shown = command.createHelp().visibleCommands(command);
  const below = command.commands.filter((one) => shown.includes(one))
    .flatMap((one) => walk(one, [...words, one.name()], isWanted));
  return isWanted(command) ? [...below, words] : below;
}

/** The program itself, which cannot be run: there is no world around it. */
export function theProgram(): CommandUnknownOpts {
  const sink = { isTerminal: false, columns: 80, rows: 24, isClosed: false, write: () => {} };
  const never = () => Promise.reject(new Error("not to be used"));
  const io: CliIo = {
    version: { text: "0", fields: {} },
    stdout: sink,
    stderr: sink,
    stdinIsTerminal: false,
    calls: BY_NAME,
    env: () => undefined,
    readTextFile: never,
    readBytes: never,
    makePicture: never,
    confirm: never,
    questions: () => {
      throw new Error("not to be used");
    },
    open: never,
    secretKeys: () => {
      throw new Error("not to be used");
    },
    dashboard: never,
    maintenance: {
      backup: never,
      restore: never,
      check: never,
      examine: never,
      seal: never,
      secrets: never,
      auditSeal: never,
      dropUnused: never,
    },
    copyDatabase: never,
    machine: {
      file: () => undefined,
      list: () => undefined,
      roomBytes: () => undefined,
      trueName: (path) => path,
      fileLimit: () => undefined,
      alarms: () => undefined,
    },
    otherServer: () => Promise.resolve(null),
    server: () => {
      throw new Error("not to be used");
    },
    now: () => 0,
    timeZone: "UTC",
    wait: never,
    settings: NO_FILE,
    nextTurn: () => Promise.resolve(),
    untilInterrupted: never,
  };
  return createProgram(new Context(io));
}
