import { isRecord } from "../../schema/json.ts";
import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { AppError } from "../../domain/errors.ts";
import { UsageError } from "../errors.ts";

/** One option of the command line that sets one field of a thing in the form of a seed file. */
export interface SeedFlag {
  /** As commander takes them: `--tax-rate <percent>`, `--no-cod`. */
  readonly flags: string;
  readonly help: string;
  /** Where the value goes: `tax.rate`. */
  readonly field: string;
  /** Makes the field's value of the argument; without it the text is the value. */
  readonly read?: (text: string) => unknown;
  /** Whether it may be given several times, which makes the field a list. */
  readonly repeats?: boolean;
  /** What a switch without argument stands for; without it, `true`. */
  readonly value?: unknown;
  /** Heading of its group in the help. */
  readonly group?: string;
}

/**
 * A table of options that together describe a thing of a seed file, so that the command
 * line and the file share their readers, and with them every rule and message.
 */
export class SeedFlags {
  readonly #table: readonly SeedFlag[];

  constructor(table: readonly SeedFlag[]) {
    this.#table = table;
  }

  /** Declares the options on a command. */
  addTo(command: CommandUnknownOpts): void {
    for (const flag of this.#table) command.addOption(toOption(flag));
  }

  /** Whether any of the options was given. */
  anyGiven(command: CommandUnknownOpts): boolean {
    return this.#table.some((flag) => given(flag, command) !== undefined);
  }

  /**
   * Lays what was given over what there is.
   *
   * @param base a thing in the form of a seed file, or {} for a new one
   */
  overlay(base: unknown, command: CommandUnknownOpts): unknown {
    return this.#table.reduce((whole, flag) => {
      const found = given(flag, command);
      return found === undefined ? whole : withField(whole, flag.field, found.value);
    }, base);
  }

  /**
   * Runs a reader and turns what it says of a field into what to say of the option.
   *
   * @param file where fields come from that no option has set; undefined for nowhere
   * @throws {UsageError} naming the option, or {@link AppError} naming the file
   */
  read<T>(reader: () => T, command: CommandUnknownOpts, file: string | undefined): T {
    try {
      return reader();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const flag = this.#flagOf(error.message);
      const isFromFile = file !== undefined &&
        (flag === undefined || given(flag, command) === undefined);
      if (isFromFile) throw new AppError(error.code, `${file}: ${error.message}`, { cause: error });
      if (flag === undefined) throw error;
      const rest = error.message.slice(flag.field.length);
      throw new UsageError(`${longName(flag)}${rest}`, { cause: error });
    }
  }

  /** The option whose field a message is about: the one with the longest path. */
  #flagOf(message: string): SeedFlag | undefined {
    return this.#table
      .filter(({ field, flags }) =>
        message.startsWith(field) && /^[ .[]/.test(message.slice(field.length)) &&
        !flags.startsWith("--no-")
      )
      .sort((a, b) => b.field.length - a.field.length)[0];
  }
}

function toOption({ flags, help, read, repeats, group }: SeedFlag): Option {
  const option = new Option(flags, help);
  if (group !== undefined) option.helpGroup(group);
  if (!flags.includes("<")) return option;
  const valueOf = read ?? ((text: string) => text);
  return option.argParser<unknown>((text, previous) => {
    if (!repeats) return valueOf(text);
    return [...(Array.isArray(previous) ? previous : []), valueOf(text)];
  });
}

/** What an option was given as; undefined when it was not. */
function given(flag: SeedFlag, command: CommandUnknownOpts): { value: unknown } | undefined {
  const name = new Option(flag.flags).attributeName();
  if (command.getOptionValueSource(name) !== "cli") return undefined;
  const value = command.getOptionValue(name);
  // `--shipping` and `--no-shipping` are one option to commander, and false means the latter.
  if (flag.flags.startsWith("--no-") !== (value === false)) return undefined;
  if (flag.flags.includes("<")) return { value };
  return { value: flag.value === undefined ? true : flag.value };
}

function longName({ flags }: SeedFlag): string {
  return flags.split(" ", 1)[0] ?? flags;
}

/** A thing with one field set, such as `tax.rate`; what is no object on the way becomes one. */
export function withField(whole: unknown, field: string, value: unknown): Record<string, unknown> {
  const fields = isRecord(whole) ? whole : {};
  const [name = "", ...rest] = field.split(".");
  const set = rest.length === 0 ? value : withField(fields[name], rest.join("."), value);
  return { ...fields, [name]: set };
}
