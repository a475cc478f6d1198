import type { Spread } from "./statistics.ts";

const MIB = 1024 * 1024;

/** A share or a multiple: 0.34. */
export function hundredths(value: number): string {
  return value.toFixed(2);
}

/** Milliseconds, with as many digits as say something. */
export function ms(value: number): string {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}

/** Bytes, in MiB. */
export function mib(bytes: number): string {
  return `${Math.round(bytes / MIB)} MiB`;
}

/** A number of things, in groups of three digits: 1,000,000. */
export function count(value: number | undefined): string {
  return value === undefined ? "none" : Math.round(value).toLocaleString("en-US");
}

/** A median with its quartiles: 0.34 (0.30 to 0.42). */
export function range({ median, low, high }: Spread, write: (value: number) => string): string {
  return `${write(median)} (${write(low)} to ${write(high)})`;
}

/** A ratio with its quartiles; empty for none. */
export function ratio(spread: Spread | null | undefined): string {
  return spread === null || spread === undefined ? "" : range(spread, hundredths);
}

/** Lines of cells below each other: names to the left, figures to the right. */
export function align(rows: readonly (readonly string[])[]): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from(
    { length: columns },
    (_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)),
  );
  return rows.map((row) =>
    row.map((cell, i) => i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))
      .join("  ").trimEnd()
  );
}
