import {
  type CommandUnknownOpts,
  InvalidArgumentError,
  type Option,
} from "@commander-js/extra-typings";

/** What may stand in a place: one of some words, the name of a file, or what nobody can guess. */
export type OptionValue =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "file" }
  | { readonly kind: "free" };

/** An option that can be completed. */
export interface OptionEntry {
  /** With its hyphens: `--merchant`. */
  readonly long: string;
  /** With its hyphen: `-h`; null for none. */
  readonly short: string | null;
  readonly description: string;
  /** Null for a switch. */
  readonly value: OptionValue | null;
}

/** A command with all that may come behind it. */
export interface CommandEntry {
  /** The words that lead to it, without the program's name; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  /** Its own options and those that every command has. */
  readonly options: readonly OptionEntry[];
  /** Null where it takes no argument. */
  readonly argument: OptionValue | null;
}

const HELP: OptionEntry = {
  long: "--help",
  short: "-h",
  description: "show help for a command",
  value: null,
};
/** Of the program alone: behind a command nobody asks for it. */
const ROOT_ONLY = "--version";

/** Everything that can be typed, from the program's own commands: the program and all below it. */
export function commandTree(program: CommandUnknownOpts): CommandEntry[] {
  const shared = [...program.options.map(optionEntry), HELP];
  return entriesOf(program, [], shared);
}

function entriesOf(
  command: CommandUnknownOpts,
  words: readonly string[],
  shared: readonly OptionEntry[],
): CommandEntry[] {
  const own = words.length === 0 ? [] : command.options.map(optionEntry);
  const inherited = words.length === 0 ? shared : shared.filter(({ long }) => long !== ROOT_ONLY);
  const entry: CommandEntry = {
    path: words.join(" "),
    commands: command.commands.map((one) => ({
      name: one.name(),
      description: one.description(),
    })),
    options: [...own, ...inherited],
    argument: argumentOf(command),
  };
  return [
    entry,
    ...command.commands.flatMap((one) => entriesOf(one, [...words, one.name()], shared)),
  ];
}

function optionEntry(option: Option): OptionEntry {
  const { long, short, description, flags } = option;
  const takesValue = option.required || option.optional;
  return {
    long: long ?? flags,
    short: short ?? null,
    description,
    value: takesValue ? valueOf(flags, option.argChoices ?? choicesOf(option)) : null,
  };
}

function argumentOf({ registeredArguments: [first] }: CommandUnknownOpts): OptionValue | null {
  return first === undefined ? null : valueOf(`<${first.name()}>`, first.argChoices ?? []);
}

function valueOf(placeholder: string, words: readonly string[]): OptionValue {
  if (words.length > 0) return { kind: "words", words };
  return { kind: /<(?:file|path|folder)(?:\.\.\.)?>/.test(placeholder) ? "file" : "free" };
}

/**
 * What an option can be, as its own reader says: asked for nothing, one that knows all its
 * values names them as it refuses.
 */
function choicesOf({ parseArg }: Option): string[] {
  try {
    parseArg?.("", undefined);
    return [];
  } catch (error) {
    const message = error instanceof InvalidArgumentError ? error.message : "";
    return /^It must be one of ([\w., -]+)$/.exec(message)?.[1]?.split(", ") ?? [];
  }
}
