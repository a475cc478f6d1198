import Table from "cli-table3";
import type { styleText } from "node:util";
import { wrapText } from "./width.ts";

type Style = Parameters<typeof styleText>[0];

/** A column of a table. */
export interface Column {
  readonly title: string;
  readonly align?: "left" | "right";
  /** Cut with an ellipsis when the terminal is too narrow; ids and amounts must stay whole. */
  readonly canShrink?: boolean;
  /** Columns of the terminal that cutting leaves it at least, as long as others can be left out. */
  readonly leastWidth?: number;
  /** Left out, the last one first, when cutting is not enough. */
  readonly isOptional?: boolean;
}

/** What a table says in one place: a text, or one that is set off from the others. */
export type TableCell = string | { readonly text: string; readonly style: Style };

/** Where a table is to fit in. */
export interface TableStyle {
  /** Columns of the terminal; Infinity where nothing must be cut, as in a pipe. */
  readonly width: number;
  /** How a text is set off, if at all. */
  readonly style: (style: Style, text: string) => string;
}

const GAP = "  ";
const MIN_WIDTH = 8;
/** When nothing is left to be left out, a column is cut to this. */
const LAST_WIDTH = 4;
const BLOCK = 100;

const NO_BORDERS = Object.fromEntries(
  ["top", "bottom", "left", "right"].flatMap((side) => [
    [side, ""],
    [`${side}-mid`, ""],
    [`${side}-left`, ""],
    [`${side}-right`, ""],
  ]).concat([["mid", ""], ["mid-mid", ""], ["middle", GAP]]),
);

/**
 * Draws a table without borders, fitted to a width: the widest columns that may be
 * cut are cut first, then optional columns are left out, which a last line says.
 *
 * @param rows cells without control characters; as many in each as there are columns
 * @returns lines, each with its line break
 */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly TableCell[])[],
  { width, style }: TableStyle,
): string {
  const all = columns.map((column, i): SizedColumn => {
    const cells = rows.map((row) => textOf(row[i] ?? ""));
    // Not Math.max: a catalogue has more rows than a call may have arguments.
    const natural = cells.reduce(
      (widest, cell) => Math.max(widest, atMostWide(cell)),
      atMostWide(column.title),
    );
    return { column, at: i, width: natural };
  });
  const kept = leaveOut(all, width);
  const options = {
    colWidths: fitWidths(kept, width),
    colAligns: kept.map(({ column }) => column.align ?? "left"),
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
    chars: NO_BORDERS,
  };
  const draw = (cells: string[][]) => {
    const table = new Table(options);
    table.push(...cells);
    return table.toString().split("\n").map((line) => line.trimEnd());
  };
  const lines: string[] = [];
  // In blocks: the time that the library takes grows with the square of the rows.
  for (let at = 0; at < rows.length; at += BLOCK) {
    const block = rows.slice(at, at + BLOCK);
    lines.push(...draw(block.map((row) => kept.map(({ at: i }) => shown(row[i] ?? "", style)))));
  }
  const [head = ""] = draw([kept.map(({ column }) => column.title)]);
  const missing = all.filter((one) => !kept.includes(one)).map(({ column }) => column.title);
  const remark = missing.length === 0
    ? []
    : wrapText(`Hidden to fit: ${missing.join(", ")} (widen the window, or --json)`, width);
  return [style("bold", head), ...lines, ...remark].map((line) => `${line}\n`).join("");
}

interface SizedColumn {
  readonly column: Column;
  /** Its place in every row. */
  readonly at: number;
  readonly width: number;
}

function textOf(cell: TableCell): string {
  return typeof cell === "string" ? cell : cell.text;
}

function shown(cell: TableCell, style: TableStyle["style"]): string {
  return typeof cell === "string" ? cell : style(cell.style, cell.text);
}

/** Leaves optional columns out, from the right, until the narrowest form of the rest fits. */
function leaveOut(all: readonly SizedColumn[], width: number): readonly SizedColumn[] {
  const least = all.map(({ column, width: natural }) =>
    column.canShrink ? Math.min(natural, leastWidth(column)) : natural
  );
  if (totalWidth(least) <= width) return all;
  const last = all.findLastIndex(({ column }) => column.isOptional === true);
  return last < 0 ? all : leaveOut(all.toSpliced(last, 1), width);
}

/**
 * Takes from the widest shrinkable column, one column of the terminal at a time; when none has
 * more than its least width, from those once more.
 */
function fitWidths(columns: readonly SizedColumn[], width: number): number[] {
  const widths = columns.map((one) => one.width);
  const widest = (least: (column: Column) => number) =>
    columns.reduce((found, { column }, i) => {
      const own = widths[i] ?? 0;
      const mayShrink = column.canShrink === true && own > least(column);
      return mayShrink && own > (widths[found] ?? 0) ? i : found;
    }, -1);
  for (let excess = totalWidth(widths) - width; excess > 0; excess--) {
    let at = widest(leastWidth);
    if (at < 0) at = widest(() => LAST_WIDTH);
    if (at < 0) break;
    widths[at] = (widths[at] ?? 0) - 1;
  }
  return widths;
}

function leastWidth({ leastWidth = 0 }: Column): number {
  return Math.max(MIN_WIDTH, leastWidth);
}

function totalWidth(widths: readonly number[]): number {
  return widths.reduce((sum, one) => sum + one, GAP.length * (widths.length - 1));
}

/** An upper bound of a text's width: from U+1100 on a character may take two columns. */
function atMostWide(text: string): number {
  return [...text].reduce((sum, point) => sum + ((point.codePointAt(0) ?? 0) < 0x1100 ? 1 : 2), 0);
}
