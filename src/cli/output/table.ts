import Table from "cli-table3";
import type { styleText } from "node:util";
import { wrapText } from "./width.ts";

type Style = Parameters<typeof styleText>[0];

/** A column of a table. */
export interface Column {
  readonly title: string;
  readonly align?: "left" | "right";
  /** Cut with an ellipsis on a narrow terminal; ids and amounts must stay whole. */
  readonly canShrink?: boolean;
  /** Least width after cutting, as long as optional columns can be hidden instead. */
  readonly leastWidth?: number;
  /** Hidden, the last one first, when cutting is not enough. */
  readonly isOptional?: boolean;
}

/** A cell: a text, plain or styled. */
export type TableCell = string | { readonly text: string; readonly style: Style };

/** Width and styles of the output. */
export interface TableStyle {
  /** Width of the terminal; Infinity for no limit, as in a pipe. */
  readonly width: number;
  /** Styles a text if the output shows colours. */
  readonly style: (style: Style, text: string) => string;
}

const GAP = "  ";
const MIN_WIDTH = 8;
/** Least width of a column once no column is left to hide. */
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
 * Draws a table without borders, fitted to a width: shrinkable columns are cut, the widest first,
 * then optional columns are hidden and named in a last line.
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
    // Not Math.max: there may be more rows than a call can have arguments.
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
  // In blocks: the library's time grows with the square of the rows.
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
  /** Its index in every row. */
  readonly at: number;
  readonly width: number;
}

function textOf(cell: TableCell): string {
  return typeof cell === "string" ? cell : cell.text;
}

function shown(cell: TableCell, style: TableStyle["style"]): string {
  return typeof cell === "string" ? cell : style(cell.style, cell.text);
}

/** Hides optional columns, from the right, until the others fit when cut. */
function leaveOut(all: readonly SizedColumn[], width: number): readonly SizedColumn[] {
  const least = all.map(({ column, width: natural }) =>
    column.canShrink ? Math.min(natural, leastWidth(column)) : natural
  );
  if (totalWidth(least) <= width) return all;
  const last = all.findLastIndex(({ column }) => column.isOptional === true);
  return last < 0 ? all : leaveOut(all.toSpliced(last, 1), width);
}

/** Cuts the widest shrinkable column, a character at a time: to its least width, then further. */
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

/** Upper bound of a text's width: characters from U+1100 on may take two columns. */
function atMostWide(text: string): number {
  return [...text].reduce((sum, point) => sum + ((point.codePointAt(0) ?? 0) < 0x1100 ? 1 : 2), 0);
}
