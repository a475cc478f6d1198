import { only } from "../client/client.ts";
import type { Children } from "./children.ts";
import type { Database } from "./database.ts";
import type { Served } from "./per_server.ts";
import {
  isEmpty,
  READ_SETTLE_MS,
  type RoundsOptions,
  TIMES_AS_LONG,
  type Timing,
  timingOf,
} from "./rounds.ts";
import { type Checkout, type Server, startDashboard } from "./servers.ts";

/** The overview of the shop is loaded again after so long, however long it takes. */
export const RELOAD_MS = 100;
/** Loads before the first measurement, while the engine compiles. */
const FIRST_LOADS = 20;

const LOGIN = "bench";
const PASSWORD = "correct horse battery";

/** Reads of a round: without the dashboard's work, and beside it. */
export interface BesideSample {
  readonly alone: Timing;
  readonly beside: Timing;
  readonly page: PageLoads;
}

/** Loads of a page during a measurement. */
export interface PageLoads {
  readonly perSecond: number;
  /** Median time of a load. */
  readonly ms: number;
}

/** A dashboard that a person is signed in to. */
interface OpenDashboard {
  readonly server: Server;
  /** Loads the overview of the only shop. */
  load(): Promise<void>;
}

/**
 * Measures reads with and without a dashboard whose overview is loaded ten times a second: a process
 * of its own on the same database. In every other round the order is reversed.
 *
 * @returns samples in the order of the rounds
 */
export async function measureBesideDashboard(
  served: Served,
  { children, here, ...options }: RoundsOptions & {
    readonly children: Children;
    readonly here: Checkout;
  },
): Promise<BesideSample[]> {
  const dashboard = await openDashboard(children, here, served.database);
  for (let i = 0; i < FIRST_LOADS; i++) await dashboard.load();
  const samples: BesideSample[] = [];
  // Round 0 is a warm-up.
  for (let round = options.warmUpSeconds > 0 ? 0 : 1; round <= options.rounds; round++) {
    options.onRound(round);
    const seeded = { ...options, seed: round };
    const alone = async () => await reads(served, seeded);
    const beside = async () => {
      const loads = keepLoading(dashboard);
      return { beside: await reads(served, seeded), page: await loads.end() };
    };
    const sample = round % 2 === 1
      ? { alone: await alone(), ...await beside() }
      : { ...await beside(), alone: await alone() };
    if (round > 0) samples.push(sample);
  }
  await children.stop(dashboard.server.child);
  return samples;
}

async function reads(
  { server: { port }, database, secret }: Served,
  { client, pause, connections, seconds, seed }: RoundsOptions & { readonly seed: number },
): Promise<Timing> {
  const load = only("get", database.allIds);
  for (const times of TIMES_AS_LONG) {
    const target = { port, secret, connections, seed, seconds: seconds * times };
    const measured = await client.run(load, target);
    await pause(READ_SETTLE_MS);
    if (!isEmpty(measured)) return timingOf("Get Session beside the dashboard", measured);
  }
  throw new Error(`Get Session had no answer within ${seconds * TIMES_AS_LONG[2]} s`);
}

/** Loads the page every {@link RELOAD_MS}, also if earlier loads are not answered yet. */
function keepLoading({ load }: OpenDashboard): { end(): Promise<PageLoads> } {
  const startedAt = performance.now();
  const took: number[] = [];
  const open = new Set<Promise<void>>();
  const begin = () => {
    const begunAt = performance.now();
    const loading = load().then(() => void took.push(performance.now() - begunAt))
      .finally(() => open.delete(loading));
    open.add(loading);
  };
  const timer = setInterval(begin, RELOAD_MS);
  return {
    async end() {
      clearInterval(timer);
      await Promise.all(open);
      const seconds = (performance.now() - startedAt) / 1000;
      const sorted = took.toSorted((a, b) => a - b);
      return { perSecond: took.length / seconds, ms: sorted[Math.floor(took.length / 2)] ?? NaN };
    },
  };
}

/** Starts the dashboard and signs a person in, as a browser does. */
export async function openDashboard(
  children: Children,
  here: Checkout,
  database: Database,
): Promise<OpenDashboard> {
  const { server, command } = await startDashboard(children, here, database);
  await command("user", "add", LOGIN, "--role", "owner", "--all-merchants");
  const { url } = JSON.parse(await command("link", "--user", LOGIN));
  const origin = `http://127.0.0.1:${server.port}`;
  const fields = { link: new URL(url).hash.slice(1), password: PASSWORD, again: PASSWORD };
  const signedIn = await fetch(`${origin}/sign-in/link`, {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin" },
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  await signedIn.body?.cancel();
  const cookie = signedIn.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  const get = async (path: string) => {
    const answer = await fetch(origin + path, { headers: { cookie }, redirect: "manual" });
    await answer.body?.cancel();
    return answer;
  };
  // The start leads to the only shop.
  const overview = (await get("/")).headers.get("location") ?? "";
  return {
    server,
    async load() {
      const { status } = await get(overview);
      if (status !== 200) throw new Error(`The dashboard answered with status: ${status}`);
    },
  };
}
