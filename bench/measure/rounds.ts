import type { Client, Latency, Load, Measured } from "../client/client.ts";
import type { Proc } from "./proc.ts";
import type { Server } from "./servers.ts";

/** Something to measure, and the floor it is measured against. */
export interface Case {
  readonly name: string;
  readonly load: Load;
  readonly floor: Server;
  readonly subject: Server;
  /** Whether the subject is a bare server too: it says what is to be had, and has no target. */
  readonly isReference?: true;
  /** How long the server works on after the last answer; belongs to what the requests cost. */
  readonly settleMs: number;
}

/** What a client saw of a server in one measurement. */
export interface Timing extends Latency {
  readonly requestsPerSecond: number;
}

/** One measurement of one server. */
export interface Sample extends Timing {
  /** CPU time of the server for a request: does not depend on what else the machine does. */
  readonly cpuMicros: number;
}

/** What was measured of a case in one round, one straight after the other. */
export interface Pair {
  readonly floor: Sample;
  readonly subject: Sample;
}

/** What measuring needs, and how much of it there is to be. */
export interface RoundsOptions {
  readonly client: Client;
  readonly proc: Proc;
  readonly secret: string;
  readonly connections: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly onRound: (round: number) => void;
  /** Lets time pass, in milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
}

/** Reads are noted and written down together up to a second later. */
export const READ_SETTLE_MS = 1200;

/**
 * Measures all cases in every round, each right after its floor, so that whatever
 * slows the machine for a while slows both. A first round is thrown away: the engine
 * compiles what is hot only once it has seen it.
 *
 * @returns for each case its pairs, in the order of the rounds
 */
export async function measureRounds(
  cases: readonly Case[],
  options: RoundsOptions,
): Promise<Pair[][]> {
  options.onRound(0);
  for (const one of cases) {
    const warmUp = { ...options, seed: 0 };
    await measure(one.floor, { ...one, settleMs: 0 }, warmUp);
    await measure(one.subject, one, warmUp);
  }
  const pairs = cases.map((): Pair[] => []);
  for (let round = 1; round <= options.rounds; round++) {
    options.onRound(round);
    for (const [i, one] of cases.entries()) {
      const seeded = { ...options, seed: round * cases.length + i };
      const floor = await measure(one.floor, { ...one, settleMs: 0 }, seeded);
      const subject = await measure(one.subject, one, seeded);
      pairs[i]?.push({ floor, subject });
    }
  }
  return pairs;
}

/**
 * What a client saw, if it can be gone by.
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

/** Whether nothing came of a measurement, not even a failure. */
export function isEmpty({ requests, failures }: Measured): boolean {
  return requests === 0 && failures === 0;
}

/** How far a measurement is, for people. */
export function progress(round: number, { rounds }: { readonly rounds: number }): string {
  return round === 0 ? "warming up" : `round ${round} of ${rounds}`;
}

async function measure(
  server: Server,
  { name, load, settleMs }: Pick<Case, "name" | "load" | "settleMs">,
  options: RoundsOptions & { readonly seed: number },
): Promise<Sample> {
  const { client, proc, pause, secret, connections, seconds, seed } = options;
  const { pid } = server.child;
  const target = { port: server.port, secret, connections, seed };
  for (const times of TIMES_AS_LONG) {
    const cpuBefore = await proc.cpuMicros(pid);
    const measured = await client.run(load, { ...target, seconds: seconds * times });
    if (isEmpty(measured)) continue;
    if (settleMs > 0) await pause(settleMs);
    const cpuAfter = await proc.cpuMicros(pid);
    return {
      ...timingOf(name, measured),
      cpuMicros: (cpuAfter - cpuBefore) / measured.requests,
    };
  }
  throw new Error(`${name} had no answer within ${seconds * TIMES_AS_LONG[2]} s`);
}
