import type { Client, Latency, Load, Measured, Target } from "../client/client.ts";
import type { Case } from "./cases.ts";
import { forEachServer, mapServers, type PerServer, type Role, type Served } from "./per_server.ts";
import type { Proc } from "./proc.ts";
import type { Server } from "./servers.ts";

/** A case, and the servers that it is measured on. */
export interface PlacedCase extends Case {
  readonly servers: PerServer<Served>;
}

/** A case with the samples of its servers, in the order of the rounds. */
export interface MeasuredCase extends Case {
  readonly samples: PerServer<readonly Sample[]>;
}

/** Result of one measurement of a server. */
export interface Timing extends Latency {
  readonly requestsPerSecond: number;
}

/** One measurement of one server: what its process used is divided by the requests. */
export interface Sample extends Timing {
  /** CPU time of all its threads: does not depend on what else the machine does. */
  readonly cpuMicros: number;
  /** CPU time of a database beside it; 0 without one. */
  readonly databaseCpuMicros: number;
  /** Bytes that it caused to be written to the disk. */
  readonly writtenBytes: number;
  readonly writeCalls: number;
}

/** Tools and lengths of the measurements. */
export interface RoundsOptions {
  readonly client: Client;
  readonly proc: Pick<Proc, "usage" | "memory">;
  readonly connections: number;
  readonly seconds: number;
  /** Length of the discarded creates before the first round; 0 skips every warm-up. */
  readonly warmUpSeconds: number;
  readonly rounds: number;
  readonly onRound: (round: number) => void;
  /** Lets time pass, in milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
}

/** Reads are noted and written down together up to a second later. */
export const READ_SETTLE_MS = 1200;

/**
 * Measures all cases in every round, each on one server after the other, so that whatever slows
 * the machine for a while slows them all. The first measurement of each is discarded: the engine is
 * still compiling.
 */
export async function measureRounds(
  cases: readonly PlacedCase[],
  options: RoundsOptions,
): Promise<MeasuredCase[]> {
  if (options.warmUpSeconds > 0) await warmUp(cases, options);
  const measured = cases.map((one) => ({
    ...one,
    samples: mapServers(one.servers, (): Sample[] => []),
  }));
  for (let round = 1; round <= options.rounds; round++) {
    options.onRound(round);
    for (const [i, one] of measured.entries()) {
      const seeded = { ...options, ...one, seed: round * cases.length + i };
      await forEachServer(one.servers, round, async (served, role) => {
        one.samples[role]?.push(await measure(served, role, seeded));
      });
    }
  }
  return measured;
}

async function warmUp(cases: readonly PlacedCase[], options: RoundsOptions): Promise<void> {
  options.onRound(0);
  for (const one of cases) {
    const seconds = one.method === "POST" ? options.warmUpSeconds : options.seconds;
    await forEachServer(one.servers, 1, async (served, role) => {
      await measure(served, role, { ...options, ...one, seconds, seed: 0 });
    });
  }
}

/**
 * The result of a client if it is usable.
 *
 * @throws {Error} when there were failures: a refusal is far cheaper than an answer, and
 *   figures with refusals in them mean nothing
 */
export function timingOf(name: string, measured: Measured): Timing {
  const { requests, seconds, failures, ...latency } = measured;
  if (failures > 0 || requests === 0) {
    throw new Error(`${name} had ${failures} failures in requests: ${requests}`);
  }
  return { ...latency, requestsPerSecond: requests / seconds };
}

/** On a busy machine nothing may be answered in a second; it is measured again then, for longer. */
export const TIMES_AS_LONG = [1, 4, 16] as const;

/** True if a measurement has no answers and no failures. */
export function isEmpty({ requests, failures }: Measured): boolean {
  return requests === 0 && failures === 0;
}

/** Progress of a measurement, for people. */
export function progress(round: number, { rounds }: { readonly rounds: number }): string {
  return round === 0 ? "warming up" : `round ${round} of ${rounds}`;
}

/**
 * Puts a load on a server. Pages are on another port, so their share is one of the connections, and
 * the latencies are those of the others.
 */
export async function runLoad(
  client: Client,
  load: Load,
  { pagePort, connections, ...target }: Target & Pick<Server, "pagePort">,
): Promise<Measured> {
  const [pages = [], others = []] = [true, false].map((arePages) =>
    load.filter(({ kind }) => (kind === "page") === arePages)
  );
  if (pages.length === 0) return await client.run(load, { ...target, connections });
  const share = pages.reduce((sum, one) => sum + one.share, 0);
  const viewing = Math.max(1, Math.round(connections * share / 100));
  const whole = others.map((one) => ({ ...one, share: one.share / (1 - share / 100) }));
  const [asked, viewed] = await Promise.all([
    client.run(whole, { ...target, connections: Math.max(1, connections - viewing) }),
    client.run(pages.map((one) => ({ ...one, share: one.share / share * 100 })), {
      ...target,
      port: pagePort,
      connections: viewing,
    }),
  ]);
  return {
    ...asked,
    requests: asked.requests + viewed.requests,
    failures: asked.failures + viewed.failures,
  };
}

async function measure(
  { server, database, secret, databaseCpuMicros = () => Promise.resolve(0) }: Served,
  role: Role,
  options: RoundsOptions & Case & { readonly seed: number },
): Promise<Sample> {
  const { client, proc, pause, connections, seconds, seed, name, method, loadOf } = options;
  const target = { port: server.port, secret, connections, seed };
  // Work of the server after the last answer is a cost of the requests too.
  const settles = method === "GET" && (role === "subject" || role === "other");
  for (const times of TIMES_AS_LONG) {
    const before = await proc.usage(server.child.pid);
    const databaseBefore = await databaseCpuMicros();
    const { pagePort } = server;
    const longer = { ...target, pagePort, seconds: seconds * times };
    const measured = await runLoad(client, loadOf(database), longer);
    if (isEmpty(measured)) continue;
    if (settles) await pause(READ_SETTLE_MS);
    const after = await proc.usage(server.child.pid);
    return {
      ...timingOf(name, measured),
      cpuMicros: (after.cpuMicros - before.cpuMicros) / measured.requests,
      databaseCpuMicros: (await databaseCpuMicros() - databaseBefore) / measured.requests,
      writtenBytes: (after.writtenBytes - before.writtenBytes) / measured.requests,
      writeCalls: (after.writeCalls - before.writeCalls) / measured.requests,
    };
  }
  throw new Error(`${name} had no answer within ${seconds * TIMES_AS_LONG[2]} s`);
}
