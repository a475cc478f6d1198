import { only } from "../client/client.ts";
import { forEachServer, mapServers, type PerServer, type Served } from "./per_server.ts";
import type { Memory } from "./proc.ts";
import {
  isEmpty,
  READ_SETTLE_MS,
  type RoundsOptions,
  TIMES_AS_LONG,
  type Timing,
  timingOf,
} from "./rounds.ts";

/** Connections that read, and connections that post all the time meanwhile. */
export const READERS = 4;
export const WRITERS = 16;

/** Reads while sessions are created as fast as they can be. */
export interface MixedSample extends Timing {
  /** Rate of the posting connections meanwhile. */
  readonly createsPerSecond: number;
  /** Memory of the server after that. */
  readonly memory: Memory;
}

/** Posts begin so long before the reads. */
const LEAD_MS = 500;
/** Posts go on so much longer than the reads; includes the lead. */
const LONGER_SECONDS = 2;

const NAME = "Get Session while sessions are created";

/**
 * Measures what becomes of a few readers while others create sessions as fast as they can, on each
 * server in every round.
 *
 * @returns samples in the order of the rounds
 */
export async function measureMixed(
  servers: PerServer<Served>,
  options: RoundsOptions,
): Promise<PerServer<readonly MixedSample[]>> {
  const measured = mapServers(servers, (): MixedSample[] => []);
  // Round 0 is a warm-up.
  for (let round = options.warmUpSeconds > 0 ? 0 : 1; round <= options.rounds; round++) {
    options.onRound(round);
    await forEachServer(servers, round, async (served, role) => {
      const sample = await loaded(served, { ...options, seed: round });
      if (round > 0) measured[role]?.push(sample);
      await options.pause(READ_SETTLE_MS);
    });
  }
  return measured;
}

type Seeded = RoundsOptions & { readonly seed: number };

/**
 * Tries again for longer where nothing was answered, and where the posts were over before the
 * reads: part of those was alone then.
 *
 * @throws {Error} when the longest is too short
 */
async function loaded(served: Served, options: Seeded): Promise<MixedSample> {
  for (const times of TIMES_AS_LONG) {
    const sample = await readsBesidePosts(served, { ...options, times });
    if (sample === undefined) continue;
    return { ...sample, memory: await options.proc.memory(served.server.child.pid) };
  }
  throw new Error(`Posts ended before the reads did, after: ${options.seconds} s`);
}

/** @returns undefined when nothing was answered, or the posts were over before the reads */
async function readsBesidePosts(
  { server: { port }, database, secret }: Served,
  { client, pause, seconds, seed, times }: Seeded & { readonly times: number },
): Promise<Omit<MixedSample, "memory"> | undefined> {
  const read = only("get", database.hotIds);
  const write = only("create", database.cart);
  const target = { port, secret, seconds: seconds * times, seed };
  let arePostsOver = false;
  const writing = async () => {
    const longer = (seconds + LONGER_SECONDS) * times;
    const measured = await client.run(write, { ...target, connections: WRITERS, seconds: longer });
    arePostsOver = true;
    return measured;
  };
  const reading = async () => {
    await pause(LEAD_MS);
    const measured = await client.run(read, { ...target, connections: READERS });
    return arePostsOver ? undefined : measured;
  };
  const [written, got] = await Promise.all([writing(), reading()]);
  if (got === undefined || isEmpty(got) || isEmpty(written)) return undefined;
  return {
    ...timingOf(NAME, got),
    createsPerSecond: timingOf(NAME, written).requestsPerSecond,
  };
}
