/** Marks of a chart from nothing to the most; the first is for nothing alone. */
const LEVELS = { blocks: "▁▂▃▄▅▆▇█", ascii: "_.:-=+*#" } as const;
/** Parts of a bar's last column, from an eighth to the whole. */
const EIGHTHS = "▏▎▍▌▋▊▉█";

/** Which characters a chart is drawn with: blocks, or those that every font has. */
export type ChartStyle = keyof typeof LEVELS;

/** A row of marks as high as its values, and how many values each stands for. */
export interface Sparkline {
  readonly text: string;
  readonly valuesPerMark: number;
}

/**
 * Draws values as a row of marks. 0 is the lowest mark and nothing else is, so that a day with
 * one session is seen beside one with a thousand; the most is the highest.
 *
 * @param width the most marks; where there are more values, several are added up in each
 */
export function sparkline(
  values: readonly number[],
  { width, style }: { readonly width: number; readonly style: ChartStyle },
): Sparkline {
  const valuesPerMark = Math.max(1, Math.ceil(values.length / Math.max(1, width)));
  const sums: number[] = [];
  // From the end, so that the last mark, which is today, is never a part of the others' number.
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
 * Draws a value as a bar, to an eighth of a column in blocks; anything but 0 is seen.
 *
 * @param most the value of a whole bar
 * @param width columns of a whole bar
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
