import { join } from "node:path";
import { autocannon } from "../client/autocannon.ts";
import type { Client } from "../client/client.ts";
import { findWrk } from "../client/wrk.ts";
import type { Options } from "../options.ts";
import {
  type Result,
  summarise,
  summariseBeside,
  summariseMixed,
  summariseStarts,
} from "../report/result.ts";
import { spreadOf } from "../report/statistics.ts";
import { linkPage, probe } from "../subject/probe.ts";
import { CASES, type Method } from "./cases.ts";
import type { Children } from "./children.ts";
import { measureBesideDashboard } from "./dashboard.ts";
import { addSessions, copyDatabase, databaseIn, sizeOf } from "./database.ts";
import { measureFlushes } from "./flush.ts";
import { measureGrowth } from "./growth.ts";
import { measureMixed, READERS, WRITERS } from "./mixed.ts";
import { forEachServer, mapServers, type PerServer, type Served } from "./per_server.ts";
import { measurePage } from "./page.ts";
import { isInMemory, Proc } from "./proc.ts";
import { measureRounds, progress } from "./rounds.ts";
import { type Checkout, type Server, startFloor, startNaive, startSubject } from "./servers.ts";

/** Making the sessions takes a minute on a slow machine; a run does not wait for ever. */
const SEED_SECONDS = 600;

