import { join } from "node:path";
import { type CaseResult, type GrowthResult, summarise } from "../report/result.ts";
import { type Case, CASES, type Method } from "./cases.ts";
import type { Children } from "./children.ts";
import { addSessions, copyDatabase, type Database, databaseIn, sizeOf } from "./database.ts";
import type { Proc } from "./proc.ts";
import { planGrowth } from "./room.ts";
import { measureRounds, type PlacedCase, progress, type RoundsOptions } from "./rounds.ts";
import { type Checkout, type Server, startSubject } from "./servers.ts";

/** Making sessions for one step may take so long; what there is then is what is measured. */
const SEED_SECONDS = 300;

/** Dependencies of measuring growth. */
export interface GrowthOptions extends Omit<RoundsOptions, "onRound"> {
  readonly proc: Proc;
  readonly children: Children;
  readonly here: Checkout;
  /** The databases are put here. */
  readonly folder: string;
  /** By the method that they answer. */
  readonly floors: Readonly<Record<Method, Server>>;
  /** Sessions in the file at each step, ascending. */
  readonly sizes: readonly number[];
  /** Bytes on disk of a session. */
  readonly sessionBytes: number;
  readonly say: (text: string) => void;
}

/** One size of the database, in files of its own. */
interface Stage {
  readonly sessions: number;
  readonly database: Database;
  readonly databaseBytes: number;
}

/**
 * Measures with more and more sessions in the file, as far as disk and time go. The file grows and
 * is kept at each size; then a case is measured at all of them in the same rounds, where it can be,
 * so that whatever slows the machine for a while slows all sizes. Reads come first, of exactly so
 * many.
 */
export async function measureGrowth(options: GrowthOptions): Promise<GrowthResult> {
  const { folder, proc } = options;
  const freeBytes = await proc.freeBytes(folder);
  const plan = planGrowth(options.sizes, { freeBytes, sessionBytes: options.sessionBytes });
  if (plan.sizes.length === 0) return { steps: [], shortfall: plan.shortfall };
  const { stages, secret, shortfall } = await grow(plan.sizes, options);
  const steps = stages.map(({ sessions, databaseBytes }) => ({
    sessions,
    databaseBytes,
    cases: new Array<CaseResult>(),
  }));
  // Pages of the mixed load would need links in each of the files.
  for (const one of CASES.filter(({ key }) => key !== "mixed")) {
    // The activity that reads of all leave behind would slow the other sizes.
    const groups = one.key === "all" ? stages.map((stage) => [stage]) : [stages];
    const results: CaseResult[] = [];
    for (const group of groups) {
      results.push(...await measureOn(group, one, { ...options, secret }));
    }
    for (const [i, result] of results.entries()) steps[i]?.cases.push(result);
  }
  return { steps, shortfall: shortfall ?? plan.shortfall };
}

/** Sessions to measure, and the key for them. */
interface Grown {
  readonly stages: readonly Stage[];
  readonly secret: string;
  readonly shortfall: string | null;
}

/** Lets a database grow, and keeps a copy of it at each size but the last. */
async function grow(
  sizes: readonly number[],
  { children, here, folder, say }: GrowthOptions,
): Promise<Grown> {
  const growing = await databaseIn(join(folder, "growth"));
  const stages: Stage[] = [];
  // The first key is in the file at every size.
  let first: string | undefined;
  let sessions = 0;
  for (const size of sizes) {
    say(`Growing a database from ${sessions} to ${size} sessions`);
    const wanted = { sessions: size - sessions, seconds: SEED_SECONDS };
    const { secret, added } = await addSessions(children, here.root, growing, wanted);
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

/**
 * Measures a case at some sizes in the same rounds, each on a server of its own that is started for
 * it: neither what another case has put at hand nor the activity that it leaves to be written down
 * may move it.
 *
 * @returns for each size its result
 */
async function measureOn(
  stages: readonly Stage[],
  one: Case,
  options: GrowthOptions & { readonly secret: string },
): Promise<CaseResult[]> {
  const { children, here, floors, secret, say } = options;
  const cases: PlacedCase[] = [];
  for (const { database } of stages) {
    const serve = (server: Server) => ({ server, database, secret });
    const subject = await startSubject(children, here, database);
    cases.push({ ...one, servers: { floor: serve(floors[one.method]), subject: serve(subject) } });
  }
  const measured = await measureRounds(cases, {
    ...options,
    onRound: (round) => say(`Growth, ${one.name}: ${progress(round, options)}`),
  });
  for (const { servers } of cases) await children.stop(servers.subject.server.child);
  return measured.map(summarise);
}
