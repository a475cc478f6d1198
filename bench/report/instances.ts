import { type Spread, spreadOf } from "./statistics.ts";
import { outcomeOf } from "./targets.ts";
import { align, hundredths, ratio } from "./text.ts";

/** One measurement of servers that share a database. */
export interface InstancesSample {
  /** Of all servers together. */
  readonly requestsPerSecond: number;
  /** CPU time of the servers, a request. */
  readonly cpuMicros: number;
  /** CPU time of the database, a request. */
  readonly databaseCpuMicros: number;
  /** Cores that the database kept busy. */
  readonly databaseCores: number;
  /** Cores of the machine that did nothing. */
  readonly idleCores: number;
}

/** A case on one server and on several: medians over the rounds. */
export interface InstancesCase {
  readonly name: string;
  readonly one: InstancesSample;
  readonly all: InstancesSample;
  /** Requests per second of all servers, over those of one. */
  readonly timesOne: Spread;
  /** CPU time of servers and database for a request, with all servers, over that with one. */
  readonly cpuTimesOne: Spread;
  /** True if the machine had hardly a core left: more servers could not do more. */
  readonly isFull: boolean;
}

/** Several servers beside one. */
export interface InstancesResult {
  readonly instances: number;
  readonly cases: readonly InstancesCase[];
}

/** Requests per second of two servers over those of one, at least, while there are cores left. */
const TIMES_ONE = 1.6;
/** Fewer idle cores than that are what the load generator and the system leave of a full machine. */
const FEW_CORES = 0.3;

/** Sums up the rounds of a case. */
export function summariseInstances(
  name: string,
  samples: readonly { readonly one: InstancesSample; readonly all: InstancesSample }[],
): InstancesCase {
  const all = medians(samples.map((both) => both.all));
  const cpu = ({ cpuMicros, databaseCpuMicros }: InstancesSample) => cpuMicros + databaseCpuMicros;
  return {
    name,
    one: medians(samples.map((both) => both.one)),
    all,
    timesOne: spreadOf(
      samples.map((both) => both.all.requestsPerSecond / both.one.requestsPerSecond),
    ),
    cpuTimesOne: spreadOf(samples.map((both) => cpu(both.all) / cpu(both.one))),
    isFull: all.idleCores < FEW_CORES,
  };
}

function medians(samples: readonly InstancesSample[]): InstancesSample {
  const median = (name: keyof InstancesSample) => spreadOf(samples.map((one) => one[name])).median;
  return {
    requestsPerSecond: median("requestsPerSecond"),
    cpuMicros: median("cpuMicros"),
    databaseCpuMicros: median("databaseCpuMicros"),
    databaseCores: median("databaseCores"),
    idleCores: median("idleCores"),
  };
}

/** Several servers beside one, as people read it. */
export function renderInstances(
  { instances, cases }: InstancesResult,
  { cores }: { readonly cores: number },
): string[] {
  return [
    `${instances} servers with the load of one; CPU in us a request, cores of ${cores}`,
    "",
    ...align([
      ["", "servers", "req/s", "server", "database", "database's cores", "idle cores"],
      ...cases.flatMap(({ name, one, all }) => [[name, "1", ...figures(one)], [
        "",
        String(instances),
        ...figures(all),
      ]]),
    ]),
    "",
    ...align([
      ["", "req/s of one's", "CPU of one's", ""],
      ...cases.map((one) => [
        one.name,
        ratio(one.timesOne),
        ratio(one.cpuTimesOne),
        judged(one, instances),
      ]),
    ]),
  ];
}

function figures(sample: InstancesSample): string[] {
  return [
    sample.requestsPerSecond.toFixed(0),
    sample.cpuMicros.toFixed(1),
    sample.databaseCpuMicros.toFixed(1),
    hundredths(sample.databaseCores),
    hundredths(sample.idleCores),
  ];
}

function judged({ timesOne, isFull }: InstancesCase, instances: number): string {
  if (isFull) return "the machine's cores were the limit";
  if (instances !== 2) return "";
  return `at least ${TIMES_ONE}: ${outcomeOf(timesOne, TIMES_ONE, "at least")}`;
}
