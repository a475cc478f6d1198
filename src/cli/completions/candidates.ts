import {
  type CommandUnknownOpts,
  InvalidArgumentError,
  type Option,
} from "@commander-js/extra-typings";

/** One word that can stand at the cursor. */
export interface Completion {
  readonly name: string;
  readonly description: string;
}

/** Asks the shell for the names of files. */
const FILES: Completion = { name: ":files", description: "" };
/** Offered before a command only. */
const PROGRAM_ONLY = "--version";

/**
 * Lists the candidates for the last word of a command line.
 *
 * @param words typed so far, without the program's name; the last one may be empty
 */
export function candidates(program: CommandUnknownOpts, words: readonly string[]): Completion[] {
  const last = words.at(-1) ?? "";
  let command = program;
  let option: Option | undefined;
  let operands = 0;
  for (const word of words.slice(0, -1)) {
    if (option !== undefined) {
      // Bash splits --state=initiated into three words.
      if (word !== "=") option = undefined;
    } else if (word.startsWith("-")) {
      option = valueOption(command, word);
    } else {
      const next = commandsOf(command).find((one) => one.name() === word);
      if (next === undefined) operands += 1;
      else command = next;
    }
  }
  const [, name, inlineValue = ""] = /^(--[^=]+)=(.*)$/s.exec(last) ?? [];
  if (name !== undefined) return startingWith(inlineValue, valuesOf(valueOption(command, name)));
  if (option !== undefined) return startingWith(last === "=" ? "" : last, valuesOf(option));
  if (last.startsWith("-")) return startingWith(last, optionsOf(command).map(optionCompletion));
  const commands = commandsOf(command)
    .map((one) => ({ name: one.name(), description: one.description() }));
  return startingWith(last, commands.length > 0 ? commands : operandsOf(command, operands));
}

function startingWith(prefix: string, all: readonly Completion[]): Completion[] {
  return all.filter((one) => one === FILES || one.name.startsWith(prefix));
}

function commandsOf(command: CommandUnknownOpts): CommandUnknownOpts[] {
  // Without the command `help`, which commander adds to the visible ones.
  return command.createHelp().visibleCommands(command)
    .filter((one) => command.commands.includes(one));
}

function optionsOf(command: CommandUnknownOpts): Option[] {
  const help = command.createHelp();
  const shared = help.visibleGlobalOptions(command).filter(({ long }) => long !== PROGRAM_ONLY);
  return [...help.visibleOptions(command), ...shared];
}

function optionCompletion({ long, flags, description }: Option): Completion {
  return { name: long ?? flags, description };
}

function valueOption(command: CommandUnknownOpts, name: string): Option | undefined {
  return optionsOf(command).find(({ long, short, required, optional }) =>
    (name === long || name === short) && (required || optional)
  );
}

function valuesOf(option: Option | undefined): Completion[] {
  return option === undefined ? [] : named(option.flags, option.argChoices ?? choicesOf(option));
}

function operandsOf({ registeredArguments }: CommandUnknownOpts, before: number): Completion[] {
  const last = registeredArguments.at(-1);
  const argument = registeredArguments[before] ?? (last?.variadic ? last : undefined);
  return argument === undefined ? [] : named(`<${argument.name()}>`, argument.argChoices ?? []);
}

function named(placeholder: string, choices: readonly string[]): Completion[] {
  if (choices.length > 0) return choices.map((name) => ({ name, description: "" }));
  return /<(?:file|path|path\|url|folder)(?:\.\.\.)?>/.test(placeholder) ? [FILES] : [];
}

/** The choices of an option's reader, which names them when it refuses an empty value. */
function choicesOf({ parseArg }: Option): string[] {
  try {
    parseArg?.("", undefined);
    return [];
  } catch (error) {
    const message = error instanceof InvalidArgumentError ? error.message : "";
    return /^It must be one of ([\w:., -]+)$/.exec(message)?.[1]?.split(", ") ?? [];
  }
}
