import type { Case } from "../measure/cases.ts";
import type { Machine } from "../measure/proc.ts";
import type { MeasuredCase } from "../measure/rounds.ts";
import { type InstancesResult, renderInstances } from "./instances.ts";
import { type Spread, spreadOf } from "./statistics.ts";
import { type Outcome, outcomeOf } from "./targets.ts";
import { align, ratio } from "./text.ts";

/** CPU time of the floor over that of the server, at least; null for no target. */
const OF_FLOOR: Readonly<Record<Case["key"], number | null>> = {
  all: 0.15,
  hot: 0.15,
  create: 0.05,
  step: null,
  mixed: null,
};

/** A case on PostgreSQL: medians over the rounds. */
export interface PostgresCase {
  readonly key: Case["key"];
  readonly name: string;
  readonly requestsPerSecond: number;
  readonly floorCpuMicros: number;
  readonly cpuMicros: number;
  /** CPU time of a request of all processes of the database. */
  readonly databaseCpuMicros: number;
  /** CPU time of the floor, over that of the server. */
  readonly ofFloorCpu: Spread;
  readonly target: number | null;
  readonly outcome: Outcome | null;
}

/** A run on PostgreSQL. */
export interface PostgresResult {
  /** The day of the run, as 2026-11-20. */
  readonly date: string;
  readonly machine: Machine;
  readonly sessions: number;
  readonly connections: number;
  readonly client: string;
  readonly cases: readonly PostgresCase[];
  /** Null unless there were several servers. */
  readonly instances: InstancesResult | null;
}

/** Sums up the rounds of a case. */
export function summarisePostgres(
  { key, name, samples: { floor, subject } }: Pick<MeasuredCase, "key" | "name" | "samples">,
): PostgresCase {
  const target = OF_FLOOR[key];
  const ofFloorCpu = spreadOf(
    subject.map(({ cpuMicros }, i) => (floor[i]?.cpuMicros ?? NaN) / cpuMicros),
  );
  return {
    key,
    name,
    requestsPerSecond: spreadOf(subject.map((one) => one.requestsPerSecond)).median,
    floorCpuMicros: spreadOf(floor.map(({ cpuMicros }) => cpuMicros)).median,
    cpuMicros: spreadOf(subject.map(({ cpuMicros }) => cpuMicros)).median,
    databaseCpuMicros: spreadOf(subject.map((one) => one.databaseCpuMicros)).median,
    ofFloorCpu,
    target,
    outcome: target === null ? null : outcomeOf(ofFloorCpu, target, "at least"),
  };
}

/** A run on PostgreSQL as people read it. */
export function renderPostgres(result: PostgresResult): string {
  const { date, machine, sessions, connections, client, cases, instances } = result;
  return [
    `${date}; ${machine.cpu}, ${machine.cores} cores, load average ${machine.loadAverage}`,
    `Deno ${machine.deno}; load by ${client}, ${connections} connections; PostgreSQL on the same ` +
    `machine, ${sessions} sessions; CPU in us a request`,
    "",
    ...align([
      ["", "req/s", "floor", "server", "database", "floor's CPU of the server's", "target", ""],
      ...cases.map((one) => [
        one.name,
        one.requestsPerSecond.toFixed(0),
        one.floorCpuMicros.toFixed(1),
        one.cpuMicros.toFixed(1),
        one.databaseCpuMicros.toFixed(1),
        ratio(one.ofFloorCpu),
        ...(one.target === null ? [] : [`at least ${one.target}`, one.outcome ?? ""]),
      ]),
    ]),
    ...(instances === null ? [] : ["", ...renderInstances(instances, machine)]),
  ].join("\n");
}
