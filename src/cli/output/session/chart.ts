/** Marks from 0 to the maximum; the first one is for 0 only. */
const LEVELS = { blocks: "▁▂▃▄▅▆▇█", ascii: "_.:-=+*#" } as const;
/** Eighths of a bar's last column. */
const EIGHTHS = "▏▎▍▌▋▊▉█";

/** Characters of a chart: blocks, or ASCII. */
export type ChartStyle = keyof typeof LEVELS;

/** A row of marks, and how many values each one sums. */
export interface Sparkline {
  readonly text: string;
  readonly valuesPerMark: number;
}

/**
 * Draws values as a row of marks. Only 0 gets the lowest mark, so that a day with one session is
 * visible beside one with a thousand; the maximum gets the highest.
 *
 * @param width the most marks; with more values, each mark sums several
 */
export function sparkline(
  values: readonly number[],
  { width, style }: { readonly width: number; readonly style: ChartStyle },
): Sparkline {
  const valuesPerMark = Math.max(1, Math.ceil(values.length / Math.max(1, width)));
  const sums: number[] = [];
  // From the end, so that the last mark sums as many days as the others.
  for (let end = values.length; end > 0; end -= valuesPerMark) {
    sums.unshift(values.slice(Math.max(0, end - valuesPerMark), end).reduce((a, b) => a + b, 0));
  }
  const most = sums.reduce((a, b) => Math.max(a, b), 0);
  const marks = LEVELS[style];
  const steps = marks.length - 1;
  const text = sums.map((sum) => marks[sum === 0 ? 0 : Math.ceil(sum / most * steps)]).join("");
  return { text, valuesPerMark };
}

/**
 * Draws a value as a bar, in blocks to an eighth of a column; every value but 0 is visible.
 *
 * @param most value of a full bar
 * @param width columns of a full bar
 */
export function bar(
  value: number,
  { most, width, style }: {
    readonly most: number;
    readonly width: number;
    readonly style: ChartStyle;
  },
): string {
  if (value <= 0 || most <= 0) return "";
  const columns = Math.min(1, value / most) * width;
  if (style === "ascii") return "#".repeat(Math.max(1, Math.round(columns)));
  const eighths = Math.max(1, Math.round(columns * EIGHTHS.length));
  const whole = Math.floor(eighths / EIGHTHS.length);
  const rest = eighths % EIGHTHS.length;
  return "█".repeat(whole) + (rest === 0 ? "" : EIGHTHS[rest - 1]);
}
