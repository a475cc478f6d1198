import { isDeepStrictEqual } from "node:util";
import { fieldAt, isRecord, withField } from "../../domain/values/json.ts";
import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { AppError } from "../../domain/errors.ts";
import { UsageError } from "../errors.ts";

/** An option of the command line that sets one field of a seed-file entry. */
export interface SeedFlag {
  /** In commander's form: `--tax-rate <percent>`, `--no-cod`. */
  readonly flags: string;
  /** Path of the field: `tax.rate`. */
  readonly field: string;
  readonly help: string;
  /** Converts the argument (default: the text itself). */
  readonly read?: (text: string) => unknown;
  /** Repeatable; the field is then a list. */
  readonly repeats?: boolean;
  /** Value of a switch, which has no argument (default: true). */
  readonly value?: unknown;
  /** Heading of its group in the help. */
  readonly group: string | undefined;
}

/** A row of a table of options. */
export type SeedFlagRow = readonly [
  flags: string,
  field: string,
  help: string,
  more?: Pick<SeedFlag, "read" | "repeats" | "value">,
];

/** The options of a table, under a heading of the help if `group` names one. */
export function seedFlags(rows: readonly SeedFlagRow[], group?: string): SeedFlag[] {
  return rows.map(([flags, field, help, more]) => ({ flags, field, help, group, ...more }));
}

/**
 * The options that describe one seed-file entry. The command line and the file share their
 * readers, so every rule and message is the same.
 */
export class SeedFlags {
  readonly #table: readonly SeedFlag[];

  constructor(table: readonly SeedFlag[]) {
    this.#table = table;
  }

  /** Adds the options to a command. */
  addTo(command: CommandUnknownOpts): void {
    for (const flag of this.#table) command.addOption(toOption(flag));
  }

  /** True if any of the options was given. */
  anyGiven(command: CommandUnknownOpts): boolean {
    return this.#table.some((flag) => given(flag, command) !== undefined);
  }

  /**
   * Sets the fields that options were given for.
   *
   * @param base a seed-file entry, or {} for a new one
   */
  overlay(base: unknown, command: CommandUnknownOpts): Readonly<Record<string, unknown>> {
    return this.#table.reduce((whole, flag) => {
      const found = given(flag, command);
      return found === undefined ? whole : withField(whole, flag.field, found.value);
    }, isRecord(base) ? base : {});
  }

  /** The options that set the fields of an entry, as words of a command line. */
  wordsFor(entry: unknown): string[] {
    return this.#table.flatMap((flag) => {
      const value = fieldAt(entry, flag.field);
      if (value === undefined) return [];
      if (!flag.flags.includes("<")) {
        return isDeepStrictEqual(value, valueOf(flag)) ? [flag.flags] : [];
      }
      const values = Array.isArray(value) ? value : [value];
      return values.flatMap((one) => one === null ? [] : [longName(flag), String(one)]);
    });
  }

  /**
   * Runs a reader; an error about a field names the option that set it.
   *
   * @param file source of the fields that no option sets; undefined for none
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

  /** The option whose field a message begins with; of several the longest field. */
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

/** The value of an option; undefined if it was not given. */
function given(flag: SeedFlag, command: CommandUnknownOpts): { value: unknown } | undefined {
  const name = new Option(flag.flags).attributeName();
  if (command.getOptionValueSource(name) !== "cli") return undefined;
  const value = command.getOptionValue(name);
  // Commander stores `--no-shipping` as the value false of `--shipping`.
  if (flag.flags.startsWith("--no-") !== (value === false)) return undefined;
  if (flag.flags.includes("<")) return { value };
  return { value: valueOf(flag) };
}

/** The value that a switch sets. */
function valueOf({ value }: SeedFlag): unknown {
  return value === undefined ? true : value;
}

function longName({ flags }: SeedFlag): string {
  return flags.split(" ", 1)[0] ?? flags;
}
