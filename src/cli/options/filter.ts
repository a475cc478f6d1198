import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { FilterField } from "../../things/list.ts";
import { phoneOf } from "./phone.ts";
import { flagName, LIVEMODE, oneOf, SINCE, UNTIL } from "./values.ts";

/** The place of a command: what dates and phone numbers without a place mean. */
export interface FilterPlace {
  readonly now: number;
  readonly timeZone: string;
  readonly countryCode: string | undefined;
}

/** Fields of a filter by name, which are also the names of their options. */
type Fields = Readonly<Record<string, FilterField>>;

/** Adds the options of a filter to a command. */
export function addFilter(command: CommandUnknownOpts, fields: Fields): void {
  for (const field of Object.values(fields)) {
    switch (field.kind) {
      case "choice": {
        const [flags, help] = field.option;
        const names = field.namesValues === false
          ? ""
          : `: ${field.values.map(flagName).join(", ")}`;
        command.option(flags, `${help}${names}`, oneOf(field.values));
        break;
      }
      case "phone":
      case "flag":
      case "text":
        command.option(...field.option);
        break;
      case "since":
        command.option(...SINCE);
        break;
      case "until":
        command.option(...UNTIL);
        break;
      case "mode":
        command.option(...LIVEMODE);
    }
  }
}

/**
 * Reads the filter that options give.
 *
 * @param all selects all: the fields without an option
 * @throws {UsageError} for an invalid phone number
 */
export async function filterOf<Filter>(
  all: Filter,
  fields: Fields,
  options: Readonly<Record<string, unknown>>,
  { now, timeZone, countryCode }: FilterPlace,
): Promise<Filter> {
  const given = Object.entries(fields).map(async ([name, { kind, input = name }]) => {
    const value = options[input];
    if (value === undefined) return [];
    if (kind === "phone") return [[name, await phoneOf(String(value), countryCode, `--${input}`)]];
    return [[name, typeof value === "function" ? value(now, timeZone) : value]];
  });
  return { ...all, ...Object.fromEntries((await Promise.all(given)).flat()) };
}
