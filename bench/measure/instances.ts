import type { InstancesSample } from "../report/instances.ts";
import { CASES } from "./cases.ts";
import type { Served } from "./per_server.ts";
import type { Proc } from "./proc.ts";
import { isEmpty, READ_SETTLE_MS, type RoundsOptions, runLoad, TIMES_AS_LONG } from "./rounds.ts";

/** The servers of one database, and how much CPU that has used so far. */
export interface Instances {
  readonly servers: readonly Served[];
  readonly databaseCpuMicros: () => Promise<number>;
}

/** Options of the measurement. */
export interface InstancesOptions extends Omit<RoundsOptions, "proc"> {
  readonly proc: Pick<Proc, "usage" | "idleMicros">;
}

/** Measurements of a case: of the first server alone, and of all with the load spread over them. */
export interface MeasuredInstances {
  readonly name: string;
  readonly samples: readonly { readonly one: InstancesSample; readonly all: InstancesSample }[];
}

/**
 * Measures any session and creates in every round, on one server and on all of them, in turns. The
 * connections are the same in number, so that many servers get no more load than one.
 */
export async function measureInstances(
  { servers, databaseCpuMicros }: Instances,
  options: InstancesOptions,
): Promise<MeasuredInstances[]> {
  const measured: MeasuredInstances[] = [];
  const cases = CASES.filter(({ key }) => key !== "hot").map((one) => {
    const samples: { one: InstancesSample; all: InstancesSample }[] = [];
    measured.push({ name: one.name, samples });
    return { ...one, samples };
  });
  // The first is discarded: further servers have just started, and the engine is still compiling.
  for (let round = 0; round <= options.rounds; round++) {
    options.onRound(round);
    for (const [i, { samples, ...one }] of cases.entries()) {
      const warmUp = round === 0 && one.method === "POST" ? options.warmUpSeconds : 0;
      const seconds = Math.max(options.seconds, warmUp);
      const run = async (some: readonly Served[]) => {
        const how = { ...options, ...one, seconds, seed: round * cases.length + i };
        return await measure({ servers: some, databaseCpuMicros }, how);
      };
      // Every other round is in reversed order.
      const early = round % 2 === 0 ? await run(servers) : null;
      const alone = await run(servers.slice(0, 1));
      const all = early ?? await run(servers);
      if (round > 0) samples.push({ one: alone, all });
    }
  }
  return measured;
}

async function measure(
  { servers, databaseCpuMicros }: Instances,
  options: InstancesOptions & (typeof CASES)[number] & { readonly seed: number },
): Promise<InstancesSample> {
  const { client, proc, pause, connections, seconds, seed, name, method, loadOf } = options;
  const serversCpu = async () => {
    const used = await Promise.all(servers.map(({ server }) => proc.usage(server.child.pid)));
    return used.reduce((sum, { cpuMicros }) => sum + cpuMicros, 0);
  };
  const each = Math.max(1, Math.round(connections / servers.length));
  for (const times of TIMES_AS_LONG) {
    const [cpu, databaseCpu] = [await serversCpu(), await databaseCpuMicros()];
    const [idle, startedAt] = [await proc.idleMicros(), performance.now()];
    const answers = await Promise.all(servers.map(({ server, database, secret }, i) => {
      const target = {
        port: server.port,
        secret,
        connections: each,
        seed: seed * servers.length + i,
      };
      const longer = { ...target, pagePort: server.pagePort, seconds: seconds * times };
      return runLoad(client, loadOf(database), longer);
    }));
    const idleMicros = await proc.idleMicros() - idle;
    const wallMicros = (performance.now() - startedAt) * 1000;
    if (answers.some(isEmpty)) continue;
    const failures = answers.reduce((sum, one) => sum + one.failures, 0);
    if (failures > 0) throw new Error(`${name} had failures: ${failures}`);
    if (method === "GET") await pause(READ_SETTLE_MS);
    const requests = answers.reduce((sum, one) => sum + one.requests, 0);
    const databaseMicros = await databaseCpuMicros() - databaseCpu;
    return {
      requestsPerSecond: answers.reduce((sum, one) => sum + one.requests / one.seconds, 0),
      cpuMicros: (await serversCpu() - cpu) / requests,
      databaseCpuMicros: databaseMicros / requests,
      databaseCores: databaseMicros / wallMicros,
      idleCores: idleMicros / wallMicros,
    };
  }
  throw new Error(`${name} had no answer within ${seconds * TIMES_AS_LONG[2]} s`);
}
