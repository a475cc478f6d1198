import type { Load } from "../client/client.ts";
import {
  isEmpty,
  READ_SETTLE_MS,
  type RoundsOptions,
  TIMES_AS_LONG,
  type Timing,
  timingOf,
} from "./rounds.ts";
import type { Server } from "./servers.ts";

/** Connections that read, and connections that post all the time meanwhile. */
export const READERS = 4;
export const WRITERS = 16;

/** Reads with nothing beside them, then with sessions being created as fast as they can be. */
export interface MixedSample {
  readonly alone: Timing;
  readonly loaded: Timing;
  /** What those that post reached meanwhile. */
  readonly createsPerSecond: number;
}

/** What was measured in one round. */
export interface MixedPair {
  readonly floor: MixedSample;
  readonly subject: MixedSample;
}

/** What reads and writes are made of, and who answers them. */
export interface Mixed {
  readonly read: Load;
  readonly write: Load;
  /** A floor that answers both: the server does so in one process as well. */
  readonly floor: Server;
  readonly subject: Server;
}

/** Posts begin so long before the reads. */
const LEAD_MS = 500;
/** Posts go on so much longer than the reads; includes the lead. */
const LONGER_SECONDS = 2;

const NAME = "Get Session while sessions are created";

/**
 * Measures what becomes of a few readers while others create sessions as fast as they
 * can, against the same readers alone in the same round, and against a floor that is
 * loaded in the same way.
 */
export async function measureMixed(mixed: Mixed, options: RoundsOptions): Promise<MixedPair[]> {
  const { pause } = options;
  options.onRound(0);
  await loaded(mixed.floor, mixed, { ...options, seed: 0 });
  await loaded(mixed.subject, mixed, { ...options, seed: 0 });
  await pause(READ_SETTLE_MS);
  const pairs: MixedPair[] = [];
  for (let round = 1; round <= options.rounds; round++) {
    options.onRound(round);
    const seeded = { ...options, seed: round };
    const floorAlone = await alone(mixed.floor, mixed, seeded);
    const subjectAlone = await alone(mixed.subject, mixed, seeded);
    await pause(READ_SETTLE_MS);
    const floorLoaded = await loaded(mixed.floor, mixed, seeded);
    const subjectLoaded = await loaded(mixed.subject, mixed, seeded);
    await pause(READ_SETTLE_MS);
    pairs.push({
      floor: { alone: floorAlone, ...floorLoaded },
      subject: { alone: subjectAlone, ...subjectLoaded },
    });
  }
  return pairs;
}

type Seeded = RoundsOptions & { readonly seed: number };

async function alone(
  { port }: Server,
  { read }: Mixed,
  { client, secret, seconds, seed }: Seeded,
): Promise<Timing> {
  const target = { port, secret, connections: READERS, seed };
  for (const times of TIMES_AS_LONG) {
    const measured = await client.run(read, { ...target, seconds: seconds * times });
    if (!isEmpty(measured)) return timingOf(NAME, measured);
  }
  throw new Error(`${NAME} had no answer alone within ${seconds * TIMES_AS_LONG[2]} s`);
}

/**
 * Tries again for longer where nothing was answered, and where the posts were over before the
 * reads: part of those was alone then.
 *
 * @throws {Error} when the longest is too short
 */
async function loaded(
  server: Server,
  mixed: Mixed,
  options: Seeded,
): Promise<Omit<MixedSample, "alone">> {
  for (const times of TIMES_AS_LONG) {
    const sample = await readsBesidePosts(server, mixed, { ...options, times });
    if (sample !== undefined) return sample;
  }
  throw new Error(`Posts ended before the reads did, after: ${options.seconds} s`);
}

/** @returns undefined when nothing was answered, or the posts were over before the reads */
async function readsBesidePosts(
  { port }: Server,
  { read, write }: Mixed,
  { client, pause, secret, seconds, seed, times }: Seeded & { readonly times: number },
): Promise<Omit<MixedSample, "alone"> | undefined> {
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
    loaded: timingOf(NAME, got),
    createsPerSecond: timingOf(NAME, written).requestsPerSecond,
  };
}
