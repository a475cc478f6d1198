import { parseArgs } from "node:util";

/** Options of a run of the benchmark. */
export interface Options {
  /** Sessions in the database. */
  readonly sessions: number;
  /** Connections that the load comes over, all of them busy all the time. */
  readonly connections: number;
  /** Repetitions of every measurement; ratios are medians over the rounds. */
  readonly rounds: number;
  /** Length of one measurement. */
  readonly seconds: number;
  /** Length of the discarded creates before the first round. */
  readonly warmUpSeconds: number;
  /** Starts of each server that are timed. */
  readonly starts: number;
  /** Where the database's temporary folder is made: on a disk, not in memory. */
  readonly folder: string;
  /** Sessions in the file at each step of measuring growth, ascending; none without that. */
  readonly growthSizes: readonly number[];
  /** Another checkout of the project, measured in the same rounds; null without one. */
  readonly against: string | null;
  /** Measures the server on PostgreSQL instead, beside the floor. */
  readonly postgres: boolean;
  /** Servers on that PostgreSQL, which are measured together and beside one. */
  readonly instances: number;
  /** One JSON value on stdout instead of a table. */
  readonly json: boolean;
}

/** The parsed command line: options, or text to print and an exit code. */
export type ParsedOptions =
  | { readonly options: Options }
  | { readonly exitCode: 0 | 2; readonly text: string };

/** More would not end within a coffee, nor fit most disks. */
const MAX_SESSIONS = 10_000_000;
/** Each is a process of a hundred MiB. */
const MAX_INSTANCES = 16;
const GROWTH_SIZES = [1000, 100_000, 1_000_000];

const FULL = { sessions: 100_000, rounds: 7, seconds: 2, warmUpSeconds: 10, starts: 5 };
const QUICK = { sessions: 10_000, rounds: 2, seconds: 1, warmUpSeconds: 0, starts: 3 };

const HELP = `Measures the server against bare Deno.serve and a naive server, all in the same run.

Usage: deno task bench [options]

  --quick           a rough answer in about a minute (${QUICK.sessions} sessions, ${QUICK.rounds} rounds of
                    ${QUICK.seconds} s, nothing warmed up)
  --sessions N      sessions in the database (${FULL.sessions})
  --connections N   busy connections (32)
  --rounds N        repetitions, of which the median counts (${FULL.rounds})
  --seconds N       length of one measurement (${FULL.seconds})
  --folder PATH     disk to put the database on (/var/tmp; others take --allow-read, --allow-write)
  --growth          measure with ${
  GROWTH_SIZES.join(", ")
} sessions in the file as well: a whole run
                    then takes some 20 minutes and 12 GB of disk
  --growth-sizes L  other numbers of sessions, ascending: 1000,2000,5000
  --against PATH    compare with another checkout of the project, in the same rounds
  --postgres        measure on a PostgreSQL server of its own instead: CPU of the server beside
                    the floor's, and of the database
  --instances N     with --postgres: N servers on it beside one, with the load spread over them
  --json            print one JSON value
  --help            print this
`;

const FLAGS = {
  quick: { type: "boolean", default: false },
  sessions: { type: "string" },
  connections: { type: "string" },
  rounds: { type: "string" },
  seconds: { type: "string" },
  folder: { type: "string", default: "/var/tmp" },
  growth: { type: "boolean", default: false },
  "growth-sizes": { type: "string" },
  against: { type: "string" },
  postgres: { type: "boolean", default: false },
  instances: { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/**
 * Reads the flags of the benchmark.
 *
 * @returns `exitCode` 2 with one line for a bad value, 0 with the text of `--help`
 */
export function parseOptions(argv: readonly string[]): ParsedOptions {
  try {
    const { values } = parseArgs({ args: [...argv], options: FLAGS });
    if (values.help) return { exitCode: 0, text: HELP };
    const preset = values.quick ? QUICK : FULL;
    if (values.instances !== undefined && !values.postgres) {
      throw new RangeError("--instances needs --postgres: several servers share no file");
    }
    const growthSizes = sizes(values["growth-sizes"]) ?? (values.growth ? GROWTH_SIZES : []);
    return {
      options: {
        sessions: whole("sessions", values.sessions, {
          preset: preset.sessions,
          max: MAX_SESSIONS,
        }),
        connections: whole("connections", values.connections, { preset: 32, max: 1000 }),
        rounds: whole("rounds", values.rounds, { preset: preset.rounds, max: 1000 }),
        seconds: whole("seconds", values.seconds, { preset: preset.seconds, max: 3600 }),
        warmUpSeconds: preset.warmUpSeconds,
        starts: preset.starts,
        folder: values.folder,
        growthSizes,
        against: values.against ?? null,
        postgres: values.postgres,
        instances: whole("instances", values.instances, { preset: 1, max: MAX_INSTANCES }),
        json: values.json,
      },
    };
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    return { exitCode: 2, text: `bench: ${error.message}\n` };
  }
}

/** @returns undefined when none were named */
function sizes(text: string | undefined): number[] | undefined {
  if (text === undefined) return undefined;
  const found = text.split(",").map((one) =>
    whole("growth-sizes", one, { preset: 0, max: MAX_SESSIONS })
  );
  if (found.every((size, i) => size > (found[i - 1] ?? 0))) return found;
  throw new RangeError(`--growth-sizes must ascend: ${text}`);
}

function whole(
  name: string,
  text: string | undefined,
  { preset, max }: { readonly preset: number; readonly max: number },
): number {
  if (text === undefined) return preset;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (value >= 1 && value <= max) return value;
  throw new RangeError(`--${name} must be a whole number from 1 to ${max}: ${text}`);
}
