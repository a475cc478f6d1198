/** Options of time take durations, in both programs. */
import assert from "node:assert/strict";
import type { Option } from "@commander-js/extra-typings";
import { parseServerArgs } from "../../src/process/config/config.ts";
import { allCommands, commandAt } from "../support/commands.ts";

const TEXTS = ["90s", "15m", "12h", "30d", "45"] as const;
/** A duration that is no whole number of the option's unit, or out of its range. */
const NO = "refused";

/** Each option with what it makes of {@link TEXTS}, in its unit. */
const SERVER: Readonly<Record<string, readonly unknown[]>> = {
  "--session-ttl": [90, 900, 43_200, 2_592_000, 45],
  "--payment-ttl": [90, 900, 43_200, 2_592_000, 45],
  "--retention": [NO, NO, NO, 30, 45],
  "--order-retention": [NO, NO, NO, 30, 45],
  "--audit-retention": [NO, NO, NO, 30, 45],
  "--shutdown-delay": [90, NO, NO, NO, 45],
  "--wait-ready": [90, 900, NO, NO, 45],
};

const MS = [90_000, 900_000, 43_200_000, 2_592_000_000, NO];

const CTL: typeof SERVER = {
  "init --key-expires": MS,
  "key create --expires": MS,
  "key rotate --overlap": MS,
  "key rotate --expires": MS,
  "key update --expires": MS,
  "webhook rotate --overlap": MS,
  "doctor --max-backup-age": MS,
  // The reader of the field refuses parts of its unit.
  "merchant create --idle-after": [1.5, 15, 720, 43_200, 45],
  "merchant update --idle-after": [1.5, 15, 720, 43_200, 45],
  "merchant create --manual-days": [90 / 86_400, 15 / 1440, 0.5, 30, 45],
  "merchant update --manual-days": [90 / 86_400, 15 / 1440, 0.5, 30, 45],
  "session stats --days": [NO, NO, NO, 30, 45],
  "session stats --interval": [90, 900, NO, NO, 45],
};

/** A name, an argument or a description that speaks of a length of time. */
const OF_TIME =
  /<(seconds|minutes|hours|days|time|duration)>|-(ttl|days|after|age|interval|expires|timeout|overlap)\b|\b(seconds|minutes|hours)\b/;
/** Those of moments, the cursor of lists, and numbers of things in an hour. */
const NOT_A_LENGTH =
  /^--(starts|ends|since|until|after|orders-hourly|sign-ins-hourly|messages-hourly) /;

function isOfTime({ flags, description }: Pick<Option, "flags" | "description">): boolean {
  return flags.includes("<") && !NOT_A_LENGTH.test(flags) &&
    OF_TIME.test(`${flags} ${description}`);
}

function read(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    assert.match(String(error), /It must be a (duration, such as|whole number)/);
    return NO;
  }
}

Deno.test("checkoutctl: every option of time takes durations", () => {
  const options = allCommands().flatMap((words) =>
    commandAt(words).options.filter(isOfTime).map((option) => ({ words, option }))
  );
  const found = options.map(({ words, option: { long, flags, parseArg } }) => {
    assert.match(flags, / <duration>$/, `${words.join(" ")}: ${flags}`);
    const values = TEXTS.map((text) => read(() => parseArg?.(text, undefined as never)));
    return [`${words.join(" ")} ${long}`, values] as const;
  });
  assert.deepEqual(Object.fromEntries(found), CTL);
});

Deno.test("checkoutd: every option of time takes durations", () => {
  const help = parseServerArgs(["--help"]);
  assert.ok("text" in help);
  const options = help.text.split(/\n {2}(?=-)/).map((entry) => {
    const [flags = "", ...description] = entry.split(/ {2,}|\n/);
    return { flags, description: description.join(" ") };
  }).filter(isOfTime);
  const found = options.map(({ flags }) => {
    assert.match(flags, / <duration>$/);
    const [name = ""] = flags.split(" ");
    const key = name.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const values = TEXTS.map((text) => {
      const parsed = parseServerArgs([name, text]);
      return "config" in parsed
        ? Object.entries(parsed.config).find(([one]) => one === key)?.[1]
        : NO;
    });
    return [name, values] as const;
  });
  assert.deepEqual(Object.fromEntries(found), SERVER);
});