/** Everything that a run needs besides its options. */
export interface Surroundings {
  readonly children: Children;
  /** The checkout that is measured. */
  readonly here: Checkout;
  /** The checkout that it is compared with; null without one. */
  readonly other: Checkout | null;
  /** A folder of its own, on a disk. */
  readonly folder: string;
  /** The day, as 2026-11-20. */
  readonly date: string;
  readonly say: (text: string) => void;
  /** Lets time pass, in milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
}

/** A checkout with a database that its own seed has made. */
type Seeded = Omit<Served, "server"> & { readonly checkout: Checkout };

/** By the method that they answer. */
type Floors = Readonly<Record<Method, Server>>;

/**
 * Measures everything that was asked for.
 *
 * @throws {Error} when a figure cannot be had: there is none that is made up
 */
export async function measureAll(options: Options, around: Surroundings): Promise<Result> {
  const { children, here, other, folder, date, say, pause } = around;
  const proc = new Proc(children);
  const machine = await proc.machine(folder);
  if (isInMemory(machine.fileSystem)) {
    throw new Error(`--folder must be on a disk, not in memory: ${options.folder}`);
  }
  const client = await findWrk(children) ?? autocannon(children);
  const flushes = measureFlushes(folder);
  const page = await measurePage();
  const seeding = { ...around, sessions: options.sessions };
  const mine = await seed(here, "main", seeding);
  const others = other === null ? null : await seed(other, "other", seeding);
  const databaseBytes = await sizeOf(mine.database);
  // The other measurements add sessions, which the dashboard would sum up.
  const copy = { ...mine, database: await copyDatabase(mine.database, join(folder, "dashboard")) };

  say(`Timing ${options.starts} starts`);
  const starts = await timeStarts({ mine, others }, { children, starts: options.starts });
  const { floors, servers } = await startAll({ mine, others }, around);
  const rounds = { ...options, client, proc, pause };
  const measured = await measureRounds(
    CASES.map((one) => ({
      ...one,
      servers: { ...servers, floor: { ...mine, server: floors[one.method] } },
    })),
    { ...rounds, onRound: (round) => say(`Cases: ${progress(round, options)}`) },
  );
  const { naive, ...loaded } = servers;
  if (naive !== undefined) await children.stop(naive.server.child);
  const mixed = await measureMixed(loaded, {
    ...rounds,
    onRound: (round) => say(`Gets while sessions are created: ${progress(round, options)}`),
  });
  await Promise.all(
    [loaded.subject, loaded.other].map((one) => one && children.stop(one.server.child)),
  );
  const ownServer = await startSubject(children, here, copy.database);
  const beside = await measureBesideDashboard({ ...copy, server: ownServer }, {
    ...rounds,
    children,
    here,
    onRound: (round) => say(`Gets beside the dashboard: ${progress(round, options)}`),
  });
  await children.stop(ownServer.child);
  return {
    date,
    machine,
    settings: settingsOf(options, { client, other }),
    diskFlushMs: spreadOf(flushes),
    databaseBytes,
    cases: measured.map(summarise),
    mixed: summariseMixed({ readers: READERS, writers: WRITERS }, mixed),
    starts: summariseStarts(starts),
    besideDashboard: summariseBeside(beside),
    page,
    growth: options.growthSizes.length === 0 ? null : await measureGrowth({
      ...rounds,
      children,
      here,
      folder,
      say,
      floors,
      sizes: options.growthSizes,
      sessionBytes: databaseBytes / options.sessions,
    }),
  };
}

function settingsOf(
  { sessions, connections, rounds, seconds, warmUpSeconds }: Options,
  { client, other }: { readonly client: Client; readonly other: Checkout | null },
): Result["settings"] {
  return {
    sessions,
    connections,
    rounds,
    secondsEach: seconds,
    warmUpSeconds,
    client: client.name,
    caveat: client.caveat,
    against: other?.root ?? null,
  };
}

async function seed(
  checkout: Checkout,
  name: string,
  { children, folder, sessions, say }: Surroundings & Pick<Options, "sessions">,
): Promise<Seeded> {
  say(`Making a database of ${sessions} sessions: ${checkout.root}`);
  const database = await databaseIn(join(folder, name));
  const limits = { sessions, seconds: SEED_SECONDS };
  const { secret, added } = await addSessions(children, checkout.root, database, limits);
  if (added === sessions) return { checkout, database, secret };
  throw new Error(`${sessions} sessions take longer than ${SEED_SECONDS} s to make: ${added}`);
}

interface Both {
  readonly mine: Seeded;
  readonly others: Seeded | null;
}

/** Starts the servers one after the other, so often, and stops each at its first answer. */
async function timeStarts(
  { mine, others }: Both,
  { children, starts }: { readonly children: Children; readonly starts: number },
): Promise<PerServer<readonly number[]>> {
  const start = ({ checkout, database }: Seeded) => () =>
    startSubject(children, checkout, database);
  const servers: PerServer<() => Promise<Server>> = {
    floor: () => startFloor(children, "read", { get: 0, create: 0 }),
    subject: start(mine),
    ...(others === null ? {} : { other: start(others) }),
  };
  const timed = mapServers(servers, (): number[] => []);
  for (let round = 1; round <= starts; round++) {
    await forEachServer(servers, round, async (start, role) => {
      const { startUpMs, child } = await start();
      timed[role]?.push(startUpMs);
      await children.stop(child);
    });
  }
  return timed;
}

/** Writes down the paths of the checkout pages of the hot sessions, which it makes links to. */
export async function writePages(
  { server: { port }, secret, database: { hotIds, pages } }: Served,
): Promise<void> {
  const paths: string[] = [];
  for (const id of (await Deno.readTextFile(hotIds)).trimEnd().split("\n")) {
    paths.push(await linkPage(port, secret, id));
  }
  await Deno.writeTextFile(pages, `${paths.join("\n")}\n`);
}

/** Starts everything that is measured; the floors answer with as many bytes as the server. */
async function startAll(
  { mine, others }: Both,
  { children, folder }: Surroundings,
): Promise<{ readonly floors: Floors; readonly servers: PerServer<Served> }> {
  const serve = async ({ checkout, ...served }: Seeded) => {
    const server = await startSubject(children, checkout, served.database);
    await writePages({ ...served, server });
    return { ...served, server };
  };
  const subject = await serve(mine);
  const bytes = await probe(subject.server.port, mine.secret);
  const floors = {
    GET: await startFloor(children, "read", bytes),
    POST: await startFloor(children, "write", bytes),
  };
  const { database, secret } = mine;
  const apart = await databaseIn(join(folder, "naive"));
  const ids = await Deno.readTextFile(database.hotIds);
  await Deno.writeTextFile(apart.pages, ids.replaceAll(/^./gm, "/page/$&"));
  const naive = { ...database, pages: apart.pages };
  const servers = {
    // Answers both methods, as the others do.
    floor: { database, secret, server: floors.POST },
    subject,
    naive: {
      database: naive,
      secret,
      server: await startNaive(children, { ...apart, allIds: database.allIds }, secret),
    },
    ...(others === null ? {} : { other: await serve(others) }),
  };
  return { floors, servers };
}
