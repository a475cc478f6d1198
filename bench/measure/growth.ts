import { join } from "node:path";
import type { Load } from "../client/client.ts";
import type { Children } from "./children.ts";
import { addSessions, copyDatabase, type Database, databaseIn, HOT, sizeOf } from "./database.ts";
import {
  type Case,
  measureRounds,
  type Pair,
  progress,
  READ_SETTLE_MS,
  type RoundsOptions,
} from "./rounds.ts";
import { planGrowth } from "./room.ts";
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

/**
 * Measures with more and more sessions in one and the same file, as far as disk and time
 * go. Reads come first, of exactly so many; what Create Session adds goes to a copy, but
 * at the last step, after which nobody needs the file.
 */
export async function measureGrowth(options: GrowthOptions): Promise<GrowthSamples> {
  const { children, folder, proc, say } = options;
  const freeBytes = await proc.freeBytes(folder);
  const plan = planGrowth(options.sizes, { freeBytes, sessionBytes: options.sessionBytes });
  let { shortfall } = plan;
  const steps: GrowthSample[] = [];
  const database = await databaseIn(join(folder, "growth"));
  let sessions = 0;
  for (const size of plan.sizes) {
    say(`Growing a database from ${sessions} to ${size} sessions`);
    const wanted = { sessions: size - sessions, seconds: SEED_SECONDS };
    const { secret, added } = await addSessions(children, database, wanted);
    sessions += added;
    const isLast = sessions < size || size === plan.sizes.at(-1);
    steps.push(await measureStep(database, { ...options, secret, sessions, isLast }));
    if (sessions < size) {
      shortfall = `${size} sessions take longer than ${SEED_SECONDS} s to make: ${sessions}`;
      break;
    }
  }
  return { steps, shortfall };
}

type StepOptions = GrowthOptions & {
  readonly secret: string;
  readonly sessions: number;
  readonly isLast: boolean;
};

async function measureStep(database: Database, options: StepOptions): Promise<GrowthSample> {
  const { folder, sessions, readFloor, writeFloor, isLast } = options;
  const databaseBytes = await sizeOf(database);
  const read = { settleMs: READ_SETTLE_MS, floor: readFloor };
  const cases = [
    { ...read, name: "Get Session, any of all", load: getOf(database.allIds) },
    { ...read, name: `Get Session, any of ${HOT}`, load: getOf(database.hotIds) },
    {
      name: "Create Session, prices of the catalogue",
      load: { method: "POST", bodyFile: database.catalogueCart },
      settleMs: 0,
      floor: writeFloor,
    },
  ] satisfies Omit<Case, "subject">[];
  const measured = [];
  for (const one of cases) {
    const isToGo = one.load.method === "POST" && !isLast;
    const target = isToGo ? await copyDatabase(database, join(folder, "copy")) : database;
    const pairs = await measureOn(target, one, options);
    if (isToGo) await Deno.remove(target.folder, { recursive: true });
    measured.push({ name: one.name, load: one.load, pairs });
  }
  return { sessions, databaseBytes, cases: measured };
}

function getOf(idsFile: string): Load {
  return { method: "GET", idsFile };
}

/**
 * Measures on a server of its own: neither what one case has put at hand nor the activity
 * that it leaves to be written down may move the next.
 */
async function measureOn(
  database: Database,
  one: Omit<Case, "subject">,
  options: StepOptions,
): Promise<Pair[]> {
  const { children, sessions, say } = options;
  const subject = await startSubject(children, database);
  const [pairs = []] = await measureRounds([{ ...one, subject }], {
    ...options,
    onRound: (round) => say(`${sessions} sessions, ${one.name}: ${progress(round, options)}`),
  });
  await children.stop(subject.child);
  return pairs;
}
