import { join } from "node:path";
import { autocannon } from "../client/autocannon.ts";
import type { Client, Load } from "../client/client.ts";
import { findWrk } from "../client/wrk.ts";
import type { Options } from "../options.ts";
import { type GrowthResult, type Result, summarise, summariseMixed } from "../report/result.ts";
import { spreadOf } from "../report/statistics.ts";
import { probe } from "../subject/probe.ts";
import type { Children } from "./children.ts";
import { addSessions, type Database, databaseIn, HOT, sizeOf } from "./database.ts";
import { measureFlushes } from "./flush.ts";
import { measureGrowth } from "./growth.ts";
import { measureMixed, READERS, WRITERS } from "./mixed.ts";
import { isInMemory, Proc } from "./proc.ts";
import { type Case, measureRounds, progress, READ_SETTLE_MS } from "./rounds.ts";
import { type Server, startFloor, startSubject } from "./servers.ts";

/** Making the sessions takes a minute on a slow machine; a run does not wait for ever. */
const SEED_SECONDS = 600;

/** Where a run works, whom it starts, and who hears how far it is. */
export interface Surroundings {
  readonly children: Children;
  /** A folder of its own, on a disk. */
  readonly folder: string;
  /** The day, as 2026-11-20. */
  readonly date: string;
  readonly say: (text: string) => void;
  /** Lets time pass, in milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
}

/** The least that servers do, each in a process of its own. */
interface Floors {
  readonly read: Server;
  readonly write: Server;
  readonly both: Server;
  readonly head: Server;
}

/**
 * Measures everything that was asked for.
 *
 * @throws {Error} when a figure cannot be had: there is none that is made up
 */
export async function measureAll(options: Options, around: Surroundings): Promise<Result> {
  const { children, folder, date, say, pause } = around;
  const proc = new Proc(children);
  const machine = await proc.machine(folder);
  if (isInMemory(machine.fileSystem)) {
    throw new Error(`--folder must be on a disk, not in memory: ${options.folder}`);
  }
  const client = await findWrk(children) ?? autocannon(children);
  const flushes = measureFlushes(folder);
  say(`Making a database of ${options.sessions} sessions`);
  const database = await databaseIn(join(folder, "main"));
  const secret = await seed(children, database, options.sessions);
  const databaseBytes = await sizeOf(database);

  say(`Timing ${options.starts} starts`);
  const { subject, startUps } = await timeStarts(children, database, options.starts);
  const floors = await startFloors(children, { subject, secret });
  const rounds = { ...options, client, proc, secret, pause };
  const cases = casesOf({ subject, floors, database });
  const pairs = await measureRounds(cases, {
    ...rounds,
    onRound: (round) => say(`Cases: ${progress(round, options)}`),
  });
  const load = {
    read: { method: "GET", idsFile: database.hotIds },
    write: { method: "POST", bodyFile: database.catalogueCart },
  } satisfies Record<string, Load>;
  const mixed = await measureMixed({ ...load, floor: floors.both, subject }, {
    ...rounds,
    onRound: (round) => say(`Gets while sessions are created: ${progress(round, options)}`),
  });
  const memory = {
    subject: await proc.memory(subject.child.pid),
    floor: await proc.memory(floors.read.child.pid),
  };
  await children.stop(subject.child);
  return {
    date,
    machine,
    settings: settingsOf(options, client),
    diskFlushMs: spreadOf(flushes),
    databaseBytes,
    cases: cases.map((one, i) => summarise(one, pairs[i] ?? [])),
    mixed: summariseMixed({ readers: READERS, writers: WRITERS }, mixed),
    startUpMs: spreadOf(startUps),
    memory,
    growth: await growthOf(options, {
      ...around,
      client,
      proc,
      floors,
      sessionBytes: databaseBytes / options.sessions,
    }),
  };
}

function settingsOf(options: Options, { name, caveat }: Client): Result["settings"] {
  const { sessions, connections, rounds, seconds } = options;
  return { sessions, connections, rounds, secondsEach: seconds, client: name, caveat };
}

async function seed(children: Children, database: Database, sessions: number): Promise<string> {
  const { secret, added } = await addSessions(children, database, {
    sessions,
    seconds: SEED_SECONDS,
  });
  if (added === sessions) return secret;
  throw new Error(`${sessions} sessions take longer than ${SEED_SECONDS} s to make: ${added}`);
}

/** Starts the server so often, and leaves the last one running. */
async function timeStarts(
  children: Children,
  database: Database,
  starts: number,
): Promise<{ subject: Server; startUps: number[] }> {
  const startUps: number[] = [];
  for (let i = 1; i < starts; i++) {
    const server = await startSubject(children, database);
    startUps.push(server.startUpMs);
    await children.stop(server.child);
  }
  const subject = await startSubject(children, database);
  return { subject, startUps: [...startUps, subject.startUpMs] };
}

/** Starts the floors, with answers of the server's size. */
async function startFloors(
  children: Children,
  { subject, secret }: { readonly subject: Server; readonly secret: string },
): Promise<Floors> {
  await probe(subject.port, secret, "line");
  const bytes = await probe(subject.port, secret, "catalogue");
  return {
    read: await startFloor(children, "read", bytes),
    write: await startFloor(children, "write", bytes),
    both: await startFloor(children, "both", bytes),
    head: await startFloor(children, "head", bytes),
  };
}

function casesOf({ subject, floors, database }: {
  readonly subject: Server;
  readonly floors: Floors;
  readonly database: Database;
}): Case[] {
  const read = (idsFile: string) => ({
    load: { method: "GET", idsFile } satisfies Load,
    floor: floors.read,
    subject,
    settleMs: READ_SETTLE_MS,
  });
  const write = (bodyFile: string) => ({
    load: { method: "POST", bodyFile } satisfies Load,
    floor: floors.write,
    subject,
    settleMs: 0,
  });
  return [
    { name: "Get Session, any of all", ...read(database.allIds) },
    { name: `Get Session, any of ${HOT}`, ...read(database.hotIds) },
    {
      name: "Bare server with the head of Get Session",
      ...read(database.hotIds),
      subject: floors.head,
      settleMs: 0,
      isReference: true,
    },
    { name: "Create Session, prices of the catalogue", ...write(database.catalogueCart) },
    { name: "Create Session, prices of the lines", ...write(database.lineCart) },
  ];
}

async function growthOf(
  options: Options,
  { floors, ...needed }: Surroundings & {
    readonly client: Client;
    readonly proc: Proc;
    readonly floors: Floors;
    readonly sessionBytes: number;
  },
): Promise<GrowthResult | null> {
  if (options.growthSizes.length === 0) return null;
  const { steps, shortfall } = await measureGrowth({
    ...options,
    ...needed,
    sizes: options.growthSizes,
    readFloor: floors.read,
    writeFloor: floors.write,
  });
  return {
    steps: steps.map(({ cases, ...step }) => ({
      ...step,
      cases: cases.map((one) => summarise(one, one.pairs)),
    })),
    shortfall,
  };
}
