import { join } from "node:path";
import type { Load } from "../client/client.ts";
import type { Children } from "./children.ts";
import { addSessions, copyDatabase, type Database, databaseIn, HOT, sizeOf } from "./database.ts";
import { planGrowth } from "./room.ts";
import {
  type Case,
  measureRounds,
  type Pair,
  progress,
  READ_SETTLE_MS,
  type RoundsOptions,
} from "./rounds.ts";
import { type Server, startSubject } from "./servers.ts";

/** Making sessions for one step may take so long; what there is then is what is measured. */
const SEED_SECONDS = 300;

/** What was measured with so many sessions in the file. */
export interface GrowthSample {
  readonly sessions: number;
  readonly databaseBytes: number;
  readonly cases: readonly { readonly name: string; readonly load: Load; readonly pairs: Pair[] }[];
}

/** What was measured of growth. */
export interface GrowthSamples {
  readonly steps: readonly GrowthSample[];
  /** Why it is not all that was asked for; null when it is. */
  readonly shortfall: string | null;
}

/** What measuring growth needs. */
export interface GrowthOptions extends Omit<RoundsOptions, "secret" | "onRound"> {
  readonly children: Children;
  /** The databases are put here. */
  readonly folder: string;
  readonly readFloor: Server;
  readonly writeFloor: Server;
  /** Sessions in the file at each step, ascending. */
  readonly sizes: readonly number[];
  /** What a session takes of the disk. */
  readonly sessionBytes: number;
  readonly say: (text: string) => void;
}

/** One size of the database, in files of its own. */
interface Stage {
  readonly sessions: number;
  readonly database: Database;
  readonly databaseBytes: number;
}

/** What is measured at each size. */
interface GrowthCase {
  readonly name: string;
  readonly loadOf: (database: Database) => Load;
  readonly settleMs: number;
  readonly floor: Server;
  /** Whether one size is measured after another: what each leaves to be written would move others. */
  readonly isApart: boolean;
}

/**
 * Measures with more and more sessions in the file, as far as disk and time go. The file grows and
 * is kept at each size; then a case is measured at all of them in the same rounds, where it can be,
 * so that whatever slows the machine for a while slows all sizes. Reads come first, of exactly so
 * many.
 */
export async function measureGrowth(options: GrowthOptions): Promise<GrowthSamples> {
  const { folder, proc } = options;
  const freeBytes = await proc.freeBytes(folder);
  const plan = planGrowth(options.sizes, { freeBytes, sessionBytes: options.sessionBytes });
  if (plan.sizes.length === 0) return { steps: [], shortfall: plan.shortfall };
  const { stages, secret, shortfall } = await grow(plan.sizes, options);
  const cases = casesOf(options);
  const pairs: Pair[][][] = [];
  for (const one of cases) {
    const groups = one.isApart ? stages.map((stage) => [stage]) : [stages];
    const measured: Pair[][] = [];
    for (const group of groups) {
      measured.push(...await measureOn(group, one, { ...options, secret }));
    }
    pairs.push(measured);
  }
  return {
    steps: stages.map(({ sessions, databaseBytes, database }, stage) => ({
      sessions,
      databaseBytes,
      cases: cases.map(({ name, loadOf }, i) => ({
        name,
        load: loadOf(database),
        pairs: pairs[i]?.[stage] ?? [],
      })),
    })),
    shortfall: shortfall ?? plan.shortfall,
  };
}

/** What there is to be measured, and with which key. */
interface Grown {
  readonly stages: readonly Stage[];
  readonly secret: string;
  readonly shortfall: string | null;
}

/** Lets a database grow, and keeps a copy of it at each size but the last. */
async function grow(
  sizes: readonly number[],
  { children, folder, say }: Pick<GrowthOptions, "children" | "folder" | "say">,
): Promise<Grown> {
  const growing = await databaseIn(join(folder, "growth"));
  const stages: Stage[] = [];
  // The first key is in the file at every size.
  let first: string | undefined;
  let sessions = 0;
  for (const size of sizes) {
    say(`Growing a database from ${sessions} to ${size} sessions`);
    const wanted = { sessions: size - sessions, seconds: SEED_SECONDS };
    const { secret, added } = await addSessions(children, growing, wanted);
    first ??= secret;
    sessions += added;
    const isLast = sessions < size || size === sizes.at(-1);
    const database = isLast ? growing : await copyDatabase(growing, join(folder, `at_${sessions}`));
    stages.push({ sessions, database, databaseBytes: await sizeOf(database) });
    if (sessions === size) continue;
    const shortfall = `${size} sessions take longer than ${SEED_SECONDS} s to make: ${sessions}`;
    return { stages, secret: first, shortfall };
  }
  return { stages, secret: first ?? "", shortfall: null };
}

function casesOf({ readFloor, writeFloor }: GrowthOptions): GrowthCase[] {
  const read = { settleMs: READ_SETTLE_MS, floor: readFloor };
  return [
    {
      ...read,
      name: "Get Session, any of all",
      isApart: true,
      loadOf: ({ allIds }) => ({ method: "GET", idsFile: allIds }),
    },
    {
      ...read,
      name: `Get Session, any of ${HOT}`,
      isApart: false,
      loadOf: ({ hotIds }) => ({ method: "GET", idsFile: hotIds }),
    },
    {
      name: "Create Session, prices of the catalogue",
      isApart: false,
      loadOf: ({ catalogueCart }) => ({ method: "POST", bodyFile: catalogueCart }),
      settleMs: 0,
      floor: writeFloor,
    },
  ];
}

/**
 * Measures a case at some sizes in the same rounds, each on a server of its own that is started for
 * it: neither what another case has put at hand nor the activity that it leaves to be written down
 * may move it.
 *
 * @returns for each size its pairs
 */
async function measureOn(
  stages: readonly Stage[],
  { name, loadOf, settleMs, floor }: GrowthCase,
  options: GrowthOptions & { readonly secret: string },
): Promise<Pair[][]> {
  const { children, say } = options;
  const cases: Case[] = [];
  for (const { database } of stages) {
    const subject = await startSubject(children, database);
    cases.push({ name, load: loadOf(database), settleMs, floor, subject });
  }
  const pairs = await measureRounds(cases, {
    ...options,
    onRound: (round) => say(`Growth, ${name}: ${progress(round, options)}`),
  });
  for (const { subject } of cases) await children.stop(subject.child);
  return pairs;
}
