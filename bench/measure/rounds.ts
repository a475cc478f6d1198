import type { Client, Load } from "../client/client.ts";
import type { Proc } from "./proc.ts";
import type { Server } from "./servers.ts";

/** Something to measure, and the floor it is measured against. */
export interface Case {
  readonly name: string;
  readonly load: Load;
  readonly floor: Server;
  readonly subject: Server;
  /** How long the server works on after the last answer; belongs to what the requests cost. */
  readonly settleMs: number;
}

/** One measurement of one server. */
export interface Sample {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
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
}

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

async function measure(
  server: Server,
  { name, load, settleMs }: Pick<Case, "name" | "load" | "settleMs">,
  options: RoundsOptions & { readonly seed: number },
): Promise<Sample> {
  const { client, proc, secret, connections, seconds, seed } = options;
  const { pid } = server.child;
  const cpuBefore = await proc.cpuMicros(pid);
  const measured = await client.run(load, {
    port: server.port,
    secret,
    connections,
    seconds,
    seed,
  });
  if (settleMs > 0) await new Promise((resolve) => setTimeout(resolve, settleMs));
  const cpuAfter = await proc.cpuMicros(pid);
  // A refusal is far cheaper than an answer: figures with refusals in them mean nothing.
  if (measured.failures > 0 || measured.requests === 0) {
    throw new Error(
      `${name} had ${measured.failures} failures in requests: ${measured.requests}`,
    );
  }
  return {
    requestsPerSecond: measured.requests / measured.seconds,
    p50Ms: measured.p50Ms,
    p99Ms: measured.p99Ms,
    cpuMicros: (cpuAfter - cpuBefore) / measured.requests,
  };
}
