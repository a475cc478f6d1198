/**
 * `deno task fuzz [--cases N] [--seed S]`: mutated requests to every operation, in this
 * process. The same seed sends the same requests. Ends with 1 when an answer was not such as
 * it may be; the request stands above it.
 */
import { parseArgs } from "node:util";
import { fuzz, type Report } from "./run.ts";

const CASES = 100_000;
/**
 * Heap growth allowed between warm-up and end: 5 MiB of
 * sessions at hand, the rest for what a collection leaves behind.
 */
const MAX_GROWTH_MIB = 32;

/** Growth from the lowest use in the second quarter of a run to the lowest in its last. */
export function growthMib({ heapMib }: Pick<Report, "heapMib">): number {
  const quarter = Math.floor(heapMib.length / 4);
  return Math.min(...heapMib.slice(-quarter)) - Math.min(...heapMib.slice(quarter, 2 * quarter));
}

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { cases: { type: "string" }, seed: { type: "string" } },
  });
  const cases = Number(values.cases ?? CASES);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  if (!Number.isInteger(cases) || cases < 1 || !Number.isInteger(seed)) {
    console.error("fuzz: --cases and --seed must be whole numbers");
    return 2;
  }
  console.log(`seed ${seed}`);
  const startedMs = performance.now();
  const report = await fuzz({ cases, seed, tell: console.error });
  const seconds = (performance.now() - startedMs) / 1000;
  const statuses = Object.entries(report.statuses).map(([status, n]) => `${status}: ${n}`);
  const growth = growthMib(report);
  console.log(
    `${cases} cases, ${report.requests} requests, ${Math.round(cases / seconds)} cases/s`,
  );
  console.log(`answers ${statuses.join(", ")}`);
  console.log(`heap ${report.heapMib.join(" ")} MiB, grown by ${growth} MiB`);
  if (growth <= MAX_GROWTH_MIB) return 0;
  console.error(`fuzz: the heap grew by more than ${MAX_GROWTH_MIB} MiB: ${growth}`);
  return 1;
}

if (import.meta.main) Deno.exitCode = await main(Deno.args);
