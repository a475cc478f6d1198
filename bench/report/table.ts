import type { CaseResult, Figures, Result } from "./result.ts";
import type { Spread } from "./statistics.ts";

const MIB = 1024 * 1024;

const HEADER = ["", "req/s", "p50 ms", "p99 ms", "CPU us/req", "of floor", "of floor's CPU"];

/** A run as people read it. */
export function renderTable(result: Result): string {
  const { machine, settings, diskFlushMs, startUpMs, memory } = result;
  const { fileSystem } = machine;
  const lines = [
    `${machine.cpu}, ${machine.cores} cores, Linux ${machine.kernel}, load average ${machine.loadAverage}`,
    `Deno ${machine.deno}, V8 ${machine.v8}; load by ${settings.client}`,
    `Database of ${settings.sessions} sessions, ${
      mib(result.databaseBytes)
    }, on ${fileSystem.type} ` +
    `(${fileSystem.device}); the disk confirms a 4 KiB write in ${ms(diskFlushMs.median)} ms`,
    `${settings.connections} connections, ${settings.rounds} rounds of ${settings.secondsEach} s each, ` +
    "medians; ratios with their range",
    ...(settings.caveat === null ? [] : [`NOTE: ${settings.caveat}`]),
    "",
    ...align([HEADER, ...result.cases.flatMap(rowsOf)]),
    "",
    `Start to first answer: ${range(startUpMs, ms)} ms`,
    `Memory after the run: ${mib(memory.subject.rss)} (peak ${mib(memory.subject.peak)}); ` +
    `bare server ${mib(memory.floor.rss)} (peak ${mib(memory.floor.peak)})`,
  ];
  return `${lines.join("\n")}\n`;
}

function rowsOf({ name, floor, subject, ratio, cpuRatio }: CaseResult): string[][] {
  return [
    [name, ...cells(subject), range(ratio, hundredths), range(cpuRatio, hundredths)],
    ["  its floor", ...cells(floor), "", ""],
  ];
}

function cells({ requestsPerSecond, p50Ms, p99Ms, cpuMicrosPerRequest }: Figures): string[] {
  return [
    String(Math.round(requestsPerSecond)),
    ms(p50Ms),
    ms(p99Ms),
    cpuMicrosPerRequest.toFixed(1),
  ];
}

/** Names to the left, figures to the right. */
function align(rows: readonly (readonly string[])[]): string[] {
  const widths = HEADER.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows.map((row) =>
    row.map((cell, i) => i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))
      .join("  ").trimEnd()
  );
}

function range({ median, min, max }: Spread, write: (value: number) => string): string {
  return `${write(median)} (${write(min)} to ${write(max)})`;
}

function hundredths(value: number): string {
  return value.toFixed(2);
}

function ms(value: number): string {
  return value.toFixed(value < 10 ? 2 : 0);
}

function mib(bytes: number): string {
  return `${Math.round(bytes / MIB)} MiB`;
}
